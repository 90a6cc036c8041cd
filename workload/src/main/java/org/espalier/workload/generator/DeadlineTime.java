package org.espalier.workload.generator;

import java.time.Duration;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.espalier.workload.document.Arguments;

/** How long after its arrival a task of a type is due. */
public sealed interface DeadlineTime {
  /**
   * Draws one, in seconds.
   *
   * @param mean mean execution time of the type over the machine types that can run it, in seconds
   */
  double draw(double mean, UniformRandomProvider random);

  /** Always as long. */
  record Fixed(Duration time) implements DeadlineTime {
    public Fixed {
      Arguments.refuse(!time.isPositive(), "a deadline after %s; expected more than 0", time);
    }

    @Override
    public double draw(double mean, UniformRandomProvider random) {
      return seconds(time);
    }
  }

  /** A multiple of the type's mean execution time. */
  record Times(double factor) implements DeadlineTime {
    public Times {
      Arguments.refuse(!(factor > 0), "a deadline after %s means; expected more than 0", factor);
    }

    @Override
    public double draw(double mean, UniformRandomProvider random) {
      return factor * mean;
    }
  }

  /** Log-normal. */
  record LogNormal(Duration median, double sigma) implements DeadlineTime {
    public LogNormal {
      Arguments.refuse(
          !median.isPositive() || !(sigma >= 0),
          "log-normal with median %s and sigma %s; expected more than 0, and 0 or more",
          median,
          sigma);
    }

    @Override
    public double draw(double mean, UniformRandomProvider random) {
      return seconds(median)
          * Math.exp(sigma * ZigguratSampler.NormalizedGaussian.of(random).sample());
    }
  }

  /** Anywhere between two, all as likely. */
  record Uniform(Duration least, Duration most) implements DeadlineTime {
    public Uniform {
      Arguments.refuse(
          !least.isPositive() || least.compareTo(most) > 0,
          "from %s to %s; expected more than 0, the lesser first",
          least,
          most);
    }

    @Override
    public double draw(double mean, UniformRandomProvider random) {
      return seconds(least) + random.nextDouble() * (seconds(most) - seconds(least));
    }
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }
}
