package org.espalier.workload.cpufreq;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.espalier.workload.document.Quantities;

/** Frequencies as users write them: {@code 3.4 GHz}. */
public final class Hertz {
  /** What a frequency looks like, for messages. */
  public static final String HINT = "a number and one of Hz, kHz, MHz, GHz, for example 3.4 GHz";

  private static final long MOST = 1_000_000_000_000_000L;

  private Hertz() {}

  /** A frequency in hertz; empty if the text is none, or it is 0 or not whole. */
  public static Optional<Long> parse(String text) {
    return Quantities.hertz(text).filter(hertz -> hertz > 0 && hertz <= MOST);
  }

  /** A frequency as users write it, exactly. */
  public static String text(long hertz) {
    BigDecimal giga = BigDecimal.valueOf(hertz).divide(BigDecimal.valueOf(1_000_000_000L));
    int digits = Math.max(1, giga.stripTrailingZeros().scale());
    return giga.setScale(digits, RoundingMode.UNNECESSARY).toPlainString() + " GHz";
  }
}
