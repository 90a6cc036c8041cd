package org.espalier.profiler.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.espalier.profiler.probe.InstrumentSettings;
import org.espalier.profiler.sample.SampleCsv;
import org.espalier.profiler.statistics.StoppingRule;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;

/**
 * Reads plans of measurements; {@code docs/profile-reference.yaml} shows every option with its
 * default. All that is wrong with a plan is reported together; whether the machines fit it is seen
 * when they are opened.
 */
public final class ProfilePlanReader {
  private static final int MOST_RUNS = 1_000_000;
  private static final int MOST_CUTS = 2;
  private static final Duration DEFAULT_LIMIT = Duration.ofMinutes(10);
  private static final Duration DEFAULT_SETTLE = Duration.ofMillis(200);
  private static final String DEFAULT_MACHINE = "this-machine";

  /**
   * Works through memory of a size until it is killed; three quarters are read, the rest written.
   */
  private static final List<String> STRESSOR =
      List.of("stress-ng", "--quiet", "--stream", "1", "--stream-l3-size", "{bytes}");

  private static final List<String> SIZES =
      List.of("256 KiB", "1 MiB", "4 MiB", "16 MiB", "64 MiB");

  private final DocumentNode file;
  private final String text;
  private final OptionalLong seed;
  private final Problems problems;
  private final long problemsBefore;

  private ProfilePlanReader(DocumentNode file, String text, OptionalLong seed) {
    this.file = file;
    this.text = text;
    this.seed = seed;
    this.problems = file.problems();
    this.problemsBefore = problems.count();
  }

  /**
   * Reads a plan; empty if there are problems.
   *
   * @param seed in place of the plan's
   */
  public static Optional<ProfilePlan> read(Path plan, OptionalLong seed, Problems problems) {
    Optional<String> text = Document.text(plan, problems);
    return text.flatMap(found -> Document.parse(found, plan, problems))
        .flatMap(node -> new ProfilePlanReader(node, text.orElseThrow(), seed).read());
  }

