package org.espalier.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.espalier.report.statistics.EmpiricalDistribution;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures drawn without a browser. */
@Sampled(0.5)
final class FigureDrawingTest {
  private static final Path ROOT = Repository.root();

  /** First and second colour of the light theme. */
  private static final String FIRST = "#0072b2";

  private static final String SECOND = "#e69f00";

  /** Scripts that show a page and draw nothing. */
  private static final List<String> PAGE_ONLY = List.of("table", "page");

  private static List<String> figures = List.of();

  @TempDir Path directory;

  @BeforeAll
  static void drawOnce() {
    figures = draw(ReportText.of(report()), 640);
  }

  private static ReportData report() {
    GanttTask late = new GanttTask(1, 0, 0, 1, 5, 30, 20, TaskFate.LATE);
    GanttTask waited = new GanttTask(2, 0, -1, 2, -1, 9, 8, TaskFate.EXPIRED_IN_BATCH);
    GanttTrace trace =
        new GanttTrace(
            "pam",
            "PAM <&\"'>",
            1,
            0.001,
            List.of("m0"),
            List.of("a type <&\"'>"),
            List.of(TinyReport.TASK, late, waited),
            List.of(),
            "");
    ChartFigure bars = TinyReport.bars("robustness", "policy", "", new AxisValue("load", "30k"));
    ChartFigure lines =
        new ChartFigure(
            "lines", ChartFigure.Kind.LINES, "L", "", "robustness", "load", "policy", List.of());
    CurveFigure distribution =
        CurveFigure.ofDistributions(
            "distribution",
            "D",
            "",
            new CurveFigure.Quantity("Robustness", "%"),
            "Trials",
            List.of(TinyReport.POLICY, TinyReport.LOAD),
            "policy",
            List.of(new AxisValue("load", "30k")),
            List.of(CurveFigure.Curve.of(List.of("PAM", "30k"), EmpiricalDistribution.of(36, 34))));
    CompletionCurve running =
        new CompletionCurve("Task 7 (t0)", true, 0.25, 3, 1, List.of(0.75, 0.25));
    CompletionCurve waiting = new CompletionCurve("Task 8 (t0)", false, 0.5, 4, 1, List.of(1.0));
    DecisionFigure decision =
        new DecisionFigure(
            "decision",
            "A decision",
            "",
            List.of(
                new DecisionExample(
                    "drop", "It is dropped.", 0.5, List.of(running, waiting), List.of(waiting))));
    CurveFigure curves =
        new CurveFigure(
            "curves",
            "C",
            "",
            new CurveFigure.Quantity("Time", "h"),
            new CurveFigure.Quantity("Energy of tasks", "MJ"),
            List.of(TinyReport.POLICY),
            "policy",
            List.of(),
            "Energy budget",
            List.of(
                new CurveFigure.Curve(
                    List.of("PAM"), List.of(0.0, 24.0), List.of(0.0, 150.0), List.of(200.0, 200.0)),
                new CurveFigure.Curve(
                    List.of("MM"),
                    List.of(0.0, 24.0),
                    List.of(0.0, 190.0),
                    List.of(200.0, 200.0))));
    MatrixFigure matrix =
        new MatrixFigure(
            "matrix",
            "M",
            "",
            List.of("decode <&"),
            List.of("gpu", "cpu"),
            new MatrixFigure.Words("on", "not measured"),
            List.of(
                new MatrixFigure.Matrix("Power", "W", List.of(List.of(Double.NaN, 12.34567891)))));
    ChartFigure stacked =
        new ChartFigure(
            "stacked",
            ChartFigure.Kind.STACKED_BARS,
            "S",
            "",
            "robustness",
            "load",
            "policy",
            List.of());
    List<String> pam = List.of("PAM", "");
    ScatterFigure scatter =
        TinyReport.scatter(
            false,
            List.of(
                TinyReport.points("PAM", ScatterFigure.Style.FRONT),
                TinyReport.points("PAM", ScatterFigure.Style.CLOUD),
                TinyReport.points("MM", ScatterFigure.Style.LINE)),
            ScatterFigure.Mark.point(pam, 9, 50, "knee <"),
            ScatterFigure.Mark.point(pam, 9, 50, "also"),
            ScatterFigure.Mark.upright(pam, 9.5, "peak"),
            ScatterFigure.Mark.level(List.of("", ""), 40, "half"));
    ReportData tiny = TinyReport.of(bars);
    return new ReportData(
        tiny.study(),
        tiny.columns(),
        tiny.axes(),
        tiny.rows(),
        List.of(),
        List.of(
            bars,
            lines,
            new GanttFigure("gantt", "G", "", List.of("pam")),
            distribution,
            decision,
            curves,
            matrix,
            stacked,
            scatter),
        List.of(trace),
        List.of());
  }

