package org.espalier.service.learning;

import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
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

  private record State(List<Calibration.Bin> calibration, List<Named> cells) {}

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
    return MAPPER.writeValueAsString(new State(calibration.bins(), learned));
  }

  /** Restores what has a place still, and logs what has none; nothing if it cannot be read. */
  static void read(String state, List<HistogramLearning.NamedCell> cells, Calibration calibration) {
    try {
      State read = MAPPER.readValue(state, State.class);
      calibration.restore(read.calibration());
      read.cells().forEach(cell -> restore(cell, cells));
    } catch (JacksonException | IllegalArgumentException e) {
      LOG.warn("what was learned cannot be read, and is ignored: {}", e.getMessage());
    }
  }

  private static void restore(Named named, List<HistogramLearning.NamedCell> cells) {
    String name =
        "task type %s on machine type %s".formatted(named.taskType(), named.machineType());
    Optional<LearnedCell> cell =
        cells.stream()
            .filter(c -> c.taskType().equals(named.taskType()))
            .filter(c -> c.machineType().equals(named.machineType()))
            .map(HistogramLearning.NamedCell::cell)
            .findFirst();
    if (cell.isEmpty()) {
      LOG.info("{} is no more; forgotten", name);
    } else if (named.step() == cell.get().step()) {
      cell.get().restore(named.learned());
    } else {
      LOG.warn(
          "times of {} were learned on a step of {}, not {}; they are ignored",
          name,
          named.step(),
          cell.get().step());
    }
  }
}
