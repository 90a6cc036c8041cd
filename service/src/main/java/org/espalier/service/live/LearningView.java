package org.espalier.service.live;

import java.util.List;

/**
 * What the service has learned.
 *
 * @param calibration the reliability diagram: predicted chance of success against what happened;
 *     bins without tasks are left out
 * @param cells one for each task type and machine type that can run it
 */
public record LearningView(List<Bin> calibration, List<Cell> cells) {
  /**
   * Tasks whose predicted chance lay in [from, to).
   *
   * @param tasks how many
   * @param predicted mean of their predicted chances
   * @param observed share of them that were on time
   */
  public record Bin(double from, double to, long tasks, double predicted, double observed) {}

  /**
   * The execution times of one task type on one machine type.
   *
   * @param completions how many were learned from
   * @param meanMs mean of the present model, in milliseconds
   */
  public record Cell(String taskType, String machineType, long completions, double meanMs) {}
}
