package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.host.Running;

/**
 * Energy by the power events of {@code perf}, which writes them to a file every tenth of a second
 * while something is measured.
 *
 * <p>When {@code perf} began to count is known from when its lines are seen first, to some ten
 * milliseconds; a measurement is wrong by what the machine takes in that time. Its end waits for
 * the line that covers it.
 */
final class PerfEnergyMeter implements EnergyMeter {
  private static final String MEASURES = "energy by perf";
  private static final List<String> EVENTS = List.of("power/energy-pkg/", "power/energy-ram/");
  private static final String INTERVAL_MILLIS = "100";
  private static final long LOOK_MILLIS = 10;
  private static final int MOST_LOOKS = 100;
  private static final double NANOS = 1e9;

  private final Host host;
  private final String perf;
  private final List<String> events;
  private int sessions;

  PerfEnergyMeter(Host host, String perf, List<String> events) {
    this.host = host;
    this.perf = perf;
    this.events = List.copyOf(events);
  }

  /** Tries the events for the whole machine. */
  static Probed<EnergyMeter> find(Host host) throws InterruptedException {
    Optional<String> perf = host.find("perf");
    if (perf.isEmpty()) {
      return Probed.missing(MEASURES, "no perf", PerfProbe.INSTALL);
    }
    List<String> events = new ArrayList<>();
    StringBuilder output = new StringBuilder();
    for (String event : EVENTS) {
      ProgramTrial trial = ProgramTrial.of(host, command(perf.get(), event));
      output.append(trial.output()).append('\n');
      if (trial.succeeded() && counts(trial)) {
        events.add(event);
      }
    }
    return events.contains(EVENTS.getFirst())
        ? Probed.of(
            new PerfEnergyMeter(host, perf.get(), events),
            Capability.available(MEASURES, "perf events " + String.join(", ", events)))
        : missing(host, output.toString());
  }

  private static List<String> command(String perf, String event) {
    return List.of(perf, "stat", "-a", "-x", PerfLine.SEPARATOR, "-e", event, "--", "true");
  }

  private static boolean counts(ProgramTrial trial) {
    return PerfLine.parse(trial.output()).stream().anyMatch(line -> line.value().isPresent());
  }

  private static Probed<EnergyMeter> missing(Host host, String output) {
    return Missing.isPermission(output)
        ? Probed.missing(
            MEASURES, "perf may not count for the whole machine", Missing.perfPermission(host, 0))
        : Probed.missing(
            MEASURES,
            "perf has no event power/energy-pkg/",
            Missing.hardware(host, "a processor and a kernel with RAPL"));
  }

  @Override
  public String describe() {
    return "perf " + String.join(", ", events);
  }

  @Override
  public Reading begin() {
    long begin = System.nanoTime();
    Optional<Session> started = start();
    return () -> started.map(session -> session.end(begin)).orElse(OptionalDouble.empty());
  }

  private Optional<Session> start() {
    sessions++;
    String file = "%s/energy-%s-%s".formatted(host.scratch(), hashCode(), sessions);
    List<String> words = new ArrayList<>(List.of(perf, "stat", "-a", "-x", PerfLine.SEPARATOR));
    words.addAll(List.of("-I", INTERVAL_MILLIS, "-o", file, "-e", String.join(",", events)));
    try {
      return Optional.of(new Session(host.start(RunRequest.of(words)), file));
    } catch (MeasuringFailedException e) {
      return Optional.empty();
    }
  }

  /** A run of perf. */
  private final class Session {
    private final Running running;
    private final String file;
    private final long started = System.nanoTime();
    private double delay = Double.POSITIVE_INFINITY;

    Session(Running running, String file) {
      this.running = running;
      this.file = file;
    }

    OptionalDouble end(long begin) {
      long end = System.nanoTime();
      try (running) {
        return joules(begin, end);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return OptionalDouble.empty();
      }
    }

    /** Waits for a line that was not there before, since only such a one tells the delay well. */
    private OptionalDouble joules(long begin, long end) throws InterruptedException {
      double before = look().seconds();
      for (int looks = 0; looks < MOST_LOOKS; looks++) {
        Thread.sleep(LOOK_MILLIS);
        PerfJoules seen = look();
        double last = sinceBegan(end);
        if (seen.seconds() > before && seen.seconds() >= last) {
          return seen.between(sinceBegan(begin), last);
        }
      }
      return OptionalDouble.empty();
    }

    /**
     * Reads the file. A line cannot be seen before its time, so the earliest seen tell the delay.
     */
    private PerfJoules look() {
      PerfJoules seen = PerfJoules.parse(host.read(file).orElse(""));
      if (seen.seconds() > 0) {
        double now = (System.nanoTime() - started) / NANOS;
        delay = Math.min(delay, Math.max(0, now - seen.seconds()));
      }
      return seen;
    }

    /** Converts a time to seconds since perf began, as far as that is known. */
    private double sinceBegan(long nanos) {
      return delay == Double.POSITIVE_INFINITY
          ? Double.POSITIVE_INFINITY
          : (nanos - started) / NANOS - delay;
    }
  }
}
