package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.StringTokenizer;

/**
 * What other programs, and a hypervisor, take of this computer's processors, from what the kernel
 * counts in {@code /proc/stat}. On other systems than Linux it is unknown.
 */
final class OtherLoad {
  private static final Path STAT = Path.of("/proc/stat");
  private static final double SECONDS_PER_TICK = 0.01;

  /** Of a processor; less disturbs nobody. */
  private static final double NOTICED = 0.2;

  private OtherLoad() {}

  /** How many processors others keep busy, watched for a while in which nothing of ours runs. */
  static OptionalDouble processors(Duration watched) throws InterruptedException {
    Optional<Double> before = busySeconds();
    double own = ownSeconds();
    long begin = System.nanoTime();
    Thread.sleep(watched);
    double seconds = (System.nanoTime() - begin) / 1e9;
    Optional<Double> after = busySeconds();
    if (before.isEmpty() || after.isEmpty()) {
      return OptionalDouble.empty();
    }
    double others = after.get() - before.get() - (ownSeconds() - own);
    return OptionalDouble.of(Math.max(0, others / seconds));
  }

  /** A sentence on it, if it is enough to disturb; empty if not. */
  static Optional<String> told(double processors) {
    return processors < NOTICED
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "This computer is busy: other programs take %.1f of its %d processors, so tasks take longer here, and some much longer.",
                processors,
                Runtime.getRuntime().availableProcessors()));
  }

  private static double ownSeconds() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(own -> own.toNanos() / 1e9)
        .orElse(0.0);
  }

  /** Processor time of all since the start: user, nice, system, irq, softirq and steal. */
  private static Optional<Double> busySeconds() {
    try {
      StringTokenizer cpu = new StringTokenizer(Files.readAllLines(STAT).getFirst());
      cpu.nextToken();
      double ticks = 0;
      for (int column = 0; column <= 7 && cpu.hasMoreTokens(); column++) {
        double value = Double.parseDouble(cpu.nextToken());
        ticks += column == 3 || column == 4 ? 0 : value;
      }
      return Optional.of(ticks * SECONDS_PER_TICK);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
