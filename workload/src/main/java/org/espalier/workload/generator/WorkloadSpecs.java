package org.espalier.workload.generator;

import java.time.Duration;
import org.espalier.workload.document.DocumentNode;

/**
 * Reads {@link WorkloadSpec}s from documents.
 *
 * <pre>{@code
 * tasks: 800
 * arrival_intensity: 15000   # tasks per period
 * period: 86.4 s             # default 86,400 units
 * unit: 1 ms                 # the default
 * pattern: steady            # the default; or spiky, poisson
 * slack: 1                   # the default
 * variance_share: 0.1        # steady and spiky
 * cycles: 8                  # spiky
 * on_peak_share: 0.5         # spiky
 * on_peak_factor: 2          # spiky
 * }</pre>
 */
public final class WorkloadSpecs {
  private static final int MOST_TASKS = 10_000_000;

  private WorkloadSpecs() {}

  private enum Kind {
    STEADY,
    SPIKY,
    POISSON
  }

  /**
   * The spec at a mapping. What is wrong with it is reported to the document's problems, in which
   * case the spec that is returned must not be used.
   */
  public static WorkloadSpec read(DocumentNode node) {
    int tasks = node.integer("tasks", 1, MOST_TASKS).required(1);
    double intensity = node.number("arrival_intensity", 1e-6, 1e12).required(1.0);
    Duration unit = node.duration("unit").orElse(WorkloadSpec.UNIT);
    Duration period =
        node.duration("period").orElse(unit.multipliedBy(WorkloadSpec.UNITS_PER_PERIOD));
    double slack = node.number("slack", 0, 1e6).orElse(1.0);
    ArrivalPattern pattern = pattern(node);
    node.rejectUnknownKeys();
    return new WorkloadSpec(tasks, intensity, period, unit, pattern, slack);
  }

  private static ArrivalPattern pattern(DocumentNode node) {
    return switch (node.choice("pattern", Kind.class).orElse(Kind.STEADY)) {
      case STEADY -> new ArrivalPattern.Steady(varianceShare(node));
      case SPIKY -> spiky(node);
      case POISSON -> new ArrivalPattern.Poisson();
    };
  }

  private static double varianceShare(DocumentNode node) {
    return node.number("variance_share", 1e-9, 1e9)
        .orElse(ArrivalPattern.Steady.OF_SOURCES.varianceShare());
  }

  private static ArrivalPattern spiky(DocumentNode node) {
    ArrivalPattern.Spiky sources = ArrivalPattern.Spiky.OF_SOURCES;
    return new ArrivalPattern.Spiky(
        varianceShare(node),
        node.integer("cycles", 1, 1_000_000).orElse(sources.cycles()),
        node.number("on_peak_share", 1e-6, 1 - 1e-6).orElse(sources.onPeakShare()),
        node.number("on_peak_factor", 1, 1e6).orElse(sources.onPeakFactor()));
  }
}
