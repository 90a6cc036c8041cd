package org.espalier.workload.cpufreq;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Frequencies as users write them: {@code 3.4 GHz}. */
public final class Hertz {
  /** What a frequency looks like, for messages. */
  public static final String HINT = "a number and one of Hz, kHz, MHz, GHz, for example 3.4 GHz";

  private static final Pattern FREQUENCY =
      Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)\\s*([kMG]?Hz)");
  private static final Map<String, Long> UNITS =
      Map.of("Hz", 1L, "kHz", 1_000L, "MHz", 1_000_000L, "GHz", 1_000_000_000L);

  private Hertz() {}

  /** A frequency in hertz; empty if the text is none, or it is 0 or not whole. */
  public static Optional<Long> parse(String text) {
    Matcher matcher = FREQUENCY.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    BigDecimal unit = BigDecimal.valueOf(UNITS.getOrDefault(matcher.group(2), 1L));
    BigDecimal hertz = new BigDecimal(matcher.group(1)).multiply(unit).stripTrailingZeros();
    return hertz.scale() <= 0 && hertz.signum() > 0 && hertz.precision() - hertz.scale() < 16
        ? Optional.of(hertz.longValueExact())
        : Optional.empty();
  }

  /** A frequency as users write it, exactly. */
  public static String text(long hertz) {
    BigDecimal giga = BigDecimal.valueOf(hertz).divide(BigDecimal.valueOf(1_000_000_000L));
    int digits = Math.max(1, giga.stripTrailingZeros().scale());
    return giga.setScale(digits, RoundingMode.UNNECESSARY).toPlainString() + " GHz";
  }
}
