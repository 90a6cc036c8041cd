package org.espalier.workload.pet;

import org.espalier.core.model.Arguments;

/** What the execution times of a cell of a generated PET are drawn from, given their mean. */
public sealed interface TimeDistribution {
  /** Gamma distributions, the shape of each cell drawn uniformly from a range. */
  record Gamma(double leastShape, double greatestShape) implements TimeDistribution {
    public Gamma {
      if (!(leastShape > 0 && leastShape <= greatestShape) || Double.isInfinite(greatestShape)) {
        throw new IllegalArgumentException(
            "shapes from %s to %s; expected 0 < least <= greatest"
                .formatted(leastShape, greatestShape));
      }
    }
  }

  /**
   * Gamma distributions, the scale of each cell drawn uniformly from a range (DROPPING V-A,
   * MAXROBUST V). The longer the mean, the less times vary about it.
   *
   * @param leastScale in the unit of the means, as the next
   */
  record GammaByScale(double leastScale, double greatestScale) implements TimeDistribution {
    public GammaByScale {
      new Gamma(leastScale, greatestScale);
    }
  }

  /**
   * Lognormal distributions: those with long tails.
   *
   * @param sigma the standard deviation of the logarithm, above 0 to 3
   */
  record LogNormal(double sigma) implements TimeDistribution {
    public LogNormal {
      Arguments.refuse(
          !(sigma > 0 && sigma <= 3), "sigma is %s; expected above 0 and up to 3", sigma);
    }
  }

  /**
   * Short times and some long ones: two gamma distributions, both of shape 50.
   *
   * @param share of the long times, from 0 to 1
   * @param ratio of the mean of the long times to that of the short ones
   */
  record Bimodal(double share, double ratio) implements TimeDistribution {
    public Bimodal {
      if (!(share >= 0 && share <= 1) || !(ratio >= 1 && ratio <= 1000)) {
        throw new IllegalArgumentException(
            "a share of %s, a ratio of %s; expected 0 to 1, and 1 to 1000".formatted(share, ratio));
      }
    }
  }
}
