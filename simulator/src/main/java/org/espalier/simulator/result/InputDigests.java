package org.espalier.simulator.result;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.BeliefDimension;
import org.espalier.simulator.study.ContentDigest;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.PolicyDimension;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.SettingDimension;
import org.espalier.workload.document.Problems;

/**
 * What the trials of some results met, as {@code inputs.csv} tells it: a row for each trial of each
 * system and workload, with their SHA-256, so that results can be compared without their inputs.
 */
final class InputDigests {
  static final String FILE = "inputs.csv";
  static final String SEED = "seed";
  static final String TASKS = "tasks";
  static final String TASKS_DIGEST = "tasks_sha256";
  static final String SYSTEM_DIGEST = "system_sha256";

  private final Experiment experiment;
  private final List<Integer> axes;

  InputDigests(Experiment experiment) {
    this.experiment = experiment;
    List<Axis> all = experiment.study().comparison().axes();
    this.axes = IntStream.range(0, all.size()).filter(i -> isOfInput(all.get(i))).boxed().toList();
  }

  private static boolean isOfInput(Axis axis) {
    return !(axis.dimension() instanceof PolicyDimension)
        && !(axis.dimension() instanceof SettingDimension)
        && !(axis.dimension() instanceof BeliefDimension);
  }

  void write(Path file) throws IOException {
    List<Axis> all = experiment.study().comparison().axes();
    List<String> header =
        new ArrayList<>(axes.stream().map(i -> all.get(i).dimension().key()).toList());
    header.addAll(List.of("trial", SEED, TASKS, TASKS_DIGEST, SYSTEM_DIGEST));
    int trials = experiment.study().plan().trials();
    Set<List<String>> done = new LinkedHashSet<>();
    try (CsvWriter csv =
        CsvWriter.builder().lineDelimiter(de.siegmar.fastcsv.writer.LineDelimiter.LF).build(file)) {
      csv.writeRecord(header);
      for (Scenario scenario : experiment.scenarios()) {
        List<String> values = axes.stream().map(scenario.values()::get).toList();
        boolean isNew = done.add(values);
        for (int trial = 1; isNew && trial <= trials; trial++) {
          csv.writeRecord(row(scenario, values, trial));
        }
      }
    }
  }

  private List<String> row(Scenario scenario, List<String> values, int trial) {
    HcSystem system = experiment.system(scenario, trial);
    Workload workload = experiment.workload(scenario, system, trial);
    ContentDigest digest = new ContentDigest(new Problems());
    digest.put(workload, system);
    String tasks = digest.hex();
    digest.put(system);
    List<String> row = new ArrayList<>(values);
    row.add(Integer.toString(trial));
    row.add(Long.toString(experiment.study().plan().seed()));
    row.add(Integer.toString(workload.size()));
    row.add(tasks);
    row.add(digest.hex());
    return row;
  }
}
