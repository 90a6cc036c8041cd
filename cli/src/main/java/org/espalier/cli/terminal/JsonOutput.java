package org.espalier.cli.terminal;

import java.io.PrintWriter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON for programs, laid out so that people can read it too. */
public final class JsonOutput {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JsonOutput() {}

  public static void print(JsonNode json, PrintWriter out) {
    out.println(MAPPER.writeValueAsString(json));
  }
}
