package org.espalier.workload.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is read back as it was. */
final class YamlWriterTest {
  private static final Path FILE = Path.of("written.yaml");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "15",
        "0.5",
        "1e3",
        "true",
        "null",
        "~",
        "-",
        "- a",
        "a: b",
        "a #b",
        "#",
        "'",
        "\"",
        "[x]",
        "{x: y}",
        "two\nlines",
        "two\nlines\n",
        " leading\nlines",
        "tab\there",
        "a\\b",
        "ü ± €",
        "\u0007",
        "trailing ",
        "*a",
        "&a",
        "!a",
        "%a",
        "@a",
        "`a",
        "?",
        "? a",
        ":",
        "|",
        ">",
        "a\n\nb",
        "\n first",
        "=",
        "<<",
        "123456789012345678901234567890",
        "0x1F",
        "---",
        "--- a",
        "..."
      })
  void textsAreReadBack(String text) {
    Problems problems = new Problems();
    String yaml = YamlWriter.text(Map.of("key", text, "list", List.of(text)));
    DocumentNode root = Document.parse(yaml, FILE, problems).orElseThrow();

    assertThat(root.string("key").required("")).as(yaml).isEqualTo(text);
    assertThat(root.list("list").orElse(List.of()))
        .singleElement()
        .satisfies(item -> assertThat(item.asString().orElse("")).as(yaml).isEqualTo(text));
    assertThat(problems.listed()).isEmpty();
  }

  @Test
  void oneValueStandsOnEachLine() {
    Map<String, Object> inner = new LinkedHashMap<>();
    inner.put("count", 3);
    inner.put("share", 0.25);
    inner.put("flag", true);
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("name", "15k");
    root.put("inner", inner);
    root.put("values", List.of("1", "x y"));
    root.put("again", inner);

    assertThat(YamlWriter.text(root))
        .isEqualTo(
            """
            name: 15k
            inner:
              count: 3
              share: 0.25
              flag: true
            values:
            - 1
            - x y
            again:
              count: 3
              share: 0.25
              flag: true
            """);
  }

  @Test
  void filesAreNamedFromTheDirectory() {
    assertThat(YamlWriter.relative(Path.of("/a/b/../c/f.csv"), Path.of("/a/d")))
        .isEqualTo("../c/f.csv");
  }
}
