package org.espalier.simulator.shard;

import java.util.Map;
import org.espalier.simulator.run.UnitResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The lines of a shard as JSON. A double is written with as many digits as tell it from all others,
 * so that it is read back as it was; numbers that are none are written as strings.
 */
final class ShardJson {
  private static final String FINISHED = "finished";
  private static final String FAILED = "failed";
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private ShardJson() {}

  /**
   * The first line of a shard.
   *
   * @param study digest of the study
   * @param units number of lines that follow, one for each unit
   */
  record Header(String study, int units) {}

  /**
   * The first line of a checkpoint.
   *
   * @param checkpoint digest of the run
   */
  record CheckpointHeader(String checkpoint) {}

  /**
   * A line of a checkpoint.
   *
   * @param part name of the part of the run that the unit is of
   */
  record Kept(String part, UnitResult.Finished finished) {}

  static String line(Header header) {
    return MAPPER.writeValueAsString(header);
  }

  static String line(CheckpointHeader header) {
    return MAPPER.writeValueAsString(header);
  }

  static String line(Kept kept) {
    return MAPPER.writeValueAsString(kept);
  }

  static String line(UnitResult result) {
    return switch (result) {
      case UnitResult.Finished finished -> MAPPER.writeValueAsString(Map.of(FINISHED, finished));
      case UnitResult.Failed failed -> MAPPER.writeValueAsString(Map.of(FAILED, failed));
    };
  }

  /**
   * Reads a first line.
   *
   * @throws JacksonException if it is none
   */
  static Header header(String line) {
    return MAPPER.readValue(line, Header.class);
  }

  /**
   * Reads a first line of a checkpoint.
   *
   * @throws JacksonException if it is none
   */
  static CheckpointHeader checkpointHeader(String line) {
    return MAPPER.readValue(line, CheckpointHeader.class);
  }

  /**
   * Reads a line of a checkpoint.
   *
   * @throws JacksonException if it is none
   */
  static Kept kept(String line) {
    return MAPPER.readValue(line, Kept.class);
  }

  /**
   * Reads a line that a unit's result was written to.
   *
   * @throws JacksonException if it is none
   */
  static UnitResult result(String line) {
    JsonNode node = MAPPER.readTree(line);
    return node.has(FAILED)
        ? MAPPER.treeToValue(node.path(FAILED), UnitResult.Failed.class)
        : MAPPER.treeToValue(node.path(FINISHED), UnitResult.Finished.class);
  }
}
