package org.espalier.workload.generator;

import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.heterogeneity.Moments;

/**
 * A system made larger, and how well the numbers drawn for it resemble those of the real one.
 *
 * @param system with the task types and machine types of the real one among its own
 * @param times the average execution times of task types in seconds, then the ratio over the
 *     average on each machine type
 * @param powers the same of power, in watts; none if nothing is known of power
 */
public record EnlargedSystem(HcSystem system, List<Fit> times, List<Fit> powers) {

  /**
   * Numbers of one kind.
   *
   * @param machineType on which they are ratios; empty for the averages themselves
   * @param wanted moments of the real numbers
   * @param clipped moments of the density that numbers were drawn from
   * @param sampled moments of the numbers drawn
   */
  public record Fit(String machineType, Moments wanted, Moments clipped, Moments sampled) {}
}