  private static List<String> draw(ReportText report, int width) {
    List<String> drawn = new ArrayList<>();
    try (FigureDrawing drawing = new FigureDrawing(report)) {
      for (int i = 0; i < drawing.ids().size(); i++) {
        drawn.add(drawing.svg(i, width, 0));
      }
    }
    return drawn;
  }

  @Test
  void everyKindOfFigureIsDrawn() {
    assertThat(figures)
        .hasSize(9)
        .allSatisfy(svg ->
            assertThat(svg)
                .startsWith("<svg width=\"640\"")
                .contains("fill=\"#ffffff\"")
                .doesNotContain("<style", "NaN", "undefined"));
    assertThat(figures).filteredOn(svg -> !svg.contains(FIRST)).containsExactly(figures.get(6));
    assertThat(figures.get(0)).contains(">PAM<", ">MM<", ">Robustness (%)<", ">40<", SECOND);
    assertThat(figures.get(1)).contains(">30k<", ">Load<", SECOND);
    assertThat(figures.get(2)).contains(">m0<", ">batch queue<", "late  1", "a type &lt;&amp;");
    assertThat(figures.get(3)).contains(">Trials (%)<", ">Robustness (%), at most<", ">36<");
    assertThat(figures.get(4)).contains("Task 7 (t0)", "Task 8 (t0)", "25\u00a0%", SECOND);
    assertThat(figures.get(5))
        .contains(">Time (h)<", ">Energy of tasks (MJ)<", ">Energy budget<", ">24<", SECOND);
    assertThat(figures.get(6)).contains("decode &lt;&amp;", ">gpu<", ">12.3<", ">not measured<");
    assertThat(figures.get(7)).contains(">30k<", ">PAM<", ">Robustness (%)<", ">60<", SECOND);
    assertThat(figures.get(8))
        .contains(">Energy (MJ)<", ">Utility<", ">12<", ">60<", ">PAM<", ">MM<", SECOND)
        .contains(">knee &lt;<", ">also<", ">peak<", ">half<", "fill-opacity=\"0.5\"");
  }

  @Test
  void labelsOfMarksLieApart() {
    double[] knee = place(figures.get(8), "knee &lt;");
    double[] also = place(figures.get(8), "also");
    assertThat(Math.max(Math.abs(knee[1] - also[1]) / 15, Math.abs(knee[0] - also[0]) / 40))
        .as("lines of text, or widths of one, between them")
        .isGreaterThanOrEqualTo(1);
  }

  private static double[] place(String svg, String text) {
    Matcher found =
        Pattern.compile(
                "<text[^>]* transform=\"translate\\(([0-9.]+) ([0-9.]+)\\)\"[^>]*>" + text + "<")
            .matcher(svg);
    assertThat(found.find()).as(text).isTrue();
    return new double[] {Double.parseDouble(found.group(1)), Double.parseDouble(found.group(2))};
  }

  private static String scatter(boolean oneToOne, ScatterFigure.Series... series) {
    ScatterFigure figure = TinyReport.scatter(oneToOne, List.of(series));
    return draw(ReportText.of(TinyReport.of(figure)), 640).getFirst();
  }

  @Test
  void everyDotOfACloudIsDrawn() {
    List<Double> xs = IntStream.range(0, 10_000).mapToObj(i -> 8 + i % 100 * 0.01).toList();
    List<Double> ys =
        IntStream.range(0, 10_000).mapToObj(i -> 20 + Math.floorDiv(i, 100) * 0.1).toList();

    String svg =
        scatter(
            false, new ScatterFigure.Series(List.of("PAM", ""), ScatterFigure.Style.CLOUD, xs, ys));

    List<String> paths =
        Pattern.compile(" d=\"(M[^\"]*)\"[^>]* fill-opacity=\"0.35\"")
            .matcher(svg)
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(paths).hasSize(100);
    assertThat(paths).allSatisfy(path -> assertThat(path.split("M")).hasSize(1 + 100));
    assertThat(svg.length()).isLessThan(500_000);
  }

