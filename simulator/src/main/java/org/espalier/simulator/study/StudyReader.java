package org.espalier.simulator.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.LeftOut;
import org.espalier.workload.document.Assignments;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;

/**
 * Reads study files; {@code docs/study-reference.yaml} shows every option with its default.
 *
 * <p>All that is wrong with a study, and with what the user set on the command line, is reported
 * together.
 */
final class StudyReader {
  private static final int MOST_TRIALS = 1_000_000;
  private static final int MOST_LEFT_OUT = 1_000_000_000;
  private static final int DEFAULT_TRIALS = 30;
  private static final String MEASURE_FROM = "measure_from";
  private static final String RETRIES = "retries";
  private static final int MOST_RETRIES = 100;
  private static final String HORIZON = "horizon";

  private final StudyOverlay overlay;
  private final ComparisonReader comparison;
  private final Problems problems;
  private final long problemsBefore;

  private StudyReader(DocumentNode file, Assignments assignments, PolicyRegistry registry) {
    this.problems = file.problems();
    this.problemsBefore = problems.count();
    this.overlay = new StudyOverlay(file, assignments);
    this.comparison = new ComparisonReader(overlay, registry);
  }

  /** Reads a study; empty if there are problems. */
  static Optional<DescribedStudy> read(
      Path file, Assignments assignments, PolicyRegistry registry, Problems problems) {
    Optional<DocumentNode> root = Document.read(file, problems);
    Optional<StudyReader> reader = root.map(node -> new StudyReader(node, assignments, registry));
    Optional<DescribedStudy> described = reader.flatMap(StudyReader::read);
    long before = problems.count();
    assignments.reportTo(problems);
    return described.filter(found -> problems.count() == before);
  }

  private Optional<DescribedStudy> read() {
    if (!overlay.file().isMapping()) {
      return overlay.file().report("is no study", "expected a mapping (key: value lines)");
    }
    Study.About about = about();
    Study.Comparison compared = comparison.read();
    Optional<Study.Inputs> inputs = new InputsReader(overlay, compared.axes()).read();
    Study.Plan plan = plan(inputs.flatMap(Study.Inputs::windows));
    Study.Presentation shown = new PresentationReader(overlay, compared, plan.trials()).read();
    overlay.rejectUnknown();
    Optional<Systems> systems =
        inputs.flatMap(found -> Systems.of(found.system(), plan.seed(), problems));
    systems.ifPresent(made -> {
      checkMeasured(plan, made.tick());
      checkWhole(overlay.at(MEASURE_FROM), MEASURE_FROM, plan.measureFrom(), made.tick());
      checkWhole(overlay.at(HORIZON), HORIZON, plan.horizon(), made.tick());
      Optional<WorkloadSource.Windows> windows = inputs.flatMap(Study.Inputs::windows);
      DocumentNode block = overlay.file().block("workload").block("windows");
      checkWhole(block, "length", windows.map(WorkloadSource.Windows::length), made.tick());
    });
    if (plan.retries() > 0 && systems.filter(made -> !made.fail()).isPresent()) {
      overlay.report(
          RETRIES,
          "run nothing again, since no machine fails",
          "leave it out, or give machine types failures");
    }
    if (problems.count() > problemsBefore || inputs.isEmpty() || systems.isEmpty()) {
      return Optional.empty();
    }
    Study study = new Study(about, plan, inputs.get(), compared, shown);
    return Optional.of(
        new DescribedStudy(
            study, overlay.file(), overlay.assignments(), comparison.policyNodes(), systems.get()));
  }

  private Study.About about() {
    String name = overlay.at("name").identifier("name").required("study");
    String title = overlay.at("title").string("title").orElse(name);
    String description = overlay.at("description").string("description").orElse("");
    overlay.file().has("version"); // of the program that wrote it; for people
    overlay.file().has("origin"); // which tells where files were
    return new Study.About(name, title, description.strip());
  }

  private Study.Plan plan(Optional<WorkloadSource.Windows> windows) {
    long seed = overlay.at("seed").longInteger("seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(1L);
    int trials =
        overlay
            .at("trials")
            .integer("trials", 1, MOST_TRIALS)
            .orElse(windows.map(WorkloadSource.Windows::count).orElse(DEFAULT_TRIALS));
    if (windows.isPresent() && trials > windows.get().count()) {
      overlay.report(
          "trials",
          "are more than the %s windows of the log".formatted(windows.get().count()),
          "leave it out, or give more windows");
    }
    Optional<Duration> measureFrom = overlay.at(MEASURE_FROM).duration(MEASURE_FROM).find();
    Optional<Duration> horizon = overlay.at(HORIZON).duration(HORIZON).find();
    LeftOut leftOut = measureFrom.isPresent() ? LeftOut.NONE : LeftOut.DEFAULT;
    leftOut = new LeftOut(leftOut("first", leftOut.first()), leftOut("last", leftOut.last()));
    int retries = overlay.at(RETRIES).integer(RETRIES, 0, MOST_RETRIES).orElse(0);
    return new Study.Plan(seed, trials, leftOut, measureFrom, horizon, retries);
  }

  private int leftOut(String end, int byDefault) {
    String key = "leave_out_" + end;
    return overlay.at(key).integer(key, 0, MOST_LEFT_OUT).orElse(byDefault);
  }

  /** Reports a time that is no whole number of ticks, of which the rest would be cut off. */
  private static void checkWhole(
      DocumentNode node, String key, Optional<Duration> time, Duration tick) {
    if (time.filter(given -> given.toNanos() % tick.toNanos() != 0).isPresent()) {
      node.report(
          key,
          "has %s, which is no whole number of ticks of %s"
              .formatted(Quantities.text(time.get()), Quantities.text(tick)),
          "change it, or the tick of the system");
    }
  }

  /** Something must be left to measure, in ticks of the system. */
  private void checkMeasured(Study.Plan plan, Duration tick) {
    long from = plan.measureFrom().map(start -> start.dividedBy(tick)).orElse(0L);
    if (from >= plan.horizonTicks(tick)) {
      String key = plan.measureFrom().isPresent() ? MEASURE_FROM : HORIZON;
      overlay.report(
          key,
          "leaves no time to measure before the horizon %s, in ticks of %s"
              .formatted(plan.horizon().map(Quantities::text).orElse(""), Quantities.text(tick)),
          "measure from an earlier time, or give a later horizon");
    }
  }
}
