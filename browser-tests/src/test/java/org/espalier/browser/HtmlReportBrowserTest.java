package org.espalier.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.espalier.report.ColumnKind;
import org.espalier.report.Estimate;
import org.espalier.report.HtmlReport;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportColumn;
import org.espalier.report.ReportData;
import org.espalier.report.ReportRow;
import org.espalier.report.StudyFacts;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** That a report opens without complaint and does what its controls promise. */
@Sampled(0.2)
class HtmlReportBrowserTest {

  private static final List<String> FIGURES =
      List.of("robustness-by-intensity", "energy", "policies-30k", "types", "decisions", "gantt");

  @TempDir Path directory;

  private static final Browser BROWSER = new Browser();

  private final List<String> complaints = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();
  private Page page;

  @BeforeEach
  void open() throws IOException {
    Path file = directory.resolve("report.html");
    HtmlReport.write(SampleReport.pruning(), file);
    page = BROWSER.open("about:blank");
    page.onConsoleMessage(message -> complaints.add(message.type() + ": " + message.text()));
    page.onPageError(complaints::add);
    page.onRequest(request -> requests.add(request.url()));
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
    page.navigate(file.toUri().toString());
  }

  @AfterAll
  static void closeBrowser() {
    BROWSER.close();
  }

  @AfterEach
  void nothingWasComplainedOf() {
    page.close();
    assertThat(complaints).isEmpty();
  }

  @Test
  void drawsEveryFigureAndLoadsNothing() {
    for (String figure : FIGURES) {
      assertThat(chart(figure).getAttribute("data-drawn")).isEqualTo("true");
      assertThat(chart(figure).getAttribute("aria-label")).contains(": ");
    }
    assertThat(bars("robustness-by-intensity")).isEqualTo(50);
    assertThat(bars("policies-30k")).isEqualTo(10);
    assertThat(bars("types")).isEqualTo(30);
    assertThat(paintedShare("gantt")).isGreaterThan(0.05);
    assertThat(page.locator(".masthead .findings li").allInnerTexts())
        .containsExactly("PAM has the most tasks on time.", "Hint: <b>none");
    assertThat(requests).allMatch(url -> url.startsWith("file:") || url.startsWith("data:"));
  }

  @Test
  void paperHasAllColumnsInTablesThatFit() {
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
    Locator tables = page.locator("#results .paper").first().locator("table");

    assertThat(page.locator(".controls label").first().innerText()).isNotBlank();
    assertThat(page.locator(".figure-tools button:visible").count()).isZero();
    assertThat(tables.locator("th[data-key^=column] .label").allInnerTexts())
        .isEqualTo(
            page.locator("#results .table-scroll")
                .first()
                .locator("th[data-key^=column] .label")
                .allTextContents());
    for (Locator table : tables.all()) {
      assertThat(table.boundingBox().width).isLessThanOrEqualTo(700);
    }
    page.evaluate("window.dispatchEvent(new Event('afterprint'))");
    assertThat(tables.count()).isZero();
  }

  @Test
  void axisOfBarsHoldsTheirWhiskers() throws IOException {
    Path file = directory.resolve("wide.html");
    HtmlReport.write(SampleReport.wideIntervals(), file);
    page.navigate(file.toUri().toString());
    assertThat(axisEnd("wide", 0)).isLessThanOrEqualTo(-0.8);
    assertThat(axisEnd("wide", 1)).isGreaterThanOrEqualTo(3.7);
  }

  @Test
  void distributionsRiseFromNothingToAllTrials() throws Exception {
    Path file = directory.resolve("distributions.html");
    HtmlReport.write(SampleReport.distributions(), file);
    page.navigate(file.toUri().toString());
    assertThat(chart("drops").getAttribute("aria-label"))
        .contains(
            "PAM: half of the trials have at most 105; MM: half of the trials have at most 140");
    assertThat(points("drops"))
        .isEqualTo("[[100,0],[100,0],[100,20],[105,70],[110,100],[160,100]]");
    page.selectOption("#figure-drops select", "30k");
    assertThat(chart("drops").getAttribute("aria-label")).contains("MM").contains("415");
    Locator chart = chart("drops");
    chart.scrollIntoViewIfNeeded();
    chart.hover(new Locator.HoverOptions().setPosition(chart.boundingBox().width * 0.9, 200));
    assertThat(chart.locator(".tip").innerText()).contains("Dropped tasks: at most", "%");
    assertThat(new String(saved("drops", "svg"), StandardCharsets.UTF_8)).contains("at most");
    assertThat(saved("drops", "png")).isNotEmpty();
  }