  @Test
  void ellipsesHaveTheirRadiiAndColours() {
    List<Double> xs = List.of(10.0, 30.0);
    ScatterFigure.Series ellipses =
        ScatterFigure.Series.ellipses(
                List.of("PAM", ""), xs, xs, List.of(8.0, 4.0), List.of(2.0, 4.0))
            .withColours(List.of(0.0, 20.0));

    String svg = scatter(true, ellipses);

    assertThat(svg).contains(">Drops (%)<", ">0<", ">20<");
    double[] wide = ellipse(svg, "#d3a600");
    double[] round = ellipse(svg, "#46237a");
    assertThat(wide[0] / wide[1]).isCloseTo(4, within(0.01));
    assertThat(round[0] / round[1]).isCloseTo(1, within(0.01));
    assertThat(wide[0] / round[0]).isCloseTo(2, within(0.01));
  }

  /** Width and height of the outline of a colour. */
  private static double[] ellipse(String svg, String colour) {
    Matcher outline =
        Pattern.compile("<path d=\"(M[^\"]*C[^\"]*)\"[^>]* stroke=\"" + colour).matcher(svg);
    assertThat(outline.find()).as(colour).isTrue();
    double[] numbers =
        Pattern.compile("[-0-9.]+")
            .matcher(outline.group(1))
            .results()
            .mapToDouble(number -> Double.parseDouble(number.group()))
            .toArray();
    return new double[] {extent(numbers, 0), extent(numbers, 1)};
  }

  /** How far every second number reaches. */
  private static double extent(double[] numbers, int first) {
    DoubleSummaryStatistics found =
        IntStream.iterate(first, i -> i < numbers.length, i -> i + 2)
            .mapToDouble(i -> numbers[i])
            .summaryStatistics();
    return found.getMax() - found.getMin();
  }

  @Test
  void aTrialOnTooManyMachinesShowsHowManyOfEachTypeExecute() {
    MachineUse use = new MachineUse("big <b>", 1234, 5, List.of(0.0, 1.0, 0.25));
    GanttTrace trace =
        new GanttTrace(
            "pam",
            "PAM",
            1,
            0.001,
            List.of("m0"),
            List.of("t0"),
            List.of(TinyReport.TASK),
            List.of(use),
            "Not all is shown.");
    ReportData tiny = TinyReport.of(TinyReport.bars("robustness", "policy", "load"));
    ReportData report =
        new ReportData(
            tiny.study(),
            tiny.columns(),
            tiny.axes(),
            tiny.rows(),
            List.of(),
            List.of(new GanttFigure("gantt", "G", "", List.of("pam"))),
            List.of(trace),
            List.of());

    String svg = draw(ReportText.of(report), 640).getFirst();

    assertThat(svg).contains(">m0<", ">batch queue<", "big &lt;b&gt;, all 1,234");
    assertThat(svg.split("fill-opacity=\"0.04\"|fill-opacity=\"0.8\"|fill-opacity=\"0.23\""))
        .as("one span of use each for 0, 100 and 25 %%")
        .hasSize(4);
  }

  @Test
  void aPageHoldsAllThatItsFiguresNeed() throws IOException {
    Path page = directory.resolve("report.html");
    HtmlReport.write(report(), page);
    ReportText read = ReportText.read(page).orElseThrow();

    assertThat(read).isEqualTo(ReportText.of(report()));
    assertThat(draw(read, 640)).isEqualTo(figures);
    Path again = directory.resolve("again.html");
    Files.writeString(again, HtmlReport.page(read));
    assertThat(again).hasSameTextualContentAs(page);
  }

  @Test
  void whatHoldsNoReportIsNone() throws IOException {
    Path page = directory.resolve("other.html");
    Files.writeString(page, "<script id=\"report-data\">{\"study\": 1}</script>");
    assertThat(ReportText.read(page)).isEmpty();
    Files.writeString(page, "<p>hello</p>");
    assertThat(ReportText.read(page)).isEmpty();
    Files.writeString(page, "<script id=\"report-data\">{\"study\": </script>");
    assertThat(ReportText.read(page)).isEmpty();
  }

