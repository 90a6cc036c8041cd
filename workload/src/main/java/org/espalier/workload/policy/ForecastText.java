package org.espalier.workload.policy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.core.pricing.Forecast;
import org.espalier.workload.document.FileNames;
import org.espalier.workload.document.Quantities;

/** Forecasts as settings name them: a file, or a file and where it begins. */
public final class ForecastText {
  /** Another day, generated as the workload of a study is. */
  public static final String ANOTHER_DAY = "another-day";

  private static final Pattern WITH_START = Pattern.compile("(.+) from ([0-9].*)");

  private ForecastText() {}

  /** The text of a forecast. */
  static String of(Forecast forecast) {
    return forecast.start().isZero()
        ? forecast.name()
        : "%s from %s".formatted(forecast.name(), Quantities.text(forecast.start()));
  }

  /** The forecast that a text names, yet to be read. */
  static Forecast parse(OptionText text) {
    String name = text.word();
    Duration start = Duration.ZERO;
    Matcher withStart = WITH_START.matcher(name);
    if (withStart.matches()) {
      name = withStart.group(1);
      start = Quantities.duration(withStart.group(2)).orElseThrow(text::unfit);
    }
    if (name.isBlank() || !FileNames.isOne(name)) {
      throw text.unfit();
    }
    return Forecast.named(name).startingAt(start);
  }

  /** Whether a forecast is a file. */
  public static boolean isFile(Forecast forecast) {
    return !forecast.isNone() && !forecast.name().equals(ANOTHER_DAY);
  }

  /**
   * A value of a setting with its file at another place; unchanged if the setting names no file.
   *
   * @param value one that fits
   */
  public static String located(PolicySetting setting, String value, UnaryOperator<Path> place) {
    Optional<Forecast> forecast = named(setting, value).filter(ForecastText::isFile);
    return forecast
        .map(found ->
            of(
                Forecast.named(place.apply(Path.of(found.name())).toString())
                    .startingAt(found.start())))
        .orElse(value);
  }

  /** The forecast that a value of a setting names; empty if it names none. */
  public static Optional<Forecast> named(PolicySetting setting, String value) {
    boolean isForecast =
        setting instanceof ParameterSetting parameter
            && parameter.parameter().type() == Forecast.class;
    return isForecast
        ? Optional.of(parse(new OptionText(value, Duration.ofNanos(1))))
        : Optional.empty();
  }
}