  private void openEnergy() throws IOException {
    Path file = directory.resolve("energy.html");
    HtmlReport.write(SampleReport.energy(), file);
    page.navigate(file.toUri().toString());
  }

  @Test
  void curvesTellTheirHeightAndShowTheirLimit() throws IOException {
    openEnergy();
    Locator chart = chart("over-time");
    assertThat(chart.getAttribute("aria-label")).contains("PAM: 0\u00a0MJ to 120\u00a0MJ");
    assertThat(chart.innerText()).contains("Time (h)", "Energy of tasks (MJ)", "Energy budget");
    chart.scrollIntoViewIfNeeded();
    double middle = 76 + (chart.boundingBox().width - 96) * 0.52;
    chart.hover(new Locator.HoverOptions().setPosition(middle, 200));
    assertThat(chart.locator(".tip").innerText())
        .contains("Time: 12.0")
        .containsPattern("PAM\\s+40")
        .containsPattern("MM\\s+50");
  }

  @Test
  void aReportOfNoTrialsSpeaksOfNone() throws IOException {
    List<Estimate> one = List.of(Estimate.ofMean(3));
    Path file = directory.resolve("none.html");
    HtmlReport.write(
        new ReportData(
            new StudyFacts("fronts", "Fronts", "", 1, "0.1.0", ""),
            List.of(new ReportColumn("points", "Points", "", "How many.", ColumnKind.COUNT)),
            List.of(new ReportAxis("front", "Front", List.of("a", "b"))),
            List.of(
                new ReportRow(List.of("a"), 0, one, List.of()),
                new ReportRow(List.of("b"), 0, one, List.of())),
            List.of(),
            List.of(),
            List.of(),
            List.of()),
        file);
    page.navigate(file.toUri().toString());
    assertThat(page.locator(".facts").innerText()).doesNotContain("Scenarios", "Trials each");
    assertThat(page.locator("#results").innerText()).contains("Front").doesNotContain("trial");
  }

  private void openScatters() throws IOException {
    Path file = directory.resolve("scatters.html");
    HtmlReport.write(SampleReport.scatters(), file);
    page.navigate(file.toUri().toString());
  }

  @Test
  void frontsFollowChoiceAndLegend() throws IOException {
    openScatters();
    Locator chart = chart("fronts");
    assertThat(chart.innerText())
        .contains("Energy (MJ)", "Utility", "Min-Energy", "<i>random", "<b>knee", "peak")
        .contains("all on time");
    assertThat(chart.getAttribute("aria-label"))
        .contains("Min-Energy: a line of 3 points, Energy 10.00 to 20.00\u00a0MJ")
        .contains("a front of 11 points, Energy 10.00 to 20.00\u00a0MJ, Utility 200 to 1,200")
        .contains("Min-Energy, <b>knee: Energy 12.00\u00a0MJ, Utility 1,200");
    assertThat(axisEnd("fronts", 0)).isBetween(0.0, 200.0);
    page.selectOption("#figure-fronts select", "1,000");
    assertThat(chart.getAttribute("aria-label"))
        .contains("a line of 3 points", "Utility 900 to 1,900")
        .doesNotContain("knee");
    assertThat(chart.innerText()).contains("peak").doesNotContain("knee");
    assertThat(axisEnd("fronts", 0)).isBetween(600.0, 900.0);
    chart.locator("text=random").first().click();
    assertThat(chart.innerText()).doesNotContain("peak");
    assertThat(axisEnd("fronts", 0)).as("axes follow what is shown").isBetween(1300.0, 1500.0);
    assertThat(new String(saved("fronts", "svg"), StandardCharsets.UTF_8))
        .contains("all on time", "&lt;i&gt;random")
        .doesNotContain("peak");
  }

