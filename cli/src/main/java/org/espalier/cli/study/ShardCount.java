package org.espalier.cli.study;

import java.util.List;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.Gathering;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.Shard;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.study.Experiment;

/**
 * How many shards of a minute's work a study makes. Some of its trials are run here, one of each
 * draw of system and tasks, for some seconds; the first of these are not counted, as a program is
 * slower when it begins.
 */
final class ShardCount {
  private static final double SECONDS_OF_SHARD = 60;
  private static final double WARM_UP_SECONDS = 1;
  private static final double SECONDS = 3;

  private ShardCount() {}

  /**
   * As many as it takes, from 1 up to a greatest number.
   *
   * @throws org.espalier.simulator.run.PolicyFailedException if a policy fails here already
   */
  static int of(Experiment experiment, int most) {
    List<List<StudyUnit>> draws =
        Shard.deal(experiment, experiment.totalTrials()).stream()
            .filter(units -> !units.isEmpty())
            .toList();
    Gathering gathering = new Gathering(experiment);
    RunSettings settings = new RunSettings(1, System::nanoTime, ExperimentProgress.NONE);
    long begin = System.nanoTime();
    long from = begin;
    int trials = 0;
    for (List<StudyUnit> units : draws) {
      ExperimentRunner.run(
          experiment, List.of(units.get(trials % units.size())), settings, gathering::add);
      gathering.checkPolicies();
      trials++;
      if (seconds(begin) >= SECONDS) {
        break;
      }
      if (from == begin && seconds(begin) >= WARM_UP_SECONDS) {
        from = System.nanoTime();
        trials = 0;
      }
    }
    double work = trials == 0 ? 0 : seconds(from) / trials * experiment.totalTrials();
    long shards = (long) Math.ceil(work / SECONDS_OF_SHARD);
    return Math.clamp(shards, 1, Math.min(most, draws.size()));
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }
}
