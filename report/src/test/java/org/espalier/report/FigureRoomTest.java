package org.espalier.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever names and series there are, no text leaves its picture, and colours are the same. */
final class FigureRoomTest {
  /** Letters are painted by the fonts of this machine, whose widths are rounded. */
  private static final double ROUNDED = 1.5;

  private final TextWidths widths = new TextWidths();

  /** Names of four scripts, one of which this machine may have no font for. */
  private static final List<String> NAMES =
      List.of(
          "%s that has many letters %03d and goes on and on until sixty ends",
          "%s سياسة التقليم الاحتمالي %03d للمهام في الأنظمة الحاسوبية غير المتجانسة",
          "%s 最小完成时间队列容量三 %03d 不进行任何修剪的基线启发式策略用于比较机器类型和任务类型的鲁棒性以及能量消耗和成本",
          "%s вероятностная обрезка задач %03d в неоднородных вычислительных системах");

  /** Sixty letters, told apart in the middle. */
  private static String name(String what, int number) {
    return NAMES.get(number % NAMES.size()).formatted(what, number).substring(0, 60);
  }

  private static List<String> names(String what, int count) {
    return IntStream.range(0, count).mapToObj(i -> name(what, i)).toList();
  }

  private static ReportAxis axis(String key, List<String> values) {
    return new ReportAxis(key, name("Axis " + key, 0), values);
  }

  /** All kinds of figures, of so many series and of such numbers, with long names everywhere. */
  private static ReportData report(int count, double size) {
    ReportAxis series = axis("series", names("Policy", count));
    ReportAxis x = axis("x", names("Load", 3));
    ReportColumn column =
        new ReportColumn("long", name("Column", 0), "GJ per task", "What.", ColumnKind.NUMBER);
    List<ReportRow> rows = new ArrayList<>();
    List<CurveFigure.Curve> curves = new ArrayList<>();
    List<ScatterFigure.Series> points = new ArrayList<>();
    for (String policy : series.values()) {
      for (String load : x.values()) {
        Estimate estimate = Estimate.of(size * (rows.size() % 7 + 1), 1.5 * size);
        rows.add(new ReportRow(List.of(policy, load), 3, List.of(estimate), List.of()));
      }
      curves.add(new CurveFigure.Curve(List.of(policy), List.of(0.0, 9.0), List.of(0.0, 5 * size)));
      points.add(
          new ScatterFigure.Series(
              List.of(policy),
              ScatterFigure.Style.FRONT,
              List.of(1.0, 2.0),
              List.of(3.0, 4 * size)));
    }
    CurveFigure.Quantity long1 = new CurveFigure.Quantity(name("Quantity", 1), "GJ per task");
    CurveFigure.Quantity long2 = new CurveFigure.Quantity(name("Quantity", 2), "GJ per task");
    List<ReportFigure> figures = new ArrayList<>();
    for (ChartFigure.Kind kind : ChartFigure.Kind.values()) {
      figures.add(new ChartFigure(kind.name(), kind, "T", "", "long", "x", "series", List.of()));
    }
    figures.add(
        new ChartFigure(
            "above",
            ChartFigure.Kind.BARS,
            "T",
            "",
            "long",
            "x",
            "series",
            List.of(),
            "",
            "",
            "long"));
    figures.add(
        new ChartFigure(
                "panels", ChartFigure.Kind.STACKED_BARS, "T", "", "long", "series", "", List.of())
            .withPanels("x"));
    figures.add(
        new CurveFigure(
            "curves", "T", "", long1, long2, List.of(series), "series", List.of(), "", curves));
    figures.add(
        new ScatterFigure(
            "points",
            "T",
            "",
            new ScatterFigure.Plane(long1, long2, false),
            ScatterFigure.Colours.NONE,
            List.of(series),
            "series",
            List.of(),
            points,
            List.of()));
    figures.add(matrix(Math.min(count, 40)));
    figures.add(decision());
    figures.add(new GanttFigure("gantt", "T", "", List.of("trace")));
    return new ReportData(
        TinyReport.facts("Long"),
        List.of(column),
        List.of(series, x),
        rows,
        List.of(),
        figures,
        List.of(
            new GanttTrace(
                "trace",
                "PAM",
                1,
                0.001,
                names("Machine", 2),
                names("Type", count),
                List.of(TinyReport.TASK),
                List.of(),
                "")),
        List.of());
  }