  @Test
  void pointsTellWhatTheyAre() throws IOException {
    openScatters();
    hover("fronts", 12, 1200);
    assertThat(chart("fronts").locator(".tip").innerText())
        .contains("Min-Energy", "allocation <2>")
        .containsPattern("Energy\\s+12.00\\s+MJ")
        .containsPattern("Utility\\s+1,200");
    hover("ellipses", 150, 90);
    assertThat(chart("ellipses").locator(".tip").innerText())
        .containsPattern("Tasks dropped\\s+1,000");
  }

  @Test
  void thousandsOfPointsArePaintedAndSaved() throws IOException {
    openScatters();
    assertThat(chart("fuzzy").locator("svg").count()).isZero();
    assertThat(paintedShare("fuzzy")).isGreaterThan(0.05);
    hover("fuzzy", 20, 2000);
    assertThat(chart("fuzzy").locator(".tip").innerText())
        .contains("Min-Energy")
        .containsPattern("Utility\\s+2,000");
    assertThat(saved("fuzzy", "svg").length).isBetween(100_000, 600_000);
    for (String figure : List.of("fronts", "fuzzy", "ellipses")) {
      assertThat(ImageIO.read(new ByteArrayInputStream(saved(figure, "png"))).getWidth())
          .isEqualTo(2880);
    }
  }

  @Test
  void axesOfOneScaleStaySoAtAnyWidth() throws IOException {
    openScatters();
    for (int width : List.of(360, 960, 1300)) {
      page.setViewportSize(width, 900);
      page.waitForCondition(() ->
          chart("ellipses").locator("svg").boundingBox().width
              == Math.floor(chart("ellipses").boundingBox().width));
      double[] from = pixel("ellipses", 110, 60);
      double[] to = pixel("ellipses", 120, 70);
      assertThat(to[0] - from[0]).isPositive().isCloseTo(from[1] - to[1], within(0.1));
      assertThat(chart("ellipses").innerText()).contains("Tasks dropped", "250", "1,000");
    }
  }

  private void hover(String figure, double x, double y) {
    chart(figure).scrollIntoViewIfNeeded();
    double[] at = pixel(figure, x, y);
    chart(figure).hover(new Locator.HoverOptions().setPosition(at[0], at[1]));
  }

  /** Where a point of a chart is. */
  private double[] pixel(String figure, double x, double y) {
    List<?> found =
        (List<?>)
            chart(figure)
                .evaluate(
                    "(node, at) => echarts.getInstanceByDom(node).convertToPixel({gridIndex: 0},"
                        + " at)",
                    List.of(x, y));
    return found.stream().mapToDouble(place -> ((Number) place).doubleValue()).toArray();
  }

  @Test
  void partsOfBarsStandOnOneAnother() throws IOException {
    openEnergy();
    assertThat(chart("uses").innerText())
        .contains("P0", "idle", "<b>gpu", "Energy per on-time task (MJ)");
    assertThat(axisEnd("uses", 1)).as("3 x 3 MJ and some room").isBetween(9.0, 12.0);
  }

  @Test
  void tablesWithATitleStandOnThePage() throws IOException {
    Path file = directory.resolve("tables.html");
    HtmlReport.write(SampleReport.withTable(), file);
    page.navigate(file.toUri().toString());
    assertThat(page.locator("#table-again").innerText()).isEqualTo("The <i>same again");
    assertThat(page.locator("#table-again + * td").allInnerTexts()).isNotEmpty();
  }

