package org.espalier.profiler.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.profiler.prediction.MeasuredMeans;
import org.espalier.profiler.run.PlanResults;
import org.espalier.profiler.sample.Conditions;
import org.espalier.report.statistics.MeanInterval;

/**
 * The energy of a co-location set until all its members had ended, and that of its members one by
 * one (DISSERTATION table 8.5). What they share is the static power.
 *
 * @param members task types, in order of their names; a single one if it ran alone
 * @param joules of the set together
 * @param aloneJoules the sum of its members' energies alone; NaN if one of them was not measured
 */
record SharedEnergy(
    Conditions conditions, List<String> members, MeanInterval joules, double aloneJoules) {

  /**
   * The energies of all sets, in the order in which they were first measured, and of what ran
   * alone; none where no set was measured.
   */
  static List<SharedEnergy> of(PlanResults results) {
    if (results.sets().isEmpty()) {
      return List.of();
    }
    Map<Key, MeanInterval> means =
        MeasuredMeans.by(
            Stream.concat(
                    results.sets().stream(),
                    results.runs().stream().filter(run -> run.cell().isAlone()))
                .filter(run -> run.energyJoules().isPresent()),
            run -> new Key(run.cell().conditions(), run.cell().members()),
            run -> run.energyJoules().orElseThrow());
    List<SharedEnergy> energies = new ArrayList<>();
    means.forEach((key, mean) ->
        energies.add(new SharedEnergy(key.conditions(), key.members(), mean, alone(key, means))));
    return energies;
  }

  private record Key(Conditions conditions, List<String> members) {}

  private static double alone(Key set, Map<Key, MeanInterval> means) {
    double sum = 0;
    for (String member : set.members()) {
      MeanInterval mean = means.get(new Key(set.conditions(), List.of(member)));
      sum += mean == null ? Double.NaN : mean.mean();
    }
    return sum;
  }

  /** The share that running together saves, below 0 if it costs more; NaN if unknown. */
  double saving() {
    return members.size() > 1 && aloneJoules > 0 ? 1 - joules.mean() / aloneJoules : Double.NaN;
  }
}