  @Test
  void dataThatCannotBeDrawnIsRefused() {
    ReportText report = new ReportText("{\"figures\":[{\"id\":\"f\"}]}", "T", "0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FigureDrawing(report))
        .withMessageStartingWith("its figures cannot be drawn: ");
    // The thread is free for another.
    try (FigureDrawing drawing = new FigureDrawing(ReportText.of(report()))) {
      assertThat(drawing.ids())
          .containsExactly(
              "f",
              "lines",
              "gantt",
              "distribution",
              "decision",
              "curves",
              "matrix",
              "stacked",
              "scatter");
      assertThat(drawing.svg(0, 900, 0)).startsWith("<svg width=\"900\"");
    }
  }

  @Test
  void aPictureHasTheColoursOfTheFigure() {
    BufferedImage image = image(PngImage.of(figures.getFirst(), 2));

    assertThat(image.getWidth()).isEqualTo(1280);
    assertThat(image.getHeight()).isEqualTo(800);
    assertThat(image.getRGB(1, 1) & 0xffffff).isEqualTo(0xffffff);
    assertThat(colours(image)).contains(0x0072b2, 0xe69f00);
    assertThat(colours(image(PngImage.of(figures.get(3), 2)))).contains(0x0072b2);
    assertThat(colours(image(PngImage.of(figures.get(4), 2)))).contains(0x0072b2, 0xe69f00);
  }

  @Test
  void aPictureMayHaveThousandsOfParts() {
    List<String> names = IntStream.range(0, 46).mapToObj(i -> "n" + i).toList();
    List<List<Double>> rows =
        names.stream().map(row -> names.stream().map(column -> 1.0).toList()).toList();
    MatrixFigure figure =
        new MatrixFigure(
            "m",
            "M",
            "",
            names,
            names,
            new MatrixFigure.Words("on", "cannot run"),
            List.of(new MatrixFigure.Matrix("Power", "W", rows)));

    String svg = draw(ReportText.of(TinyReport.of(figure)), 900).getFirst();

    assertThat(image(PngImage.of(svg, 1)).getHeight()).isGreaterThan(46 * 16);
  }

  @Test
  void valuesOfAnAxisStandSideBySideOnOneScale() {
    ChartFigure figure =
        new ChartFigure(
                "panels",
                ChartFigure.Kind.STACKED_BARS,
                "P",
                "",
                "robustness",
                "load",
                "",
                List.of())
            .withPanels("policy");
    String wide = draw(ReportText.of(TinyReport.of(figure)), 640).getFirst();
    assertThat(wide).contains(">PAM<", ">MM<", ">Load<", ">Robustness (%)<").doesNotContain("NaN");
    assertThat(wide).containsOnlyOnce(">Robustness (%)<");
    String narrow = draw(ReportText.of(TinyReport.of(figure)), 200).getFirst();
    assertThat(Pattern.compile(">Robustness \\(%\\)<").matcher(narrow).results()).hasSize(2);
  }

  /** Level where bars are wide enough, else upright; where they are too narrow, that is said. */
  @Test
  void aColumnStandsAboveBars() {
    ChartFigure figure =
        new ChartFigure(
            "above",
            ChartFigure.Kind.BARS,
            "A",
            "",
            "robustness",
            "load",
            "policy",
            List.of(),
            "",
            "",
            "robustness");
    ReportText report = ReportText.of(TinyReport.of(figure));
    String wide = draw(report, 640).getFirst();
    assertThat(wide).contains("; above bars: Robustness (%)<", ">35.1<", ">18.3<");
    String narrow = draw(report, 200).getFirst();
    assertThat(narrow).contains(">35.1<");
    assertThat(draw(report, 116).getFirst()).contains("too narrow").doesNotContain(">35.1<");
  }

  @Test
  void matricesOfAUnitHaveOneScale() {
    MatrixFigure figure =
        new MatrixFigure(
            "m",
            "M",
            "",
            List.of("encode"),
            List.of("gpu"),
            new MatrixFigure.Words("on", "cannot run"),
            List.of(
                new MatrixFigure.Matrix("P-state 0", "W", List.of(List.of(40.0))),
                new MatrixFigure.Matrix("P-state 1", "W", List.of(List.of(90.0))),
                new MatrixFigure.Matrix("Time", "s", List.of(List.of(700.0)))));

    assertThat(draw(ReportText.of(TinyReport.of(figure)), 640).getFirst())
        .contains(">40.0<", ">90.0\u00a0W<")
        .doesNotContain("700");
  }

  /** A bound goes on far beyond the front that it is drawn with. */
  @Test
  void pointsFillThePlotAndNotTheirBound() {
    ScatterFigure.Series bound =
        new ScatterFigure.Series(
            List.of("MM", ""),
            ScatterFigure.Style.LINE,
            List.of(8.0, 9.5, 700.0),
            List.of(50.0, 61.0, 900.0));
    ScatterFigure figure =
        TinyReport.scatter(
            false, List.of(TinyReport.points("PAM", ScatterFigure.Style.FRONT), bound));
    String svg = draw(ReportText.of(TinyReport.of(figure)), 640).getFirst();
    assertThat(svg).contains(">MM<").doesNotContain(">700<", ">800<", ">600<", ">900<", ">1,000<");
  }

  @Test
  void longLegendsAreBrokenBetweenWordsInNarrowFigures() {
    String label = "Tasks that were dropped while they waited in the queue of a machine";
    ReportAxis axis = new ReportAxis("policy", "Policy", List.of("PAM", label));
    CurveFigure figure =
        new CurveFigure(
            "curves",
            "C",
            "",
            new CurveFigure.Quantity("Time", "h"),
            new CurveFigure.Quantity("Energy", "MJ"),
            List.of(axis),
            "policy",
            List.of(),
            "",
            List.of(
                new CurveFigure.Curve(List.of("PAM"), List.of(0.0, 24.0), List.of(0.0, 150.0)),
                new CurveFigure.Curve(List.of(label), List.of(0.0, 24.0), List.of(0.0, 50.0))));

    String svg = draw(ReportText.of(TinyReport.of(figure)), 387).getFirst();

    assertThat(svg).doesNotContain(label).contains(">Tasks that were");
    for (SvgText text : SvgTexts.of(svg).all()) {
      double right =
          text.place().getTranslateX()
              + (1 - text.anchor()) * new TextWidths().of(text.words(), text.size() + "px");
      assertThat(right).as(text.words()).isLessThanOrEqualTo(387);
    }
  }

  @Test
  void aPictureIsWhiteToItsEdgesAtAnyScale() {
    BufferedImage image = image(PngImage.of(figures.getFirst(), 1.3765));
    for (int x = 0; x < image.getWidth(); x++) {
      assertThat(image.getRGB(x, image.getHeight() - 1) & 0xffffff).isEqualTo(0xffffff);
    }
    for (int y = 0; y < image.getHeight(); y++) {
      assertThat(image.getRGB(image.getWidth() - 1, y) & 0xffffff).isEqualTo(0xffffff);
    }
  }

  private static BufferedImage image(byte[] png) {
    try {
      return ImageIO.read(new ByteArrayInputStream(png));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<Integer> colours(BufferedImage image) {
    Set<Integer> colours = new HashSet<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        colours.add(image.getRGB(x, y) & 0xffffff);
      }
    }
    return colours;
  }

  /** The build makes the scripts that draw readable for Rhino; it must know all of them. */
  @Test
  void theBuildKnowsTheScriptsOfThePage() throws IOException {
    String pom = Files.readString(ROOT.resolve("report/pom.xml"));
    List<String> named =
        Pattern.compile("--js=\\S+/(\\w+)\\.js")
            .matcher(pom)
            .results()
            .map(found -> found.group(1))
            .toList();
    String scripts = WebPage.SHARED_SCRIPTS + " " + HtmlReport.SCRIPTS;
    List<String> drawing = new ArrayList<>(List.of(scripts.split(" ")));
    drawing.removeAll(PAGE_ONLY);
    assertThat(named)
        .as("arguments --js of the scripts for Rhino in report/pom.xml")
        .isEqualTo(drawing);
  }

  @Test
  void widerTextsAreWider() {
    TextWidths widths = new TextWidths();
    double narrow = widths.of("iii", "13px sans-serif");
    assertThat(widths.of("mmm", "13px sans-serif")).isGreaterThan(1.5 * narrow);
    assertThat(widths.of("iii", "26px sans-serif")).isBetween(1.8 * narrow, 2.2 * narrow);
    assertThat(widths.of("iii", "bold 13px sans-serif")).isGreaterThan(narrow);
  }
}