  @Test
  void manyTypesAreShownInParts() throws IOException {
    openEnergy();
    assertThat(bars("many-types")).isBetween(2 * 20, 2 * 59);
    assertThat(chart("many-types").innerText()).contains("task-0").doesNotContain("task-59");
    assertThat(axisEnd("many-types", 0)).as("intervals are cut off").isZero();
    assertThat(axisEnd("many-types", 1)).isEqualTo(100);
    chart("many-types")
        .evaluate(
            "node => echarts.getInstanceByDom(node).dispatchAction({type: 'dataZoom', start: 60,"
                + " end: 100})");
    assertThat(chart("many-types").innerText()).contains("task-59").doesNotContain("task-1\n");
    assertThat(new String(saved("many-types", "svg"), StandardCharsets.UTF_8))
        .contains(">task-59<")
        .doesNotContain(">task-0<");
  }

  @Test
  void heatMapsTellValuesAndWhatCannotRun() throws IOException {
    openEnergy();
    Locator chart = chart("system");
    assertThat(chart.innerText()).contains("<i>crop", "<b>gpu", "4.25", "cannot run", "1.00");
    chart.scrollIntoViewIfNeeded();
    chart.hover(new Locator.HoverOptions().setPosition(100, 135));
    assertThat(chart.locator(".tip").innerText()).contains("<i>crop on <b>gpu", "cannot run");
    page.selectOption("#figure-system select", "Power");
    assertThat(chart.innerText()).contains("90.0").doesNotContain("4.25");
    for (String figure : List.of("over-time", "uses", "many-types", "system")) {
      assertThat(saved(figure, "svg")).isNotEmpty();
      assertThat(ImageIO.read(new ByteArrayInputStream(saved(figure, "png"))).getWidth())
          .isEqualTo(2880);
    }
  }

  /** The points of the first curve. */
  private String points(String figure) {
    return (String)
        chart(figure)
            .evaluate(
                "node =>"
                    + " JSON.stringify(echarts.getInstanceByDom(node).getOption().series[0].data)");
  }

  @Test
  void legendAndChoicesRedraw() {
    chart("robustness-by-intensity").locator("text=PAMF").click();
    assertThat(bars("robustness-by-intensity")).isEqualTo(45);
    String steady = chart("energy").getAttribute("aria-label");
    page.selectOption("#figure-energy select", "spiky");
    assertThat(chart("energy").getAttribute("aria-label")).isNotEqualTo(steady);
  }

  @Test
  void decisionShowsTheQueueBeforeAndAfter() {
    Locator chart = chart("decisions");
    Locator text = page.locator("#figure-decisions .decision");
    assertThat(text.innerText()).isEqualTo("Task 5 (<i>crop</i>) is dropped.");
    assertThat(chart.getAttribute("aria-label"))
        .contains("Task 5 (<i>crop</i>): 12", "→ dropped", "Task 6 (caption): 34", "→ 81");
    assertThat(chart.innerText()).contains("before", "after", "Task 4 (resize), running: 100");
    int curves = areas(chart);
    page.selectOption("#figure-decisions select", "PAM, 30k: assignment of task 7");
    assertThat(text.innerText()).isEqualTo("Task 7 (resize) is put at the end.");
    assertThat(chart.innerText()).contains("Task 7 (resize): new, 97").doesNotContain("Task 5");
    assertThat(curves).isEqualTo(5);
    assertThat(areas(chart)).isEqualTo(3);
  }

  /** Filled curves of a chart. */
  private static int areas(Locator chart) {
    return chart.locator("path[fill-opacity='0.22']").count();
  }

  @Test
  void smallAmountsOfMoneyAreWrittenAsMultiples() throws IOException {
    Path file = directory.resolve("cheap.html");
    HtmlReport.write(SampleReport.cheap(), file);
    page.navigate(file.toUri().toString());
    assertThat(page.locator("th[data-key=column0]").innerText()).contains("Cost", "10⁻⁶");
    assertThat(page.locator("table.results tbody").innerText())
        .contains("1.61", "±\u00a00.02", "3.19");
    assertThat(chart("cost").innerText()).contains("Cost (10⁻⁶)");
    page.evaluate("espalier.copyText = text => { window.copied = text; return true; }");
    page.click("#copy-csv");
    assertThat((String) page.evaluate("copied")).contains("PAM,2,0.00000161,");
  }

