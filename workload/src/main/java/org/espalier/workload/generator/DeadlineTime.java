package org.espalier.workload.generator;

import java.time.Duration;
import org.espalier.core.model.Arguments;

/** How long after its arrival a task of a type is due. */
public sealed interface DeadlineTime {
  /** Always as long. */
  record Fixed(Duration time) implements DeadlineTime {
    public Fixed {
      Arguments.refuse(!time.isPositive(), "a deadline after %s; expected more than 0", time);
    }
  }

  /** A multiple of the mean execution time of the type over the machine types that can run it. */
  record Times(double factor) implements DeadlineTime {
    public Times {
      Arguments.refuse(!(factor > 0), "a deadline after %s means; expected more than 0", factor);
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
  }
}
