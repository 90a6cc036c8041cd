package org.espalier.testsupport;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Files of reference vectors among the test resources, most of them with a list of {@code cases}.
 */
public final class VectorFile {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private VectorFile() {}

  /** The cases of a file, by the path of the resource, such as {@code /vectors/chains.json}. */
  public static Collection<JsonNode> cases(String resource) {
    return read(resource).get("cases").values();
  }

  /** A whole file, by the path of the resource. */
  public static JsonNode read(String resource) {
    try (InputStream in = VectorFile.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new AssertionError("there is no test resource %s".formatted(resource));
      }
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new AssertionError("cannot read the vectors of " + resource, e);
    }
  }
}