  @Test
  void tooltipShowsMeansIntervalsAndDifferences() {
    Locator chart = chart("policies-30k");
    chart.scrollIntoViewIfNeeded();
    chart.hover(new Locator.HoverOptions().setPosition(chart.boundingBox().width * 0.14, 250));
    assertThat(chart.locator(".tip").innerText()).contains("Policy: PAM", "±", "%", "+12.8");
  }

  @Test
  void ganttTellsATaskAndZooms() {
    Locator gantt = chart("gantt");
    page.selectOption("#figure-gantt label:has-text('Colour by') select", "fate");
    page.selectOption("#figure-gantt label:has-text('Trial') select", "mm-30k");
    assertThat(gantt.getAttribute("aria-label")).contains("MM, 30k, trial 1: 800 tasks");
    gantt.scrollIntoViewIfNeeded();
    double x = gantt.boundingBox().width / 2;
    double y = gantt.boundingBox().height / 2;
    gantt.click(new Locator.ClickOptions().setPosition(x, y));
    assertThat(zoomedShare()).isEqualTo(100);
    page.mouse().wheel(0, -600);
    page.waitForCondition(() -> zoomedShare() < 95);
    page.click("text=Whole trial");
    page.waitForCondition(() -> zoomedShare() == 100);
    assertThat(someTaskTip(gantt))
        .contains("machine", "arrival", "deadline", "slack at exit", "fate");
  }

  @Test
  void ganttOfManyMachinesSaysWhatItShowsAndHowManyExecute() {
    Locator gantt = chart("gantt");
    Locator excerpt = page.locator("#figure-gantt p.decision");
    assertThat(excerpt.isVisible()).isFalse();
    page.selectOption("#figure-gantt label:has-text('Trial') select", "many");
    assertThat(excerpt.innerText()).isEqualTo("8 of 1,000 machines are shown.");
    assertThat(gantt.getAttribute("aria-label")).contains("8 of 1,000 machines are shown.");
    gantt.scrollIntoViewIfNeeded();

    String tip = "";
    for (double y = 60; y < 200 && !tip.contains("execute"); y += 6) {
      double x = gantt.boundingBox().width / 2;
      gantt.hover(new Locator.HoverOptions().setPosition(x, y));
      Locator shown = gantt.locator(".tip");
      tip = shown.count() > 0 && shown.isVisible() ? shown.innerText() : "";
    }

    assertThat(tip)
        .contains("<i>small · 600 machines")
        .containsPattern("(100|25)\\.0.% execute from");
  }

  @Test
  void headersSortByPointerAndKeyboard() {
    Locator header = page.locator("th[data-key=column0]");
    header.locator("button").click();
    assertThat(header.getAttribute("aria-sort")).isEqualTo("descending");
    assertThat(robustness()).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    header.locator("button").press("Enter");
    assertThat(header.getAttribute("aria-sort")).isEqualTo("ascending");
    assertThat(robustness()).isSorted().hasSize(100);
  }

  @Test
  void headersExplainTheirColumn() {
    Locator button = page.locator("th[data-key=column0] button");
    Locator help = page.locator("#column-help");
    button.scrollIntoViewIfNeeded();
    page.waitForTimeout(100);
    button.hover();
    assertThat(help.isVisible()).isTrue();
    assertThat(help.innerText())
        .contains("Robustness (%)", "A dropped task: ", "on time / counted");
    page.keyboard().press("Escape");
    assertThat(help.isVisible()).isFalse();
    button.focus();
    assertThat(help.isVisible()).isTrue();
  }

  @Test
  void filterKeepsRowsWithAllWords() {
    page.fill("#filter", "mmu-p spiky");
    assertThat(page.locator("table.results tbody tr:visible").count()).isEqualTo(5);
    assertThat(page.locator(".table-tools .status").innerText()).isEqualTo("5 of 100 scenarios");
  }

  @Test
  void csvIsCopied() {
    page.click("#copy-csv");
    page.waitForCondition(
        () -> page.locator(".table-tools .status").innerText().contains("100 scenarios copied"));
  }

