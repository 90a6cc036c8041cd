package org.espalier.profiler.probe;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.profiler.host.Host;
import org.espalier.workload.document.Quantities;

/**
 * Energy by a command of the user that prints the power of the machine. The command runs again and
 * again while something is measured, and power is integrated over the times at which it ran
 * (DISSERTATION 8.3.5, where the meter was read every second).
 *
 * <p>A fifth of the samples of a measurement may fail. A measurement that is shorter than the
 * command takes waits for one sample.
 */
final class PowerCommandMeter implements EnergyMeter {
  private static final String MEASURES = "energy by the power command";
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** A number, whatever its marks are, with a unit of power behind it. */
  private static final Pattern POWER =
      Pattern.compile(
          "(?<![\\w.]|\\d,)([-+]?\\d+(?:[.,]\\d+)*)\\s*([a-zA-Zµμ]*(?:W|(?i:watts?)))\\b");

  /** Digits in groups of three; not those of a point in time. */
  private static final Pattern GROUPED =
      Pattern.compile("(?<![\\w.,:/-])[1-9]\\d{0,2}(?:['’\\h&&[^\\t]]\\d{3})+(?!\\d)");

  private final Host host;
  private final List<String> words;
  private final Duration interval;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("espalier-power").factory());

  private PowerCommandMeter(Host host, List<String> words, Duration interval) {
    this.host = host;
    this.words = List.copyOf(words);
    this.interval = interval;
  }

  /** Tries the command once. */
  static Probed<EnergyMeter> find(Host host, List<String> words, Duration interval)
      throws InterruptedException {
    ProgramTrial trial = ProgramTrial.of(host, words, LIMIT);
    Optional<Double> watts = watts(trial);
    if (watts.isPresent()) {
      return Probed.of(
          new PowerCommandMeter(host, words, interval),
          Capability.available(MEASURES, found(words, watts.get())));
    }
    return Probed.missing(
        MEASURES,
        "%s %s: %s"
            .formatted(
                text(words), trial.succeeded() ? "prints no power" : "fails", trial.lastLine()),
        "a power_command that prints watts, as 133.5 W, and exits with 0");
  }

  private static String found(List<String> words, double watts) {
    return "%s prints %s".formatted(text(words), String.format(Locale.ROOT, "%.1f W", watts));
  }

  private static String text(List<String> words) {
    return words.size() == 3 && words.subList(0, 2).equals(List.of("sh", "-c"))
        ? words.get(2)
        : String.join(" ", words);
  }

  private static Optional<Double> watts(ProgramTrial trial) {
    return trial.succeeded() ? watts(trial.output()) : Optional.empty();
  }

  /**
   * The watts that an output tells: the first number with a unit of power, as {@code 133.5 W},
   * {@code 133 Watts} or {@code 0.13 kW}. Without one the output may be nothing but a number. Empty
   * for all else, and for what can be read in two ways: {@code 1,234 W}, {@code 1 234 W}.
   */
  static Optional<Double> watts(String output) {
    Matcher first = POWER.matcher(output);
    return Quantities.watts(
        first.find() && !GROUPED.matcher(output).find()
            ? first.group(1) + first.group(2).replaceFirst("(?i)watts?$", "W")
            : output.strip() + " W");
  }

  @Override
  public String describe() {
    return "power command " + text(words);
  }

  @Override
  public Reading begin() {
    long begin = System.nanoTime();
    PowerSamples samples = new PowerSamples();
    Future<?> sampling =
        clock.scheduleAtFixedRate(
            () -> sample(samples), 0, interval.toNanos(), TimeUnit.NANOSECONDS);
    return () -> {
      long end = System.nanoTime();
      try {
        samples.awaitOne(LIMIT.plusSeconds(1));
        return samples.joules(begin, end);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return OptionalDouble.empty();
      } finally {
        sampling.cancel(true);
      }
    };
  }

  private void sample(PowerSamples samples) {
    long begin = System.nanoTime();
    try {
      Optional<Double> watts = watts(ProgramTrial.of(host, words, LIMIT));
      long middle = begin + (System.nanoTime() - begin) / 2;
      watts.ifPresentOrElse(
          sample -> samples.add(middle, sample), () -> samples.addFailure(middle));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
