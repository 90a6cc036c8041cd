package org.espalier.simulator.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.registry.ParameterValues;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.policy.ForecastText;

/** The forecasts that the policies of a study are given. */
final class DayForecasts {
  private static final String TRIAL = "{trial}";

  private DayForecasts() {}

  /** The forecasts that the policy of a scenario names. */
  static List<Forecast> of(Scenario scenario) {
    List<Forecast> named = new ArrayList<>();
    values(
        scenario,
        forecast -> {
          named.add(forecast);
          return forecast;
        });
    return named;
  }

  /** The settings of a scenario, with its forecasts read. */
  static PolicySettings read(Scenario scenario, UnaryOperator<Forecast> reading) {
    return scenario.settings().withParameters(values(scenario, reading));
  }

  private static ParameterValues values(Scenario scenario, UnaryOperator<Forecast> with) {
    return scenario.settings().parameters().replacing(Forecast.class, with);
  }

  /** The file of a forecast in a trial; empty if it is generated. */
  static Optional<Path> file(Forecast named, int trial) {
    return Optional.of(named)
        .filter(ForecastText::isFile)
        .map(forecast -> Path.of(forecast.name().replace(TRIAL, Integer.toString(trial))));
  }
}
