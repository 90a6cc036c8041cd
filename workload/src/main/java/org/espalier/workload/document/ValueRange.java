package org.espalier.workload.document;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values at equal steps, {@code first..last/step}, as {@code 0..1/0.1}, {@code 9k..30k/3k} or
 * {@code 10 ms..50 ms/10 ms}. The last one belongs to them where a step ends there. The unit may be
 * left out of the first two.
 */
public final class ValueRange {
  private static final String NUMBER = "([+-]?\\d+(?:\\.\\d+)?)(\\s*[^\\d\\s./]*)";
  private static final Pattern RANGE = Pattern.compile(NUMBER + "\\.\\." + NUMBER + "/" + NUMBER);

  private static final Pattern MEANT = Pattern.compile(NUMBER + "\\.{2,}.*");

  private static final String HINT =
      "; a range is FIRST..LAST/STEP with FIRST below LAST, as 0..1/0.1, of at most 10,000 values";

  /** More are a mistake of a digit, not a study. */
  private static final int MOST = 10_000;

  private ValueRange() {}

  /** What to add to a message about a value that is no number, if it was meant as a range. */
  public static String hint(String value) {
    return MEANT.matcher(value).matches() ? HINT : "";
  }

  /** The values of a range; of any other text the text itself. */
  public static List<String> values(String text) {
    Matcher range = RANGE.matcher(text);
    if (!range.matches() || !haveOneUnit(range)) {
      return List.of(text);
    }
    BigDecimal last = new BigDecimal(range.group(3));
    BigDecimal step = new BigDecimal(range.group(5));
    List<String> values = new ArrayList<>();
    BigDecimal value = new BigDecimal(range.group(1));
    while (step.signum() > 0 && value.compareTo(last) <= 0 && values.size() <= MOST) {
      values.add(text(value) + range.group(6));
      value = value.add(step);
    }
    return values.isEmpty() || values.size() > MOST ? List.of(text) : values;
  }

  /** A number as people write it: 0.5, not 0.50. */
  private static String text(BigDecimal value) {
    return value.stripTrailingZeros().toPlainString();
  }

  private static boolean haveOneUnit(Matcher range) {
    String unit = range.group(6);
    return (range.group(2).isEmpty() || range.group(2).equals(unit))
        && (range.group(4).isEmpty() || range.group(4).equals(unit));
  }
}
