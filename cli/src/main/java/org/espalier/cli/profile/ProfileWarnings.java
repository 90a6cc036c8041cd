package org.espalier.cli.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.profiler.probe.NoiseWatch;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.profiler.statistics.Drift;
import org.espalier.profiler.statistics.SampleSummary;
import org.espalier.profiler.statistics.StoppingRule;
import org.espalier.workload.document.Names;

/** What casts doubt on the runs of one command, each with what to do. */
final class ProfileWarnings {
  /** Below, starting a process is much of what is measured. */
  private static final double TOO_SHORT_SECONDS = 0.005;

  /** DISSERTATION 8.5 has nine runs of each test. */
  private static final int FEW_RUNS = 9;

  private final StoppingRule rule;
  private final SampleSummary summary;
  private final ProfileUnits units;
  private final List<String> warnings = new ArrayList<>();

  ProfileWarnings(StoppingRule rule, SampleSummary summary) {
    this.rule = rule;
    this.summary = summary;
    this.units = ProfileUnits.forTime(summary.median().median());
  }

  /** The warnings of some runs. */
  List<String> of(List<MeasuredRun> runs) {
    warnAboutPrecision();
    warnAboutShortness();
    warnAboutSlowFirst(runs.getFirst().seconds());
    summary.drift().filter(Drift::isNotable).ifPresent(this::warnAboutDrift);
    warnAboutFailures(runs.stream().filter(MeasuredRun::hasFailed).count());
    warnAboutMemory(runs);
    warnAboutCounters(runs);
    for (NoiseWatch.Noise noise : NoiseWatch.Noise.values()) {
      warnAboutNoise(runs, noise);
    }
    return warnings;
  }

  private void warnAboutPrecision() {
    if (summary.count() < FEW_RUNS) {
      warnings.add(
          "%s only; %s or more tell how much times vary"
              .formatted(Names.count(summary.count(), "run"), FEW_RUNS));
    } else if (summary.precision() > rule.precision()) {
      warnings.add(
          "the mean is known within %s, not %s; allow more with --runs or --time, or quieten the machine"
              .formatted(
                  ProfileUnits.percent(summary.precision()),
                  ProfileUnits.percent(rule.precision())));
    }
  }

  private void warnAboutShortness() {
    if (summary.median().median() < TOO_SHORT_SECONDS) {
      warnings.add(
          "it takes less than 5 ms, of which starting a process is much; measure a command that"
              + " does more at once");
    }
  }

  private void warnAboutSlowFirst(double seconds) {
    if (summary.hasSlowFirst()) {
      warnings.add(
          "the first run took %s, far longer than the others: caches may have been cold; have more --warm-up, or --prepare the same state before each run"
              .formatted(units.time(seconds)));
    }
  }

  private void warnAboutDrift(Drift drift) {
    warnings.add(
        String.format(
            Locale.ROOT,
            "times %s over the runs, by %s from the earlier to the later half (p = %.2g): the"
                + " machine warmed up or its load changed; measure again when it has settled",
            drift.change() > 0 ? "rose" : "fell",
            ProfileUnits.percent(Math.abs(drift.change())),
            drift.pValue()));
  }

  private void warnAboutFailures(long failed) {
    if (failed > 0) {
      warnings.add(
          "%s of %s ended with an exit code other than 0, and %s counted as you asked"
              .formatted(failed, Names.count(summary.count(), "run"), failed == 1 ? "is" : "are"));
    }
  }

  private void warnAboutMemory(List<MeasuredRun> runs) {
    long unknown =
        runs.stream()
            .map(MeasuredRun::resources)
            .filter(
                told -> told.voluntarySwitches().isPresent() && told.peakMemoryBytes().isEmpty())
            .count();
    if (unknown > 0) {
      warnings.add(
          "the peak memory of %s is not known: processes of other sessions had part in it, and no cgroup here counts memory"
              .formatted(Names.count((int) unknown, "run")));
    }
  }

  private void warnAboutCounters(List<MeasuredRun> runs) {
    double least =
        runs.stream().mapToDouble(run -> run.counts().countedShare().orElse(1)).min().orElse(1);
    if (least < 1) {
      warnings.add(
          "counters counted %s of the time at least, and are extrapolated; end other programs that use counters"
              .formatted(ProfileUnits.percent(least)));
    }
  }

  private void warnAboutNoise(List<MeasuredRun> runs, NoiseWatch.Noise noise) {
    String word = Names.word(noise);
    long heard = runs.stream().filter(run -> run.noise().contains(word)).count();
    if (heard > 0) {
      warnings.add(
          "%s in %s of %s; %s"
              .formatted(what(noise), heard, Names.count(runs.size(), "run"), remedy(noise)));
    }
  }

  private static String what(NoiseWatch.Noise noise) {
    return switch (noise) {
      case OTHER_LOAD -> "other processes used the processors";
      case STOLEN_TIME -> "a hypervisor gave the processors to others";
      case FREQUENCY_CHANGED -> "the frequency of cores changed";
      case THROTTLED -> "cores were slowed down for heat or power";
    };
  }

  private static String remedy(NoiseWatch.Noise noise) {
    return switch (noise) {
      case OTHER_LOAD -> "end them, or measure when the machine is idle";
      case STOLEN_TIME -> "measure on a machine of your own, or at another time";
      case FREQUENCY_CHANGED -> "set a fixed frequency or the governor performance";
      case THROTTLED -> "cool the machine, or set a lower frequency";
    };
  }
}
