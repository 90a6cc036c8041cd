package org.espalier.simulator.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.testsupport.VectorFile;
import org.espalier.workload.pet.EtcFiles;
import org.espalier.workload.trace.TrialFiles;
import tools.jackson.databind.JsonNode;

/**
 * A trial with the ends of its tasks as a plain simulator gave them that shares nothing with this
 * one.
 *
 * @param label names it among the trials of its file
 * @param meant policy and settings
 * @param level directory of the trial's workload
 * @param system name of the system's file, without its ending
 * @param seed of the execution times
 * @param number of the trial
 * @param counts tasks by fate
 * @param checksum over the ends of all tasks
 * @param trace the ends of all tasks, where the file has them
 */
record GoldenTrial(
    String label,
    GoldenCase meant,
    String level,
    String system,
    long seed,
    int number,
    List<Long> counts,
    String checksum,
    Optional<List<List<Long>>> trace) {

  /** The trials of a file among the test resources. */
  static List<GoldenTrial> read(String resource) {
    List<GoldenTrial> trials = new ArrayList<>();
    for (JsonNode golden : VectorFile.cases(resource)) {
      for (JsonNode trial : golden.get("trials").values()) {
        trials.add(of(golden, trial));
      }
    }
    return trials;
  }

  private static GoldenTrial of(JsonNode golden, JsonNode trial) {
    String name = golden.get("name").asString();
    String level = golden.get("level").asString();
    int number = trial.get("trial").asInt();
    return new GoldenTrial(
        "%s, %s, trial %d".formatted(name, level, number),
        GoldenCase.of(name),
        level,
        golden.get("options").has("homo") ? "homo_2" : "classes_2",
        golden.get("seed").asLong(),
        number,
        numbers(trial.get("counts")),
        trial.get("fnv1a64").asString(),
        trial.optional("trace").map(GoldenTrial::rows));
  }

  private static List<List<Long>> rows(JsonNode trace) {
    return trace.values().stream().map(GoldenTrial::numbers).toList();
  }

  private static List<Long> numbers(JsonNode list) {
    return list.values().stream().map(JsonNode::asLong).toList();
  }

  /** The trial to be run, from a directory of systems and workloads in the papers' formats. */
  Trial trial(Path inputs) {
    HcSystem classes = system(inputs, "classes_2");
    HcSystem machines = system.equals("classes_2") ? classes : system(inputs, system);
    Path file = inputs.resolve(level).resolve("trial_%d.dat".formatted(number));
    Workload workload = TrialFiles.read(file, classes.pet()).value();
    CounterStream times = new CounterStream(seed, number, machines.pet());
    return new Trial(machines, meant.rules(), workload, times);
  }

  private static HcSystem system(Path inputs, String name) {
    return EtcFiles.read(inputs.resolve(name + ".etc")).value().system(name);
  }

  @Override
  public String toString() {
    return label;
  }
}
