package org.espalier.service.backend;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.espalier.service.cpufreq.CpufreqSettings;
import org.junit.jupiter.api.io.TempDir;

/** The back end of this computer. */
class LocalBackendContractTest extends CommandBackendContract {
  private static final MachineLimits LIMITS =
      new MachineLimits("", 0, 0, 1000, Duration.ofMillis(100), Map.of());

  @TempDir private Path directory;

  @Override
  protected Backend open(LaunchListener listener) {
    Map<String, String> environment = Map.of("PATH", System.getenv("PATH"));
    return LocalBackend.open(
        new LocalSettings(
            directory,
            Map.of("m", LIMITS),
            20_000,
            directory,
            environment,
            Map.of(),
            Containment.automatic(),
            CpufreqSettings.NONE),
        listener);
  }

  @Override
  protected String machine() {
    return "m";
  }

  @Override
  List<String> lasting(Duration time, int status) {
    String seconds = String.format(Locale.ROOT, "%.3f", time.toMillis() / 1e3);
    return List.of("sh", "-c", "sleep %s; exit %d".formatted(seconds, status));
  }

  @Override
  List<String> writing(String out, String err) {
    return List.of("sh", "-c", "printf %s \"$1\"; printf %s \"$2\" >&2", "sh", out, err);
  }

  @Override
  protected void await(BooleanSupplier condition) {
    Awaitility.await().until(condition::getAsBoolean);
  }
}
