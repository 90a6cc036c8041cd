package org.espalier.simulator.checkpoint;

import org.espalier.simulator.run.UnitResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The lines of a checkpoint as JSON. A double is written with as many digits as tell it from all
 * others, so that it is read back as it was; numbers that are none are written as strings.
 */
final class CheckpointJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private CheckpointJson() {}

  /**
   * The first line.
   *
   * @param checkpoint digest of the run
   */
  record Header(String checkpoint) {}

  /**
   * A line of a unit.
   *
   * @param part name of the part of the run that the unit is of
   */
  record Kept(String part, UnitResult.Finished finished) {}

  /** A {@link Header} or what is {@link Kept}. */
  static String line(Record line) {
    return MAPPER.writeValueAsString(line);
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
   * Reads a line of a unit.
   *
   * @throws JacksonException if it is none
   */
  static Kept kept(String line) {
    return MAPPER.readValue(line, Kept.class);
  }
}