  @Test
  void themeIsSwitchedAndRemembered() {
    String light = background();
    page.click("#theme-toggle");
    assertThat(background()).isNotEqualTo(light);
    assertThat(chart("energy").innerHTML()).contains("#3b93d0");
    String dark = background();
    page.reload();
    assertThat(background()).isEqualTo(dark);
  }

  @Test
  void systemThemeIsFollowed() {
    String light = background();
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    assertThat(background()).isNotEqualTo(light);
    page.waitForCondition(() -> chart("energy").innerHTML().contains("#3b93d0"));
  }

  @Test
  void figuresAreSavedAsVectorsAndPixels() throws Exception {
    page.click("#theme-toggle");
    for (String figure : FIGURES) {
      byte[] svg = saved(figure, "svg");
      Document document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(svg));
      assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
      assertThat(document.getElementsByTagName("path").getLength()).isGreaterThan(10);
      assertThat(document.getElementsByTagName("image").getLength()).isZero();
      var image = ImageIO.read(new ByteArrayInputStream(saved(figure, "png")));
      assertThat(image.getWidth()).isEqualTo(2880);
      assertThat(image.getRGB(0, 0)).isEqualTo(0xffffffff);
    }
  }

  @Test
  void fitsWindowsFromNarrowToWide() {
    for (int width : List.of(420, 800, 1280, 2000)) {
      page.setViewportSize(width, 900);
      page.waitForCondition(
          () -> (Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
      page.waitForCondition(() ->
          chart("energy").locator("svg").boundingBox().width
              == Math.floor(chart("energy").boundingBox().width));
    }
  }

  private Locator chart(String figure) {
    return page.locator("#chart-" + figure);
  }

  /** Counts the bars of a chart: each has two whisker caps and one line between them. */
  private int bars(String figure) {
    return chart(figure).locator("path[stroke-width='1.4']").count() / 3;
  }

  private double paintedShare(String figure) {
    return ((Number)
            chart(figure)
                .locator("canvas")
                .first()
                .evaluate(
                    """
                    canvas => {
                      const pixels = canvas.getContext('2d')
                          .getImageData(0, 0, canvas.width, canvas.height).data;
                      let painted = 0;
                      for (let i = 3; i < pixels.length; i += 4) painted += pixels[i] > 0 ? 1 : 0;
                      return painted / (pixels.length / 4);
                    }\
                    """))
        .doubleValue();
  }

  private double axisEnd(String figure, int end) {
    String extent =
        "(node, end) => echarts.getInstanceByDom(node).getModel().getComponent('yAxis', 0)"
            + ".axis.scale.getExtent()[end]";
    return ((Number) chart(figure).evaluate(extent, end)).doubleValue();
  }

  private double zoomedShare() {
    return ((Number)
            chart("gantt")
                .evaluate(
                    """
                    node => {
                      const zoom = echarts.getInstanceByDom(node).getOption().dataZoom[0];
                      return zoom.end - zoom.start;
                    }\
                    """))
        .doubleValue();
  }

  private String someTaskTip(Locator gantt) {
    for (double share = 0.3; share < 0.9; share += 0.03) {
      Locator.HoverOptions at = new Locator.HoverOptions();
      gantt.hover(
          at.setPosition(gantt.boundingBox().width * share, gantt.boundingBox().height / 2));
      Locator tip = gantt.locator(".tip");
      if (tip.count() > 0 && tip.isVisible()) {
        return tip.innerText();
      }
    }
    return "";
  }

  private List<Double> robustness() {
    return page
        .locator("table.results tbody td.mean:nth-of-type(3) > div:first-child")
        .allInnerTexts()
        .stream()
        .map(Double::valueOf)
        .toList();
  }

  private String background() {
    return (String) page.evaluate("getComputedStyle(document.body).backgroundColor");
  }

  private byte[] saved(String figure, String kind) throws IOException {
    Download download =
        page.waitForDownload(
            () -> page.click("#figure-" + figure + " [data-download=" + kind + "]"));
    assertThat(download.suggestedFilename()).isEqualTo(figure + "." + kind);
    return Files.readAllBytes(download.path());
  }
}
