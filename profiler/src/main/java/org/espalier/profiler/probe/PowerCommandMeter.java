package org.espalier.profiler.probe;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.espalier.profiler.host.Host;

/**
 * Energy by a command of the user that prints the power of the machine: the command runs again and
 * again while something is measured, and power is integrated over the times at which it ran
 * (DISSERTATION 8.3.5, where the meter was read every second).
 *
 * <p>A fifth of the samples of a measurement may fail. A measurement that is shorter than the
 * command takes waits for one sample.
 */
final class PowerCommandMeter implements EnergyMeter {
  private static final String MEASURES = "energy by the power command";
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Host host;
  private final List<String> words;
  private final PowerSamples samples = new PowerSamples();
  private final Background background;
  private int readings;
  private long sampledSince;

  private PowerCommandMeter(Host host, List<String> words, Duration interval) {
    this.host = host;
    this.words = List.copyOf(words);
    this.background = new Background("espalier-power", interval, this::sample);
  }

  /** Tries the command once. */
  static Found<EnergyMeter> find(Host host, List<String> words, Duration interval)
      throws InterruptedException {
    Trial trial = Trial.of(host, words, LIMIT);
    OptionalDouble watts = watts(trial);
    if (watts.isPresent()) {
      return Found.of(
          new PowerCommandMeter(host, words, interval),
          Capability.available(MEASURES, found(words, watts.getAsDouble())));
    }
    return Found.nothing(
        Capability.missing(
            MEASURES,
            "%s %s: %s"
                .formatted(
                    text(words), trial.succeeded() ? "prints no power" : "fails", trial.lastLine()),
            "a power_command that prints watts and exits with 0"));
  }

  private static String found(List<String> words, double watts) {
    return "%s prints %s".formatted(text(words), String.format(Locale.ROOT, "%.1f W", watts));
  }

  private static String text(List<String> words) {
    return words.size() == 3 && words.subList(0, 2).equals(List.of("sh", "-c"))
        ? words.get(2)
        : String.join(" ", words);
  }

  private static OptionalDouble watts(Trial trial) {
    return trial.succeeded() ? PowerText.watts(trial.output()) : OptionalDouble.empty();
  }

  @Override
  public String describe() {
    return "power command " + text(words);
  }

  @Override
  public Reading begin() {
    long begin = System.nanoTime();
    long since = join(begin);
    background.begin();
    return () -> end(begin, since);
  }

  /** Returns since when there are samples that count for a measurement. */
  private synchronized long join(long begin) {
    if (readings == 0) {
      sampledSince = begin;
      samples.forgetBefore(begin);
    }
    readings++;
    return sampledSince;
  }

  private OptionalDouble end(long begin, long since) {
    long end = System.nanoTime();
    try {
      samples.awaitOne(since, LIMIT.toMillis() + 1000);
      return samples.joules(begin, end);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalDouble.empty();
    } finally {
      background.end();
      leave();
    }
  }

  private synchronized void leave() {
    readings--;
  }

  private void sample() throws InterruptedException {
    long begin = System.nanoTime();
    OptionalDouble watts = watts(Trial.of(host, words, LIMIT));
    long middle = begin + (System.nanoTime() - begin) / 2;
    if (watts.isPresent()) {
      samples.add(middle, watts.getAsDouble());
    } else {
      samples.addFailure(middle);
    }
  }
}
