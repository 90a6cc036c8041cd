package org.espalier.service.learning;

import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was learned as JSON. Numbers are written so that they are read back exactly. Cells that have
 * learned nothing are left out.
 */
final class LearningState {
  private static final Logger LOG = LoggerFactory.getLogger(LearningState.class);
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  private LearningState() {}

  private record Written(List<Calibration.Bin> calibration, List<Named> cells) {}

  /** The same with cells that are read one by one. */
  private record Read(List<Calibration.Bin> calibration, List<JsonNode> cells) {}

  private record Named(String taskType, String machineType, long step, LearnedCell.Saved learned) {}

  static String write(List<HistogramLearning.NamedCell> cells, Calibration calibration) {
    List<Named> learned =
        cells.stream()
            .filter(named -> named.cell().hasLearned())
            .map(named ->
                new Named(
                    named.taskType(),
                    named.machineType(),
                    named.cell().step(),
                    named.cell().save()))
            .toList();
    return MAPPER.writeValueAsString(new Written(calibration.bins(), learned));
  }

  /** Restores what can be restored, and logs what cannot. */
  static void read(String state, List<HistogramLearning.NamedCell> cells, Calibration calibration) {
    try {
      Optional<Read> read = Optional.ofNullable(MAPPER.readValue(state, Read.class));
      read.ifPresent(all -> calibration.restore(all.calibration()));
      read.ifPresent(all -> all.cells().forEach(cell -> readCell(cell, cells)));
    } catch (JacksonException | IllegalArgumentException e) {
      LOG.warn("what was learned cannot be read, and is ignored: {}", e.getMessage());
    }
  }

  private static void readCell(JsonNode json, List<HistogramLearning.NamedCell> cells) {
    String taskType = json.path("task_type").asString("");
    String machineType = json.path("machine_type").asString("");
    Optional<LearnedCell> cell =
        cells.stream()
            .filter(c -> c.taskType().equals(taskType) && c.machineType().equals(machineType))
            .map(HistogramLearning.NamedCell::cell)
            .findFirst();
    if (cell.isEmpty()) {
      LOG.info("task type {} on machine type {} is no more; forgotten", taskType, machineType);
      return;
    }
    try {
      Named named = MAPPER.treeToValue(json, Named.class);
      if (named.step() == cell.get().step()) {
        cell.get().restore(named.learned());
      } else {
        LOG.warn(
            "times of task type {} on machine type {} were learned on a step of {}, not {}; they"
                + " are ignored",
            taskType,
            machineType,
            named.step(),
            cell.get().step());
      }
    } catch (JacksonException | IllegalArgumentException e) {
      LOG.warn(
          "what was learned of task type {} on machine type {} cannot be read, and begins anew: {}",
          taskType,
          machineType,
          e.getMessage());
    }
  }
}
