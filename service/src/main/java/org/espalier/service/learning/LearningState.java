package org.espalier.service.learning;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.pmf.Pmf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was learned as JSON. Numbers are written so that they are read back exactly. Cells that have
 * learned nothing are left out.
 */
final class LearningState {
  private static final Logger LOG = LoggerFactory.getLogger(LearningState.class);
  private static final int VERSION = 1;
  private static final JsonMapper MAPPER = new JsonMapper();

  private LearningState() {}

  static String write(List<HistogramLearning.NamedCell> cells, long step, Calibration calibration) {
    ObjectNode json = MAPPER.createObjectNode().put("version", VERSION).put("step", step);
    ArrayNode bins = json.putArray("calibration");
    calibration.bins().forEach(bin -> write(bin, bins.addObject()));
    ArrayNode items = json.putArray("cells");
    for (HistogramLearning.NamedCell named : cells) {
      if (named.cell().hasLearned()) {
        ObjectNode item = items.addObject();
        item.put("task_type", named.taskType()).put("machine_type", named.machineType());
        write(named.cell().save(), item);
      }
    }
    return MAPPER.writeValueAsString(json);
  }

  private static void write(Calibration.Bin bin, ObjectNode json) {
    json.put("tasks", bin.tasks()).put("predicted", bin.predicted()).put("on_time", bin.onTime());
  }

  private static void write(Cell.Saved saved, ObjectNode json) {
    json.put("completions", saved.completions())
        .put("since_published", saved.sincePublished())
        .put("not_before", saved.notBefore());
    write(saved.ends(), json.putObject("ends"));
    if (!saved.stops().isEmpty()) {
      write(saved.stops(), json.putObject("stops"));
    }
    if (saved.published().isPresent()) {
      Pmf pmf = saved.published().get();
      json.put("origin", pmf.origin());
      write(pmf.masses(), json.putArray("masses"));
    }
  }

  private static void write(Histogram histogram, ObjectNode json) {
    json.put("first", histogram.first());
    write(histogram.weights(), json.putArray("weights"));
  }

  /** Zeros in short. */
  private static void write(double[] values, ArrayNode json) {
    for (double value : values) {
      if (value == 0) {
        json.add(0);
      } else {
        json.add(value);
      }
    }
  }

  /** Restores what can be restored, and logs what cannot. */
  static void read(
      String state, List<HistogramLearning.NamedCell> cells, long step, Calibration calibration) {
    try {
      JsonNode json = MAPPER.readTree(state);
      int version = json.required("version").intValue();
      long itsStep = json.required("step").longValue();
      if (version != VERSION) {
        LOG.warn("what was learned is of version {}, not {}; it is ignored", version, VERSION);
        return;
      }
      readCalibration(json, calibration);
      if (itsStep == step) {
        json.required("cells").forEach(item -> readCell(item, cells, step));
      } else {
        LOG.warn("times were learned on a step of {}, not {}; they are ignored", itsStep, step);
      }
    } catch (JacksonException e) {
      LOG.warn("what was learned cannot be read, and is ignored: {}", e.getOriginalMessage());
    }
  }

  private static void readCalibration(JsonNode json, Calibration calibration) {
    try {
      List<Calibration.Bin> bins = new ArrayList<>();
      for (JsonNode bin : json.required("calibration")) {
        bins.add(
            new Calibration.Bin(
                bin.required("tasks").longValue(),
                bin.required("predicted").doubleValue(),
                bin.required("on_time").longValue()));
      }
      calibration.restore(bins);
    } catch (JacksonException | IllegalArgumentException e) {
      LOG.warn("the calibration cannot be read, and begins anew: {}", e.getMessage());
    }
  }

  private static void readCell(JsonNode json, List<HistogramLearning.NamedCell> cells, long step) {
    String taskType = json.path("task_type").asString("");
    String machineType = json.path("machine_type").asString("");
    Optional<HistogramLearning.NamedCell> named =
        cells.stream()
            .filter(c -> c.taskType().equals(taskType) && c.machineType().equals(machineType))
            .findFirst();
    if (named.isEmpty()) {
      LOG.info("task type {} on machine type {} is no more; forgotten", taskType, machineType);
      return;
    }
    try {
      Cell cell = named.get().cell();
      cell.restore(saved(json, step));
    } catch (JacksonException | IllegalArgumentException e) {
      LOG.warn(
          "what was learned of task type {} on machine type {} cannot be read, and begins anew: {}",
          taskType,
          machineType,
          e.getMessage());
    }
  }

  private static Cell.Saved saved(JsonNode json, long step) {
    return new Cell.Saved(
        json.required("completions").longValue(),
        json.required("since_published").intValue(),
        json.required("not_before").longValue(),
        histogram(json.required("ends")),
        json.has("stops") ? histogram(json.get("stops")) : new Histogram(Cell.MOST_POINTS),
        json.has("masses")
            ? Optional.of(
                Pmf.of(json.required("origin").longValue(), step, numbers(array(json, "masses"))))
            : Optional.empty());
  }

  private static Histogram histogram(JsonNode json) {
    return Histogram.restored(
        Cell.MOST_POINTS, json.required("first").longValue(), numbers(array(json, "weights")));
  }

  private static JsonNode array(JsonNode json, String name) {
    JsonNode array = json.required(name);
    if (!array.isArray()) {
      throw new IllegalArgumentException("%s is %s; expected a list".formatted(name, array));
    }
    return array;
  }

  private static double[] numbers(JsonNode json) {
    double[] numbers = new double[json.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = json.get(i).doubleValue();
    }
    return numbers;
  }
}
