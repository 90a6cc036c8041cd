package org.espalier.simulator.engine;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The reference vectors of the engine. */
final class EngineVectors {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private EngineVectors() {}

  /** The cases of a file. */
  static Collection<JsonNode> cases(String file) {
    try (InputStream in = EngineVectors.class.getResourceAsStream("/vectors/" + file + ".json")) {
      return JSON.readTree(in).get("cases").values();
    } catch (IOException e) {
      throw new AssertionError("cannot read the vectors of " + file, e);
    }
  }
}
