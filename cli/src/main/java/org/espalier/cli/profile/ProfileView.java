package org.espalier.cli.profile;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.Sparkline;
import org.espalier.cli.terminal.TextTable;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.profiler.statistics.MedianInterval;
import org.espalier.profiler.statistics.RunMean;
import org.espalier.profiler.statistics.SampleSummary;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.workload.document.Names;

/** Prints what the runs of one command say, as users of hyperfine know it. */
record ProfileView(Display display, PrintWriter out) {
  private static final int MOST_BARS = 40;
  private static final int LEAST_BARS = 8;
  private static final int MOST_OUTLIERS = 10;

  /** Prints it; there is at least one run. */
  void print(List<String> command, int warmUps, List<MeasuredRun> runs, SampleSummary summary) {
    TextTable facts = TextTable.of("  ", "", "");
    facts.add(
        "runs",
        String.format(
            Locale.ROOT, "%,d after %s", summary.count(), Names.count(warmUps, "warm-up run")));
    addTimes(facts, runs, summary);
    addSystem(facts, runs);
    addMeasured(facts, runs);
    out.println(String.join(" ", command));
    facts.print(out, display.width());
  }

  private void addTimes(TextTable facts, List<MeasuredRun> runs, SampleSummary summary) {
    ProfileUnits units = ProfileUnits.forTime(summary.median().median());
    MeanInterval mean = summary.mean();
    if (summary.count() == 1) {
      facts.add("time", units.time(mean.mean()));
      return;
    }
    facts.add(
        "mean %s sd".formatted(plusMinus()),
        "%s %s %s"
            .formatted(units.time(mean.mean()), plusMinus(), units.time(summary.deviation())));
    facts.add(
        "95 % interval",
        "%s (%s %s)"
            .formatted(
                span(units, mean.mean() - mean.halfWidth(), mean.mean() + mean.halfWidth()),
                plusMinus(),
                ProfileUnits.percent(summary.precision())));
    facts.add("median", median(units, summary.median()));
    facts.add("range", span(units, summary.least(), summary.most()));
    facts.add("distribution", "|%s|".formatted(histogram(runs, summary)));
    if (!summary.outliers().isEmpty()) {
      facts.add("outliers", outliers(units, summary.outliers()));
    }
  }

  private static String median(ProfileUnits units, MedianInterval median) {
    String middle = units.time(median.median());
    return Double.isNaN(median.low())
        ? middle
        : "%s, 95 %% interval %s".formatted(middle, span(units, median.low(), median.high()));
  }

  private static String span(ProfileUnits units, double low, double high) {
    return "%s to %s".formatted(units.time(low), units.time(high));
  }

  private String plusMinus() {
    return display.plain() ? "+-" : "\u00b1";
  }

  /** How many runs took how long, from the fastest to the slowest. */
  private String histogram(List<MeasuredRun> runs, SampleSummary summary) {
    int bars = (int) Math.ceil(2 * Math.sqrt(runs.size()));
    double[] counts = new double[Math.clamp(bars, LEAST_BARS, MOST_BARS)];
    double width = (summary.most() - summary.least()) / counts.length;
    for (MeasuredRun run : runs) {
      int bar = width > 0 ? (int) ((run.seconds() - summary.least()) / width) : 0;
      counts[Math.clamp(bar, 0, counts.length - 1)]++;
    }
    return Sparkline.of(counts, MOST_BARS, display.plain());
  }

  private static String outliers(ProfileUnits units, List<SampleSummary.Outlier> outliers) {
    return Names.listed(
        outliers.stream()
            .map(outlier -> "run %s: %s".formatted(outlier.run(), units.time(outlier.value()))),
        outliers.size(),
        MOST_OUTLIERS);
  }

  private static void addSystem(TextTable facts, List<MeasuredRun> runs) {
    double user = mean(runs, run -> run.resources().userSeconds());
    double system = mean(runs, run -> run.resources().systemSeconds());
    if (!Double.isNaN(user + system)) {
      facts.add(
          "user, system",
          "%s, %s"
              .formatted(
                  ProfileUnits.forTime(user).time(user),
                  ProfileUnits.forTime(system).time(system)));
    }
    double memory = mean(runs, run -> asDouble(run.resources().peakMemoryBytes()));
    if (!Double.isNaN(memory)) {
      facts.add("peak memory", ProfileUnits.bytes(memory));
    }
    double waits = mean(runs, run -> asDouble(run.resources().voluntarySwitches()));
    double forced = mean(runs, run -> asDouble(run.resources().involuntarySwitches()));
    if (!Double.isNaN(waits + forced)) {
      facts.add(
          "switches",
          String.format(Locale.ROOT, "%,.0f voluntary, %,.0f involuntary", waits, forced));
    }
  }

  private void addMeasured(TextTable facts, List<MeasuredRun> runs) {
    double[] energies = values(runs, MeasuredRun::energyJoules);
    if (energies.length > 0) {
      MeanInterval energy = RunMean.of(energies);
      facts.add(
          energies.length < runs.size() ? "energy of %s runs".formatted(energies.length) : "energy",
          energy.count() < 2
              ? ProfileUnits.joules(energy.mean())
              : "%s, 95 %% interval %s %s"
                  .formatted(
                      ProfileUnits.joules(energy.mean()),
                      plusMinus(),
                      ProfileUnits.joules(energy.halfWidth())));
    }
    double instructions = mean(runs, run -> run.counts().instructions());
    double misses = mean(runs, run -> run.counts().llcMisses());
    String simulated = runs.getFirst().counts().simulated() ? " (simulated cache)" : "";
    if (!Double.isNaN(instructions)) {
      facts.add("instructions", ProfileUnits.count(instructions) + simulated);
    }
    if (!Double.isNaN(misses)) {
      facts.add("LLC misses", ProfileUnits.count(misses) + simulated);
    }
    if (misses / instructions >= 0) {
      facts.add(
          "memory intensity",
          String.format(
              Locale.ROOT, "%.2e misses per instruction%s", misses / instructions, simulated));
    }
  }

  private static OptionalDouble asDouble(OptionalLong number) {
    return number.isPresent() ? OptionalDouble.of(number.getAsLong()) : OptionalDouble.empty();
  }

  private static double[] values(
      List<MeasuredRun> runs, Function<MeasuredRun, OptionalDouble> quantity) {
    return runs.stream()
        .map(quantity)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .toArray();
  }

  /** The mean of what was measured; NaN if nothing was. */
  private static double mean(
      List<MeasuredRun> runs, Function<MeasuredRun, OptionalDouble> quantity) {
    return MeanInterval.of(values(runs, quantity)).mean();
  }
}
