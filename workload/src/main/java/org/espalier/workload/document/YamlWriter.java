package org.espalier.workload.document;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.Schema;

/** Makes the text of a document that {@link Document} reads again. */
public final class YamlWriter {
  /** Every scalar is a text, but for those that stand for nothing. */
  private static final Schema TEXTS =
      new Schema() {
        @Override
        public ScalarResolver getScalarResolver() {
          return (text, plain) -> NOTHING.contains(text) ? Tag.NULL : Tag.STR;
        }

        @Override
        public Map<Tag, ConstructNode> getSchemaTagConstructors() {
          return Map.of();
        }
      };

  private static final Set<String> NOTHING = Set.of("", "null", "~");

  private YamlWriter() {}

  /**
   * The text of a mapping.
   *
   * @param entries texts, which stand without quotes wherever they are read back so, what has a
   *     text, and lists and mappings of such
   */
  public static String text(Map<String, ?> entries) {
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setSchema(TEXTS)
            .setSplitLines(false)
            .build();
    return new Dump(settings).dumpToString(texts(entries));
  }

  /**
   * A mapping, in this order.
   *
   * @param keysAndValues by turns. What is empty, a text or an {@link Optional}, has no entry;
   *     durations and words of enums become what {@link Document} reads
   */
  public static Map<String, Object> entries(Object... keysAndValues) {
    Map<String, Object> entries = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      String key = String.valueOf(keysAndValues[i]);
      Object value = keysAndValues[i + 1];
      Optional<?> given = value instanceof Optional<?> optional ? optional : Optional.of(value);
      given.filter(found -> !found.equals("")).ifPresent(found -> entries.put(key, word(found)));
    }
    return entries;
  }

  private static Object word(Object value) {
    return switch (value) {
      case Duration duration -> Quantities.text(duration);
      case Enum<?> constant -> Names.word(constant);
      default -> value;
    };
  }

  private static Object texts(Object value) {
    return switch (value) {
      case Map<?, ?> entries -> {
        Map<String, Object> texts = new LinkedHashMap<>();
        entries.forEach((key, entry) -> texts.put(String.valueOf(key), texts(entry)));
        yield texts;
      }
      case List<?> items -> items.stream().map(YamlWriter::texts).toList();
      default -> value.toString();
    };
  }

  /** The name of a file in a document of a directory: relative to it where they have one root. */
  public static String relative(Path file, Path directory) {
    Path absolute = file.toAbsolutePath().normalize();
    Path from = directory.toAbsolutePath().normalize();
    boolean sameRoot = absolute.getRoot().equals(from.getRoot());
    return (sameRoot ? from.relativize(absolute) : absolute).toString().replace('\\', '/');
  }
}
