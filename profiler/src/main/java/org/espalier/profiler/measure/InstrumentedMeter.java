package org.espalier.profiler.measure;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.Resources;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.probe.Counters;
import org.espalier.profiler.probe.EnergyMeter;
import org.espalier.profiler.probe.Instruments;
import org.espalier.profiler.probe.NoiseWatch;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Counts;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.workload.document.Names;

/**
 * Runs commands on a host with its instruments around them: hardware counters, energy and noise.
 *
 * <p>With counters, seconds and processor time are those of {@code perf}, without its own start;
 * peak memory and switches are those of the host, in which {@code perf} has a small part.
 *
 * <p>For one run at a time; meters of one host may run at the same time.
 */
public final class InstrumentedMeter {
  private static final AtomicLong FILES = new AtomicLong();

  /** Enough of the output to see what {@code perf} says of a signal. */
  private static final int LEAST_OUTPUT = 512;

  /**
   * What {@code perf} prints when a signal ended the command, whose exit code it then gives as 0.
   */
  private static final Map<String, Integer> SIGNALS =
      Map.of(
          "Hangup", 1,
          "Interrupt", 2,
          "Illegal instruction", 4,
          "Aborted", 6,
          "Floating point exception", 8,
          "Killed", 9,
          "Segmentation fault", 11,
          "Terminated", 15,
          "Bus error", 7,
          "Broken pipe", 13);

  private final Host host;
  private final NoiseWatch noise;
  private final Optional<Counters> counters;
  private final Optional<EnergyMeter> energy;
  private final String countsFile;

  /** A meter; what is wanted, the host has. */
  public InstrumentedMeter(Host host, Instruments instruments, Wanted wanted) {
    this.host = host;
    this.noise = instruments.noise();
    this.counters = instruments.counters().filter(found -> wanted.counters());
    this.energy = instruments.energy().filter(found -> wanted.energy());
    this.countsFile = "%s/counts-%s".formatted(host.scratch(), FILES.incrementAndGet());
  }

  /**
   * A run with all that was measured of it.
   *
   * @param outcome how it ended
   */
  public record Metered(RunOutcome outcome, MeasuredRun run) {}

  /**
   * Runs a command once.
   *
   * @param cell what it is a run of
   * @param corunnerSeconds processor seconds that co-runners take in a second meanwhile, so that
   *     they are not taken for noise; 0 if it runs alone
   */
  public Metered measure(Cell cell, RunRequest request, double corunnerSeconds)
      throws MeasuringFailedException, InterruptedException {
    NoiseWatch.Watch watch = noise.begin();
    long started = System.currentTimeMillis();
    long begin = System.nanoTime();
    Optional<EnergyMeter.Reading> reading = energy.map(EnergyMeter::begin);
    try {
      RunOutcome outcome = host.run(instrumented(request));
      double around = (System.nanoTime() - begin) / 1e9;
      OptionalDouble joules = reading.map(EnergyMeter.Reading::end).orElse(OptionalDouble.empty());
      reading = Optional.empty();
      double processor =
          outcome.resources().processorSeconds() + corunnerSeconds * outcome.seconds();
      List<NoiseWatch.Noise> heard = watch.end(processor);
      return metered(cell, request, outcome, joules, around, started, heard);
    } finally {
      reading.ifPresent(EnergyMeter.Reading::end);
    }
  }

  private RunRequest instrumented(RunRequest request) {
    if (counters.isEmpty()) {
      return request;
    }
    // What an earlier run left must not be taken for this one's.
    host.write(countsFile, "");
    return request
        .withCommand(counters.get().around(request.command(), countsFile))
        .keeping(Math.max(LEAST_OUTPUT, request.outputBytes()));
  }

  private Metered metered(
      Cell cell,
      RunRequest request,
      RunOutcome outcome,
      OptionalDouble joules,
      double around,
      long started,
      List<NoiseWatch.Noise> heard) {
    Optional<Counters.Counted> counted = counters.map(this::counted);
    double seconds =
        counted
            .map(Counters.Counted::seconds)
            .orElse(OptionalDouble.empty())
            .orElse(outcome.seconds());
    RunOutcome whole = counted.map(counts -> corrected(request, outcome, counts)).orElse(outcome);
    MeasuredRun run =
        new MeasuredRun(
            cell,
            seconds,
            whole.resources(),
            joules.stream().map(all -> all * share(seconds, around)).findFirst(),
            counted.map(Counters.Counted::counts).orElse(Counts.NONE),
            started,
            heard.stream().map(Names::word).toList(),
            whole.end() == RunOutcome.End.EXITED
                ? OptionalInt.of(whole.code())
                : OptionalInt.empty());
    return new Metered(whole, run);
  }

  /**
   * A run takes what the machine does in the mean, for as long as it takes: its start is none of
   * it.
   */
  private double share(double seconds, double around) {
    return energy.orElseThrow().countsIdle() ? Math.min(1, seconds / around) : 1;
  }

  private Counters.Counted counted(Counters found) {
    return found.read(host.read(countsFile).orElse(""));
  }

  /** What came of the command, when {@code perf} was around it. */
  private static RunOutcome corrected(
      RunRequest request, RunOutcome outcome, Counters.Counted counts) {
    Optional<Integer> signal = signal(request.command().getFirst(), outcome);
    Resources of = outcome.resources();
    return new RunOutcome(
        signal.isPresent() ? RunOutcome.End.SIGNALLED : outcome.end(),
        signal.orElse(outcome.code()),
        counts.seconds().orElse(outcome.seconds()),
        new Resources(
            counts.userSeconds().isPresent() ? counts.userSeconds() : of.userSeconds(),
            counts.systemSeconds().isPresent() ? counts.systemSeconds() : of.systemSeconds(),
            of.peakMemoryBytes(),
            of.voluntarySwitches(),
            of.involuntarySwitches()),
        outcome.output());
  }

  private static Optional<Integer> signal(String program, RunOutcome outcome) {
    String start = program + ": ";
    return outcome
        .output()
        .lines()
        .map(String::strip)
        .filter(line -> outcome.succeeded() && line.startsWith(start))
        .map(line -> Optional.ofNullable(SIGNALS.get(line.substring(start.length()))))
        .flatMap(Optional::stream)
        .findFirst();
  }
}
