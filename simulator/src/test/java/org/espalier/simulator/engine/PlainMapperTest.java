package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.registry.ParameterValues;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.junit.jupiter.api.Test;

/** PAM as its source tells it, against its fast form. */
class PlainMapperTest {
  private static List<Departure> run(TinyTrial tiny, boolean plain) {
    PolicyRegistry.Entry pam = PolicyRegistry.builtIn().find("PAM").orElseThrow();
    ParameterValues values = ParameterValues.DEFAULTS;
    for (PolicyParameter<?> parameter : pam.provider().parameters()) {
      values = parameter.name().equals("plain") ? with(values, parameter, plain) : values;
    }
    PolicySettings settings = PolicySettings.THESIS.withParameters(values);
    CounterStream times = new CounterStream(1, 1, tiny.system().pet());
    return EventEngine.run(
            new Trial(tiny.system(), settings.rules(), tiny.workload(), times),
            pam.create(settings))
        .departures();
  }

  private static <T> ParameterValues with(
      ParameterValues values, PolicyParameter<T> parameter, Object value) {
    return values.with(parameter, parameter.type().cast(value));
  }

  @Test
  void decidesTheSame() {
    for (long seed = 1; seed <= 10; seed++) {
      TinyTrial tiny = RandomTrials.ORDINARY.trial(seed);
      assertThat(run(tiny, true)).isEqualTo(run(tiny, false)).isNotEmpty();
    }
  }
}
