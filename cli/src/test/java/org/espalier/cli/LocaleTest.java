package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.espalier.testsupport.TestJvm;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is written is the same in every locale. But for the last test the locale is set in this
 * process, behind the start of the program, as it is where the libraries are used without it.
 */
final class LocaleTest {
  private final Locale usual = Locale.getDefault();
  @TempDir private Path directory;

  @AfterEach
  void goBack() {
    Locale.setDefault(usual);
  }

  private static Stream<String> tags() {
    List<String> all = List.of("fa-IR", "ar-EG", "ne-NP", "tr-TR", "de-DE");
    return TestSample.of(2, all.size()).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("tags")
  void filesAndMessagesAreTheSameBytes(String tag) throws IOException {
    Map<String, String> plain = written(Locale.ROOT, "plain");
    Map<String, String> foreign = written(Locale.forLanguageTag(tag), "other");

    assertThat(foreign.keySet()).isEqualTo(plain.keySet());
    plain.forEach((name, text) -> assertSame(name, text, foreign.getOrDefault(name, "")));
    assertThat(plain.get("made.pet.csv")).startsWith("# tick 1 ms, step 100\n");
  }

  /** Shows only the lines that differ, where there are any. */
  private static void assertSame(String name, String plain, String foreign) {
    List<String> there = plain.lines().toList();
    assertThat(foreign.lines().filter(line -> !there.contains(line))).as(name).isEmpty();
    assertThat(foreign.equals(plain)).as(name).isTrue();
  }

  /** All that some commands print and write, by the name of the file. */
  private Map<String, String> written(Locale locale, String name) throws IOException {
    Locale.setDefault(locale);
    Path place = Files.createDirectory(directory.resolve(name));
    StringBuilder samples = new StringBuilder("task_type,machine_type,execution_time_s\n");
    for (int i = 0; i < 100; i++) {
      samples.append("work,m,0.").append(100 + 8 * i).append('\n');
    }
    Files.writeString(place.resolve("samples.csv"), samples);
    Files.writeString(
        place.resolve("system.yaml"),
        """
        name: one
        tick: 1 ms
        machine_types: [{name: m}]
        machines: [{type: m, count: 2}]
        pet: {samples: samples.csv, step: 10 ms}
        """);
    Files.writeString(
        place.resolve("study.yaml"),
        """
        name: one-study
        system: system.yaml
        axes: {policy: [FCFS, PAM]}
        workload: {pattern: spiky, tasks: 1300}
        trials: 2
        figures:
          - {title: Robustness, kind: lines, column: robustness, x: policy}
          - {title: A trial, kind: gantt}
        traces: [{policy: PAM, trial: 2}]
        """);
    Files.writeString(place.resolve("wrong.yaml"), "name: one\ntick: 1000000 years\nlarge: 7\n");
    List<CommandRun> runs = new ArrayList<>();
    Path made = place.resolve("made.pet.csv");
    runs.add(CommandRun.of("pet", "build", place.resolve("samples.csv"), "-o", made));
    runs.add(CommandRun.of("show", made));
    Path results = place.resolve("results");
    runs.add(CommandRun.of("run", place.resolve("study.yaml"), "--out", results));
    runs.add(CommandRun.of("compare", results));
    runs.add(CommandRun.of("explain", results, "--task", "1200"));
    runs.add(CommandRun.of("check", results.resolve("study.resolved.yaml")));
    runs.add(CommandRun.of("check", place.resolve("system.yaml"), place.resolve("wrong.yaml")));
    Map<String, String> written = files(place);
    for (CommandRun run : runs) {
      written.put("printed by command " + written.size(), untimed(run.out() + run.err(), place));
    }
    return written;
  }

  private static Map<String, String> files(Path place) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (var found = Files.walk(place)) {
      for (Path file : found.filter(Files::isRegularFile).toList()) {
        String name = place.relativize(file).toString();
        if (!name.contains("timing")) {
          files.put(name, untimed(Files.readString(file, StandardCharsets.ISO_8859_1), place));
        }
      }
    }
    return files;
  }

  /** Without what differs between any two runs: the directory, and how long something took. */
  private static String untimed(String text, Path place) {
    String bare = text.replace(place.toString(), "");
    return text.startsWith("<!DOCTYPE html>")
        ? bare.replaceAll("[0-9][-0-9.E]*", "0")
        : bare.replaceAll("(?m)\\d+\\.\\d+ s\\b|^\\w+( +\\d+\\.\\d){3}$", "");
  }

  @Test
  void theProgramFormatsAsInNoLocale() throws Exception {
    Process process =
        new ProcessBuilder(
                TestJvm.of("-Duser.language=fa", "-Duser.country=IR")
                    .command(LocaleTest.AtEnd.class.getName(), "--version"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(printed).endsWith("before \u06f1\u06f2, after 12\n");
  }

  /** A program that says how a number is written before the command and at its end. */
  static final class AtEnd {
    public static void main(String[] args) {
      String before = "%d".formatted(12);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() ->
                  new PrintStream(System.out, true, StandardCharsets.UTF_8)
                      .printf("before %s, after %d\n", before, 12)));
      Espalier.main(args);
    }
  }
}
