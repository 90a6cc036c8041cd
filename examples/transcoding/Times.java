import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Mean execution times in seconds, by task type and machine type. */
record Times(Map<String, Map<String, Double>> means) {
  /** Reads samples: task_type,machine_type,execution_time_s. */
  static Times read(Path file) throws IOException {
    Map<String, Map<String, List<Double>>> samples = new TreeMap<>();
    List<String> lines = Files.readAllLines(file);
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      samples
          .computeIfAbsent(cells[0], type -> new TreeMap<>())
          .computeIfAbsent(cells[1], type -> new ArrayList<>())
          .add(Double.valueOf(cells[2]));
    }
    Map<String, Map<String, Double>> means = new TreeMap<>();
    samples.forEach((type, row) -> {
      means.put(type, new TreeMap<>());
      row.forEach((machine, values) -> means.get(type).put(machine, mean(values)));
    });
    return new Times(means);
  }

  private static double mean(Collection<Double> values) {
    return values.stream().mapToDouble(value -> value).average().orElseThrow();
  }

  List<String> types() {
    return List.copyOf(means.keySet());
  }

  /** Mean time of a task type over machine types. */
  double mean(String type) {
    return mean(means.get(type).values());
  }

  /** Mean time of all task types. */
  double mean() {
    return types().stream().mapToDouble(this::mean).average().orElseThrow();
  }

  /** Segments a second, all types alike, of so many machines of each type. */
  double capacity(int machinesOfEachType) {
    double rate = 0;
    for (String machine : new TreeSet<>(means.values().iterator().next().keySet())) {
      double busy = 0;
      for (String type : types()) {
        busy += means.get(type).get(machine) / types().size();
      }
      rate += machinesOfEachType / busy;
    }
    return rate;
  }
}
