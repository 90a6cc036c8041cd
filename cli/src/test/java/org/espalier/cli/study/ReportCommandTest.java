package org.espalier.cli.study;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.ExitCode;

/** {@code espalier report} from end to end. */
@Sampled(0.5)
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
  void printsTheTableForAPaperOrAPage() {
    assertThat(CommandRun.of("report", result, "--table", "latex").lines())
        .startsWith("\\begin{tabular}{llrrrrr}", "\\hline")
        .endsWith("\\hline", "\\end{tabular}")
        .element(2)
        .asString()
        .startsWith("policy & arrival\\_intensity & robustness \\% & reactive \\% &")
        .endsWith(" \\\\");
    assertThat(CommandRun.of("report", result, "--table", "markdown").lines())
        .startsWith(
            "| policy | arrival\\_intensity | robustness % | reactive % | proactive % |"
                + " type\\_deviation % | machine\\_use % |",
            "| --- | --- | --: | --: | --: | --: | --: |");
  }

  @Test
  void chartsHaveTheHeightThatIsAskedForIfTheirLegendsFit() throws IOException {
    CommandRun run =
        CommandRun.of(
            "report",
            result,
            "--figures",
            directory,
            "--format",
            "svg",
            "--width",
            "84mm",
            "--height",
            "60mm");

    assertThat(run.status()).as(run.err()).isZero();
    // 60 mm are 170.079 points, in whole pixels of 8/13 points
    assertThat(directory.resolve("figure-1.svg")).content().contains(" height=\"169.846pt\"");
    assertThat(directory.resolve("system.svg")).content().doesNotContain("169.846pt");
    assertThat(CommandRun.of("report", result, "--figures", directory, "--height", "6x").err())
        .contains("--height is 6x; expected a length in mm, cm, in or pt, as 84mm, or pixels");
  }

  @Test
  void writesEachFigureAsVectorsAndPixels() throws IOException {
    Path figures = directory.resolve("new/figures");
    CommandRun run = CommandRun.of("report", result, "--figures", figures, "--width", 500);

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
    assertThat(image.getWidth()).isEqualTo(1500);
  }

  @Test
  @Sampled(0.5)
  void aColumnOfPaperHasNoTextBesideIt() throws IOException {
    Path old = Files.writeString(directory.resolve("figure-1.svg"), "old");
    Path other = Files.createLink(directory.resolve("other"), old);
    CommandRun run =
        CommandRun.of(
            "report", result, "--figures", directory, "--format", "svg,pdf", "--width", "84mm");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).doesNotContain("DEBUG");
    assertThat(other).as("a figure is replaced once the new one is whole").hasContent("old");
    assertThat(directory.resolve("figure-1.svg")).content().startsWith("<svg width=\"238.154pt\"");
    for (String id : FIGURES) {
      assertThat(directory.resolve(id + ".pdf")).content(ISO_8859_1).startsWith("%PDF-");
    }
    assertThat(directory.resolve("figure-1.png")).doesNotExist();
  }

  @Test
  void figuresShowTheValueThatIsAskedFor() throws IOException {
    Path asOpened = directory.resolve("opened");
    Path chosen = directory.resolve("chosen");
    CommandRun.of("report", result, "--figures", asOpened, "--format", "svg");
    CommandRun run =
        CommandRun.of(
            "report",
            result,
            "--figures",
            chosen,
            "--format",
            "svg",
            "--where",
            "arrival_intensity=15k");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(chosen.resolve("task-types.svg"))
        .content()
        .isNotEqualTo(Files.readString(asOpened.resolve("task-types.svg")));
    assertThat(chosen.resolve("system.svg"))
        .content()
        .isEqualTo(Files.readString(asOpened.resolve("system.svg")));
  }

  @Test
  void saysWhatItCanWrite() {
    CommandRun run = CommandRun.of("report", result);
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("nothing is to be written; give --figures DIR, or --table");
  }

  @Test
  void saysWhatMakesAPageThatIsMissing() throws IOException {
    Path page = result.resolve("report.html");
    String before = Files.readString(page);
    Files.delete(page);
    CommandRun run = CommandRun.of("report", result, "--figures", directory);
    Files.writeString(page, before);
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .contains("has no report that can be read; espalier run " + result, "makes one");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--width 10 | --width is 10; expected 300 to 4000",
        "--width 10mm | --width is 10mm; with texts of 8pt expected 66mm to 868mm",
        "--font-size big | --font-size is big; expected a length",
        "--where load=1 | --where load=1: no figure lets its readers choose among values of load",
        "--where policy=PAM | they do of arrival_intensity",
        "--where arrival_intensity=3 | --where arrival_intensity=3: expected one of 15k, 30k",
        "--format gif | gif"
      })
  void tellsWhatIsWrongWithAnOption(String option, String message) {
    String[] words = option.split(" ");
    CommandRun run = CommandRun.of("report", result, "--figures", directory, words[0], words[1]);
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(message);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void refusesWhatIsNoResult() throws IOException {
    CommandRun missing = CommandRun.of("report", directory.resolve("none"));
    assertThat(missing.status()).isEqualTo(ExitCode.USAGE);
    assertThat(missing.err()).contains("there is no ", "give a directory that espalier run wrote");

    CommandRun other = CommandRun.of("report", directory);
    assertThat(other.status()).isEqualTo(ExitCode.USAGE);
    assertThat(other.err()).contains("is no directory of results: it has no study.resolved.yaml");

    Path file = Files.writeString(directory.resolve("file"), "");
    CommandRun taken = CommandRun.of("report", result, "--figures", file);
    assertThat(taken.status()).isEqualTo(ExitCode.USAGE);
    assertThat(taken.err()).contains("file is a file; name a directory");
  }

  @Test
  void optionsThatWouldDoNothingAreRefused() {
    assertThat(CommandRun.of("report", result, "--table", "latex", "--figures", directory).err())
        .contains("--figures: is for figures; leave out --table");
    assertThat(CommandRun.of("report", result, "--table", "latex", "--width", "84mm").err())
        .contains("--width: is for figures; leave out --table");
  }
}