  private Optional<ProfilePlan> read() {
    if (!file.isMapping()) {
      return file.report("is no plan", "expected a mapping (key: value lines)");
    }
    ProfilePlan.About about = about();
    long drawn = file.longInteger("seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(1L);
    ProfilePlan.Repeats repeats = repeats();
    ProfilePlan.Measures measures = measures();
    List<Application> applications = applications();
    List<PlannedMachine> machines = machines();
    ColocationReader names = new ColocationReader(applications);
    List<Colocation> colocations = names.read(file);
    Optional<PredictionPlan> prediction =
        file.mapping("prediction").find().flatMap(node -> prediction(node, names));
    Optional<List<Double>> intensityCuts = intensityCuts();
    file.rejectUnknownKeys();
    checkTaskTypes(applications, prediction);
    checkMachines(machines, file.has("colocation") || file.has("prediction"));
    if (problems.count() > problemsBefore) {
      return Optional.empty();
    }
    return Optional.of(
        new ProfilePlan(
            about,
            seed.orElse(drawn),
            repeats,
            measures,
            applications,
            machines,
            colocations,
            prediction,
            intensityCuts));
  }

  private ProfilePlan.About about() {
    String name = file.identifier("name").required("plan");
    String title = file.string("title").orElse(name);
    String description = file.string("description").orElse("").strip();
    return new ProfilePlan.About(file.file(), text, name, title, description);
  }

  private ProfilePlan.Repeats repeats() {
    int warmUps = file.integer("warm_up", 0, MOST_RUNS).orElse(1);
    Duration settle = file.duration("settle").orElse(DEFAULT_SETTLE);
    return new ProfilePlan.Repeats(warmUps, rule(file.block("runs")), settle);
  }

  private static StoppingRule rule(DocumentNode node) {
    StoppingRule usual = StoppingRule.DEFAULT;
    int least = node.integer("least", 1, MOST_RUNS).orElse(usual.least());
    int most = node.integer("most", 1, MOST_RUNS).orElse(Math.max(least, usual.most()));
    if (most < least) {
      node.report("most", "is less than the least, %s".formatted(least), "give at least as many");
      most = least;
    }
    double precision =
        node.value("precision", "a share above 0, as 2 %", StoppingRule::precision)
            .orElse(usual.precision());
    Duration time = node.duration("time").orElse(usual.time());
    node.rejectUnknownKeys();
    return new StoppingRule(least, most, precision, time);
  }

  /** Nothing but time is demanded if the key is missing. */
  private ProfilePlan.Measures measures() {
    Set<Measurement> demanded = EnumSet.of(Measurement.TIME);
    for (DocumentNode item : file.oneOrMore("measure").orElse(List.of())) {
      item.asChoice(Measurement.class).find().ifPresent(demanded::add);
    }
    Set<Measurement> all = EnumSet.allOf(Measurement.class);
    return new ProfilePlan.Measures(demanded, file.has("measure") ? demanded : all);
  }

  private Optional<List<Double>> intensityCuts() {
    if (!file.has("intensity_cuts")) {
      return Optional.empty();
    }
    List<DocumentNode> items = file.list("intensity_cuts").orElse(List.of());
    List<Double> cuts =
        items.stream().flatMap(item -> item.asNumber(0, 1).find().stream()).toList();
    boolean rises = cuts.stream().sorted().distinct().toList().equals(cuts);
    if (cuts.size() == items.size() && (!rises || cuts.isEmpty() || cuts.size() > MOST_CUTS)) {
      file.report(
          "intensity_cuts",
          "are no cuts between classes",
          "expected one or two numbers that rise, as [1e-5, 1e-3]");
    }
    return Optional.of(cuts);
  }

  private List<Application> applications() {
    Duration limit = file.duration("limit").orElse(DEFAULT_LIMIT);
    List<Application> applications = new ArrayList<>();
    for (DocumentNode item : file.list("applications").required(List.of())) {
      applications.addAll(new ApplicationReader(item, limit).read());
    }
    if (applications.isEmpty() && file.has("applications")) {
      file.report("applications", "has none", "name at least one");
    }
    return applications;
  }

  private List<PlannedMachine> machines() {
    List<PlannedMachine> machines = new ArrayList<>();
    for (DocumentNode item : file.list("machines").orElse(List.of())) {
      machines.add(new MachineReader(item).read());
    }
    if (machines.isEmpty() && file.has("machines")) {
      file.report("machines", "has none", "name at least one, or leave it out for this machine");
    }
    return file.has("machines") ? machines : List.of(thisMachine());
  }

  private PlannedMachine thisMachine() {
    return new PlannedMachine(
        Place.of(file),
        DEFAULT_MACHINE,
        Optional.empty(),
        new PlannedMachine.Cores(List.of(), List.of(), false),
        0,
        Optional.empty(),
        InstrumentSettings.defaults(),
        false);
  }

  private void checkTaskTypes(List<Application> applications, Optional<PredictionPlan> prediction) {
    Map<String, Place> places = new LinkedHashMap<>();
    applications.forEach(each -> checkOnce(places, each.taskType(), each.place(), "task type"));
    prediction
        .map(PredictionPlan::pressures)
        .orElse(List.of())
        .forEach(each -> checkOnce(places, each.taskType(), each.place(), "task type"));
  }

  private void checkOnce(Map<String, Place> places, String name, Place place, String what) {
    Place other = places.putIfAbsent(name, place);
    if (other != null) {
      place.report(
          problems,
          "",
          name,
          "the %s is there twice, first at line %s".formatted(what, other.line()),
          "give each a name of its own");
    }
  }

  private void checkMachines(List<PlannedMachine> machines, boolean hasColocation) {
    Map<String, Place> places = new LinkedHashMap<>();
    for (PlannedMachine machine : machines) {
      checkOnce(places, machine.name(), machine.place(), "machine");
      if (hasColocation && machine.cores().isChosen() && machine.cores().measured().isEmpty()) {
        machine
            .place()
            .report(
                problems,
                "cores",
                "all",
                "leaves no cores for co-runners",
                "pin the measured application, as cores: [0]");
      }
    }
  }

  private static Optional<PredictionPlan> prediction(DocumentNode node, ColocationReader names) {
    Optional<String> reference = node.node("reference").required().flatMap(names::taskType);
    List<Pressure> pressures = pressures(node);
    pressures.sort(Comparator.comparingLong(Pressure::bytes));
    node.rejectUnknownKeys();
    return reference.map(found -> new PredictionPlan(pressures, found));
  }

  private static List<Pressure> pressures(DocumentNode node) {
    DocumentNode block = node.block("pressure");
    String name = block.string("name").orElse("pressure");
    SampleCsv.problemOfName(name)
        .ifPresent(problem -> node.report("pressure", "the name " + problem, "change it"));
    List<String> command = PlanCommands.read(block, "command").orElse(STRESSOR);
    Map<String, String> environment = ApplicationReader.environment(block);
    List<Pressure> found = new ArrayList<>();
    for (Size size : sizes(node, block)) {
      Map<String, String> values = Map.of("bytes", Long.toString(size.bytes()));
      found.add(
          new Pressure(
              Place.of(block),
              name + "-" + size.text().replace(" ", ""),
              size.bytes(),
              PlanCommands.filled(command, values),
              environment));
    }
    block.rejectUnknownKeys();
    return found;
  }

  private record Size(String text, long bytes) {}

  private static List<Size> sizes(DocumentNode node, DocumentNode block) {
    Optional<List<DocumentNode>> given = block.oneOrMore("sizes").find();
    List<Size> sizes = new ArrayList<>();
    if (given.isEmpty()) {
      SIZES.forEach(text -> sizes.add(new Size(text, Quantities.bytes(text).orElseThrow())));
    }
    for (DocumentNode item : given.orElse(List.of())) {
      item.asBytes()
          .find()
          .ifPresent(bytes -> sizes.add(new Size(item.asString().required(""), bytes)));
    }
    if (sizes.size() < 2 || sizes.stream().map(Size::bytes).distinct().count() < sizes.size()) {
      node.report("pressure", "has not two or more sizes that differ", "as sizes: [1 MiB, 16 MiB]");
    }
    return sizes;
  }
}
