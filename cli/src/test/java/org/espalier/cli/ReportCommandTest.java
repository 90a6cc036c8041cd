package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code espalier report} from end to end. */
final class ReportCommandTest {
  private static final List<String> FIGURES =
      List.of(
          "figure-1",
          "figure-2",
          "figure-3",
          "task-types",
          "decisions",
          "scheduler-time",
          "system");

  @TempDir static Path results;

  private static Path result = Path.of("");

  @TempDir Path directory;

  @BeforeAll
  static void runStudy() throws IOException {
    result = SmallResults.in(results, "run");
  }

  @Test
  void writesEachFigureAsVectorsAndPixels() throws IOException {
    Path figures = directory.resolve("new/figures");
    CommandRun run =
        CommandRun.of("report", result, "--figures", figures, "--width", 500, "--scale", 1.5);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.lines())
        .containsExactlyElementsOf(
            FIGURES.stream()
                .flatMap(id -> Stream.of(id + ".svg", id + ".png"))
                .map(name -> figures.resolve(name).toString())
                .toList());
    assertThat(run.err()).contains("drawing figure-1, 1 of 7", "drawing system, 7 of 7");
    assertThat(figures.resolve("figure-1.svg"))
        .content()
        .startsWith("<svg width=\"500\"")
        .contains(">PAM<", ">30k<");
    BufferedImage image = ImageIO.read(figures.resolve("figure-2.png").toFile());
    assertThat(image.getWidth()).isEqualTo(750);
  }

  @Test
  void writesThePageAgainAsItWas() throws IOException {
    Path page = result.resolve("report.html");
    String before = Files.readString(page);
    CommandRun run = CommandRun.of("report", result);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.lines()).containsExactly(page.toString());
    assertThat(page).content().isEqualTo(before);
  }

  @Test
  void runsAgainWhereThePageIsMissing() throws IOException {
    Path page = result.resolve("report.html");
    String before = Files.readString(page);
    Files.delete(page);
    CommandRun run = CommandRun.of("report", result);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).contains("running its study again", "8 of 8 trials done");
    assertThat(RunCommandTest.withoutTimes(Files.readString(page)))
        .isEqualTo(RunCommandTest.withoutTimes(before));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--width 10 | --width is 10; expected 300 to 4000",
        "--scale 100 | --scale is 100.0; expected 0.25 to 10",
        "--scale NaN | --scale is NaN",
        "--format gif | gif"
      })
  void tellsWhatIsWrongWithAnOption(String option, String message) {
    String[] words = option.split(" ");
    CommandRun run = CommandRun.of("report", result, "--figures", directory, words[0], words[1]);
    assertThat(run.status()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains(message);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void refusesWhatIsNoResult() throws IOException {
    CommandRun missing = CommandRun.of("report", directory.resolve("none"));
    assertThat(missing.status()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(missing.err()).contains("there is no ", "give a directory that espalier run wrote");

    CommandRun other = CommandRun.of("report", directory);
    assertThat(other.status()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(other.err()).contains("is no directory of results: it has no study.resolved.yaml");

    Path file = Files.writeString(directory.resolve("file"), "");
    CommandRun taken = CommandRun.of("report", result, "--figures", file);
    assertThat(taken.status()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(taken.err()).contains("file is a file; name a directory");
  }
}
