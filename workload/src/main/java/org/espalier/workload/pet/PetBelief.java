package org.espalier.workload.pet;

/**
 * How the PET that a policy believes in differs from the one that execution times follow. MAXROBUST
 * assumes "that an accurate pmf ... exists and is available" (II) and leaves "the impacts of
 * misleading pmfs" to further work (VIII).
 */
public sealed interface PetBelief {
  /** The policy knows the PET. */
  record Exact() implements PetBelief {}

  /** All execution times, and so their means, are believed to be so many times what they are. */
  record Scaled(double factor) implements PetBelief {
    public Scaled {
      check(factor, 0.1, 10);
    }
  }

  /** The means are known, and the shape is not. */
  record Shaped(Shape shape) implements PetBelief {}

  /** A gamma distribution with the true mean and so many times the true standard deviation. */
  record Gamma(double spread) implements PetBelief {
    public Gamma {
      check(spread, 0.1, 4);
    }
  }

  /** The histogram of so many samples of each cell, drawn anew for each trial. */
  record Estimated(int samples) implements PetBelief {
    public Estimated {
      check(samples, 1, 1_000_000);
    }
  }

  /**
   * The PET of an older state of the system. The times of each cell are believed to be scaled by a
   * factor of its own, drawn anew for each trial: log-uniform between 1 / factor and factor.
   */
  record Drifted(double factor) implements PetBelief {
    public Drifted {
      check(factor, 1, 10);
    }
  }

  /** Shapes that follow from a mean alone. */
  enum Shape {
    /** Every execution takes the mean. */
    DETERMINISTIC,
    /** Exponential. */
    EXPONENTIAL,
    /** Uniform from 0 to twice the mean. */
    UNIFORM
  }

  private static void check(double value, double least, double greatest) {
    if (!(value >= least && value <= greatest)) {
      throw new IllegalArgumentException(
          "%s; expected a number from %s to %s".formatted(value, least, greatest));
    }
  }
}
