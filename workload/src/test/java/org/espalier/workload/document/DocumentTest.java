package org.espalier.workload.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentTest {
  private static final Path FILE = Path.of("a.yaml");

  private final Problems problems = new Problems();

  @TempDir Path directory;

  private DocumentNode root(String text) {
    return Document.parse(text, FILE, problems).orElseThrow();
  }

  private List<String> told() {
    return problems.listed().stream().map(Problem::toString).toList();
  }

  private enum Colour {
    DARK_RED,
    BLUE
  }

  @Test
  void typedValuesAreRead() {
    DocumentNode root =
        root(
            """
            name: a b
            trials: 30
            share: 1.5e-1
            on: true
            tick: 10 us
            power: 1.5 kW
            colour: dark-red
            list: [x, 2]
            one: y
            nested: {deep: {deeper: 7}}
            nothing: ~
            """);

    assertThat(root.string("name").required("")).isEqualTo("a b");
    assertThat(root.integer("trials", 1, 10_000).orElse(1)).isEqualTo(30);
    assertThat(root.number("share", 0, 1).orElse(0.0)).isEqualTo(0.15);
    assertThat(root.flag("on").orElse(false)).isTrue();
    assertThat(root.duration("tick").find()).contains(Duration.ofNanos(10_000));
    assertThat(root.watts("power").find()).contains(1500.0);
    assertThat(root.choice("colour", Colour.class).find()).contains(Colour.DARK_RED);
    assertThat(root.list("list").orElse(List.of()))
        .extracting(item -> item.asString().orElse(""))
        .containsExactly("x", "2");
    assertThat(root.oneOrMore("one").orElse(List.of())).hasSize(1);
    DocumentNode deep = root.mapping("nested").find().orElseThrow().mapping("deep").find().get();
    assertThat(deep.integer("deeper", 0, 9).find()).contains(7);
    assertThat(deep.path()).isEqualTo("nested.deep");
    assertThat(deep.line()).isEqualTo(10);
    assertThat(root.integer("nothing", 0, 1).find()).isEmpty();
    assertThat(root.string("absent").orElse("default")).isEqualTo("default");
    root.rejectUnknownKeys();
    assertThat(told()).isEmpty();
  }

  @Test
  void everyProblemIsToldWithLineAndPath() {
    DocumentNode root =
        root(
            """
            trials: many
            level: 11
            colour: blu
            trails: 3
            level: 4
            tick: 10
            machines:
              - {typ: a}
              - 7
            share: .nan
            """);

    root.integer("trials", 1, 10_000).orElse(30);
    root.integer("level", 0, 10).orElse(0);
    root.choice("colour", Colour.class).orElse(Colour.BLUE);
    root.duration("tick").find();
    root.number("share", 0, 1).find();
    root.string("name").required("");
    for (DocumentNode machine : root.list("machines").orElse(List.of())) {
      machine.string("type").required("");
      machine.rejectUnknownKeys();
    }
    root.rejectUnknownKeys();

    assertThat(told())
        .containsExactly(
            "a.yaml:5: level: duplicate key, first on line 2; remove one",
            "a.yaml:1: trials: does not fit (value many); expected a whole number from 1 to 10000",
            "a.yaml:2: level: does not fit (value 11); expected a whole number from 0 to 10",
            "a.yaml:3: colour: unknown word (value blu); expected one of dark-red, blue; did you"
                + " mean blue?",
            "a.yaml:6: tick: does not fit (value 10); expected a duration above 0: a number and one"
                + " of ns, us, ms, s, min, h, d, for example 3.5 s",
            "a.yaml:10: share: does not fit (value .nan); expected a number from 0 to 1",
            "a.yaml:1: name: missing; add name",
            "a.yaml:8: machines[0].type: missing; add machines[0].type",
            "a.yaml:8: machines[0].typ: unknown key; did you mean type?",
            "a.yaml:9: machines[1]: does not fit (value 7); expected a mapping (key: value lines)",
            "a.yaml:4: trails: unknown key; did you mean trials?");
    assertThatThrownBy(problems::throwIfAny)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a.yaml:4: trails: unknown key; did you mean trials?\n".strip());
  }

  @Test
  void aliasesShareWhatTheyStandFor() {
    DocumentNode root = root("base: &b {x: 1}\nagain: *b\n");

    assertThat(root.mapping("again").find().get().integer("x", 0, 9).find()).contains(1);
  }

  @Test
  void nestedAliasesCostNothing() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 60; i++) {
      laughs.append("a%d: &a%d [%s]\n".formatted(i, i, "*a%d,".formatted(i - 1).repeat(9)));
    }
    assertThat(root(laughs.toString()).keys()).hasSize(60);
  }

  private void assertRefused(String text, String message) {
    Optional<DocumentNode> read = Document.parse(text, FILE, problems);

    assertThat(read).isEmpty();
    assertThat(told()).hasSize(1).first().asString().contains(message);
  }

  @Test
  void anAliasOfItselfIsRefused() {
    assertRefused("a: &a [*a]\n", "a.yaml:1: alias *a stands for nothing complete before it");
  }

  @Test
  void depthIsLimited() {
    assertRefused("[".repeat(1000), "nested deeper than 64 levels");
  }

  @Test
  void aSecondDocumentIsRefused() {
    assertRefused("a: 1\n---\nb: 2\n", "a.yaml:2: a second document begins");
  }

  @Test
  void anEmptyDocumentIsRefused() {
    assertRefused("# nothing\n", "a.yaml: is empty");
  }

  @Test
  void brokenYamlIsToldWithItsLine() {
    assertRefused("a: 1\nb: [1, 2\nc: 3\n", "a.yaml:3: is not YAML");
  }

  @Test
  void keysAreWords() {
    assertRefused("? [a, b]\n: 1\n", "a.yaml:1: a key is not a word");
  }

  @Test
  void theNumberOfValuesIsLimited() {
    assertRefused("- 1\n".repeat(TreeBuilder.MOST_NODES + 2), "more than 500,000 values");
  }

  /** The parser's time grows with the square of the length of a line. */
  @Test
  void longLinesAreRefused() {
    assertRefused(
        "a: 1\nb: " + "x".repeat(15 << 20), "a.yaml:2: line is longer than 65,536 characters");
  }

  @Test
  void aHundredMegabytesAreRefusedUnread() throws IOException {
    Path large = directory.resolve("large.yaml");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(100L << 20);
    }
    assertThat(Document.read(large, problems)).isEmpty();
    assertThat(told()).hasSize(1).first().asString().contains("is larger than 16 MB");
  }

  @Test
  void otherEncodingsAndAbsentFilesAreRefused() throws IOException {
    Path latin = Files.write(directory.resolve("latin.yaml"), new byte[] {'a', ':', (byte) 0xe9});

    assertThat(Document.read(latin, problems)).isEmpty();
    assertThat(Document.read(directory.resolve("no.yaml"), problems)).isEmpty();
    assertThat(told().get(0)).contains("latin.yaml:1: is not UTF-8");
    assertThat(told().get(1)).contains("no.yaml: there is no such file");
  }

  @Test
  void aListWhereAMappingIsWanted() {
    DocumentNode root = root("- 1\n");
    root.string("name").required("");

    assertThat(told())
        .containsExactly("a.yaml:1: is a list; expected a mapping (key: value lines)");
  }

  @Test
  void onlyFiftyProblemsAreListed() {
    FileProblems own = problems.in(FILE);
    for (int i = 0; i < 60; i++) {
      own.report(i + 1, "", "", "wrong in way " + i, "");
    }
    assertThatThrownBy(problems::throwIfAny)
        .hasMessageStartingWith("a.yaml:1: wrong in way 0\n")
        .hasMessageEndingWith("a.yaml:50: wrong in way 49\nand 10 more");
  }

  @Test
  void editDistances() {
    assertThat(Names.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(Names.distance("", "abc")).isEqualTo(3);
    assertThat(Names.nearest("polices", List.of("policies", "trials"))).contains("policies");
    assertThat(Names.nearest("something", List.of("policies", "trials"))).isEmpty();
  }

  @Test
  void quantities() {
    assertThat(Quantities.duration("1.5 ms")).contains(Duration.ofNanos(1_500_000));
    assertThat(Quantities.duration("2h")).contains(Duration.ofHours(2));
    assertThat(Quantities.duration("0.5 ns")).isEmpty();
    assertThat(Quantities.duration("-1 s")).isEmpty();
    assertThat(Quantities.duration("999999999999 d")).isEmpty();
    assertThat(Quantities.duration("10 parsec")).isEmpty();
    assertThat(Quantities.text(Duration.ofNanos(10_000))).isEqualTo("10 us");
    assertThat(Quantities.inGreatestUnit(Duration.ofMinutes(10))).isEqualTo("10 min");
    assertThat(Quantities.inGreatestUnit(Duration.ofSeconds(90))).isEqualTo("90 s");
    assertThat(Quantities.inGreatestUnit(Duration.ofNanos(1_001))).isEqualTo("1001 ns");
    assertThat(Quantities.watts("133 W")).contains(133.0);
    assertThat(Quantities.watts("133 w")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Europe/Zurich", "UTC", "+03:00", "Etc/GMT+3", "GMT0", "EST5EDT"})
  void aZoneOfOneMeaningIsRead(String zone) {
    assertThat(Quantities.zone(zone)).isEqualTo(ZoneId.of(zone));
  }

  /** POSIX has GMT+3 three hours west of Greenwich, Java three hours east. */
  @ParameterizedTest
  @ValueSource(strings = {"GMT+3", "UTC-03:30", "GMT-11", "UT+1"})
  void aZoneOfTwoMeaningsIsRefused(String zone) {
    assertThatThrownBy(() -> Quantities.zone(zone))
        .isInstanceOf(DateTimeException.class)
        .hasMessageContaining(zone)
        .hasMessageContaining("+03:00 for three hours east");
  }

  /** The parser lets some of these through to Java's own exceptions. */
  @ParameterizedTest
  @ValueSource(strings = {"\"\\x", "\"\\x\"", "\"\\UFFFFFFFF\"", "\"\\U00110000\""})
  void brokenEscapesAreTold(String escape) {
    assertThat(Document.parse("a: 1\nb: " + escape, Path.of("d.yaml"), problems)).isEmpty();
    assertThat(told()).singleElement().asString().startsWith("d.yaml:2: is not YAML: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\0", "\\ud800"})
  void whatNoFileNameAndNoProcessTakesIsTold(String escape) {
    assertThat(Document.parse("a: \"x" + escape + "\"", Path.of("d.yaml"), problems)).isEmpty();
    assertThat(told())
        .containsExactly("d.yaml:1: a NUL character or half of a surrogate pair; remove it");
  }

  @Test
  void aFileNameIsOneWhereItIsRead() {
    DocumentNode root = root("file: a.csv\nlist: [b]");

    assertThat(root.fileName("file").find()).contains("a.csv");
    assertThat(root.fileName("list").find()).isEmpty();
    assertThat(told()).singleElement().asString().contains("list: ");
  }

  @Test
  void eightyThousandUnknownKeysAreToldAtOnce() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 80_000; i++) {
      text.append("unknown_key_").append(i).append(": 1\n");
    }
    DocumentNode root = root(text.toString());
    for (int i = 0; i < 50; i++) {
      root.has("another_key_" + i);
    }
    long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    root.rejectUnknownKeys();
    long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    assertThat(problems.count()).isEqualTo(80_000);
    assertThat(Duration.ofNanos(end - begin)).isLessThan(Duration.ofSeconds(2));
  }
}