  private static MatrixFigure matrix(int count) {
    List<List<Double>> values =
        IntStream.range(0, 3)
            .mapToObj(i -> IntStream.range(0, count).mapToObj(j -> i * 1.5 + j).toList())
            .toList();
    return new MatrixFigure(
        "matrix",
        "T",
        "",
        names("Row", 3),
        names("Column", count),
        new MatrixFigure.Words("on", name("Gap", 0)),
        List.of(new MatrixFigure.Matrix("Long", "GJ per task", values)));
  }

  private static DecisionFigure decision() {
    CompletionCurve running =
        new CompletionCurve(name("Task", 1), true, 0.25, 3, 1, List.of(0.75, 0.25));
    CompletionCurve waiting = new CompletionCurve(name("Task", 2), false, 0.5, 4, 1, List.of(1.0));
    return new DecisionFigure(
        "decision",
        "T",
        "",
        List.of(
            new DecisionExample(
                "drop", "It is dropped.", 0.5, List.of(running, waiting), List.of(waiting))));
  }

  /**
   * 84 mm with texts of 8 points are 387 pixels. Drawing takes long, so that each day has some of
   * the kinds of figures.
   */
  @ParameterizedTest
  @CsvSource({
    "16, 387, 1, 0.4",
    "16, 960, 1, 0.2",
    "100, 387, 1, 0.2",
    "100, 960, 1, 0.1",
    "3, 387, 1.7e4, 1",
    "3, 960, 1.3e-6, 1"
  })
  void noTextLeavesItsPicture(int series, int width, double size, double share) {
    SplittableRandom random = new SplittableRandom(TestSample.seed() + series + width);
    try (FigureDrawing drawing = new FigureDrawing(ReportText.of(report(series, size)))) {
      for (int i = 0; i < drawing.ids().size(); i++) {
        if (!TestSample.isFull() && random.nextDouble() >= share) {
          continue;
        }
        String svg = drawing.svg(i, width, 0);
        SvgPainter picture = SvgPainter.of(svg);
        assertThat(SvgTexts.of(svg).all())
            .as("texts of %s", drawing.ids().get(i))
            .isNotEmpty()
            .filteredOn(text -> isOutside(text, picture))
            .extracting(text -> text.words() + " at " + box(text))
            .isEmpty();
      }
    }
  }

  private boolean isOutside(SvgText text, SvgPainter size) {
    Rectangle2D box = box(text);
    return box.getMinX() < -ROUNDED
        || box.getMinY() < -ROUNDED
        || box.getMaxX() > size.width() + ROUNDED
        || box.getMaxY() > size.height() + ROUNDED;
  }

  private Rectangle2D box(SvgText text) {
    double width = widths.of(text.words(), text.size() + "px");
    AffineTransform place = text.place();
    return place
        .createTransformedShape(
            new Rectangle2D.Double(-text.anchor() * width, -text.size() / 2, width, text.size()))
        .getBounds2D()
        .createUnion(text.outline().getBounds2D());
  }

  /**
   * Compared by blocks, since edges are smoothed in two ways; without texts, whose fonts differ.
   */
  @Test
  @Sampled(0.25)
  void aPdfHasTheColoursOfThePicture() throws IOException {
    try (FigureDrawing drawing = new FigureDrawing(ReportText.of(report(16, 1)))) {
      String svg = SvgTexts.of(drawing.svg(0, 960, 0)).withoutTexts();
      BufferedImage png = ImageIO.read(new ByteArrayInputStream(PngImage.of(svg, 2)));
      try (PDDocument document = Loader.loadPDF(PdfFigure.of(svg, 1))) {
        BufferedImage pdf = new PDFRenderer(document).renderImage(0, 2);
        for (int x = 0; x + 8 <= png.getWidth(); x += 8) {
          for (int y = 0; y + 8 <= png.getHeight(); y += 8) {
            assertThat(difference(png, pdf, x, y)).as("block at %s, %s", x, y).isLessThan(60);
          }
        }
      }
    }
  }

  /** The greatest difference of a part of the mean colour of a block, 0 to 255. */
  private static double difference(BufferedImage one, BufferedImage other, int x, int y) {
    double[] sums = new double[3];
    for (int i = 0; i < 64; i++) {
      Color first = new Color(one.getRGB(x + i % 8, y + i / 8));
      Color second = new Color(other.getRGB(x + i % 8, y + i / 8));
      sums[0] += first.getRed() - second.getRed();
      sums[1] += first.getGreen() - second.getGreen();
      sums[2] += first.getBlue() - second.getBlue();
    }
    return Math.max(Math.abs(sums[0]), Math.max(Math.abs(sums[1]), Math.abs(sums[2]))) / 64;
  }
}
