package org.espalier.simulator.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.generator.TaskMix;
import org.espalier.workload.generator.TaskMixReader;
import org.espalier.workload.pet.PetBelief;
import org.espalier.workload.system.MachineCounts;
import org.espalier.workload.system.MeasuredTimes;
import org.espalier.workload.system.OtherPet;
import org.espalier.workload.system.OtherTimes;

/** Reads what a study runs on: the system and the workload. */
final class InputsReader {
  private static final String WINDOWS = "windows";

  /** What there is in place of options of workload files, by their keys. */
  private static final Map<String, String> INSTEAD =
      Map.of(
          "load", "arrival_intensity says how many tasks arrive, or tasks with pattern daily",
          "begin", "they begin at 0",
          "execution_times", "their times are drawn from the PET");

  private final StudyOverlay overlay;
  private final List<Axis> axes;
  private final String believed;

  InputsReader(StudyOverlay overlay, List<Axis> axes) {
    this.overlay = overlay;
    this.axes = axes;
    SystemOptions.ALL.forEach(option -> overlay.know(option.key()));
    WorkloadOptions.ALL.forEach(option -> overlay.know(option.key()));
    this.believed = believedPet();
  }

  /** The inputs, or empty if there are problems. */
  Optional<Study.Inputs> read() {
    Optional<SystemSource> system = system();
    WorkloadSource workload = workload(overlay.file().block("workload"));
    return system.map(source -> new Study.Inputs(source, workload, believed));
  }

  /** Execution times in place of those of the system. */
  private Optional<OtherTimes> times() {
    return overlay.value("pet").flatMap(InputsReader::times);
  }

  /** The name of a PET, or a mapping that names measured times. */
  private static Optional<OtherTimes> times(DocumentNode node) {
    if (!node.isMapping()) {
      return Origin.file(node).map(OtherPet::new);
    }
    Optional<Path> samples = node.node("samples").required().flatMap(Origin::file);
    Optional<Path> means = node.node("means").find().flatMap(Origin::file);
    Optional<Duration> step = node.duration("step").find();
    node.rejectUnknownKeys();
    return samples.map(file -> new MeasuredTimes(file, means, step));
  }

  private Optional<SystemSource> system() {
    Optional<OtherTimes> times = times();
    DocumentNode holder = overlay.at(Dimension.SYSTEM);
    Optional<Dimension.Systems> several = axisOfSystems();
    if (several.isPresent()) {
      refuseTwice(holder, Dimension.SYSTEM);
      return described(several.map(Dimension.Systems::files), times);
    }
    Optional<DocumentNode> found = holder.node(Dimension.SYSTEM).required();
    if (!found.map(DocumentNode::isMapping).orElse(false)) {
      return found.flatMap(
          system -> described(Origin.file(system).map(path -> Map.of("", path)), times));
    }
    DocumentNode pet = overlay.at("pet");
    if (pet.has("pet")) {
      return pet.report(
          "pet", "takes the place of times in a file; the system is generated", "leave it out");
    }
    return found.map(this::generated);
  }

  private Optional<Dimension.Systems> axisOfSystems() {
    return axes.stream()
        .map(Axis::dimension)
        .filter(Dimension.Systems.class::isInstance)
        .map(Dimension.Systems.class::cast)
        .findFirst();
  }

  /** Systems that are read; empty if no file is named as it should be. */
  private Optional<SystemSource> described(
      Optional<Map<String, Path>> files, Optional<OtherTimes> times) {
    refuse(
        overlay.file(),
        SystemOptions.ALL.stream(),
        " on a system read from a file",
        _ -> "leave it out, or generate the system");
    Map<String, Integer> machines = machines();
    return files
        .filter(named -> !named.isEmpty())
        .map(named -> new SystemSource.Described(named, times, machines));
  }

  /** The numbers of machines that the study sets, and the user above it, but for those of axes. */
  private Map<String, Integer> machines() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    DocumentNode block = overlay.file().block(MachineCounts.BLOCK);
    for (String type : block.keys()) {
      String key = MachineCounts.key(type);
      Optional<Integer> count = count(block, type);
      if (!isAxis(key)) {
        count.ifPresent(number -> counts.put(type, number));
      } else if (!overlay.isSet(key)) {
        block.report(type, "is also an axis", "remove one");
      }
    }
    for (String key : overlay.assignments().keys()) {
      MachineCounts.machineType(key)
          .filter(type -> !isAxis(key))
          .ifPresent(type -> count(overlay.at(key), key).ifPresent(n -> counts.put(type, n)));
    }
    return counts;
  }

  private boolean setsMachines() {
    return overlay.file().has(MachineCounts.BLOCK)
        || overlay.assignments().keys().stream()
            .anyMatch(key -> MachineCounts.machineType(key).isPresent())
        || axes.stream().anyMatch(axis -> axis.dimension() instanceof Dimension.Machines);
  }

  /** The number of machines at a node; empty if it was reported. */
  static Optional<Integer> count(DocumentNode node) {
    return node.asInteger(0, MachineCounts.MOST).find();
  }

  /** What policies believe of execution times, at a node; empty if it was reported. */
  static Optional<String> belief(DocumentNode node) {
    return node.asValue(PetBelief.EXPECTED, text -> PetBelief.parse(text).map(_ -> text)).find();
  }

  private static Optional<Integer> count(DocumentNode node, String key) {
    return node.node(key).find().flatMap(InputsReader::count);
  }

  private SystemSource generated(DocumentNode node) {
    if (setsMachines()) {
      overlay
          .file()
          .report(
              MachineCounts.BLOCK,
              "has no effect on generated systems",
              "set special_machines or general_machines");
    }
    InputValues given = options(node, SystemOptions.ALL);
    node.rejectUnknownKeys();
    return new SystemSource.Generated(given);
  }

  /** What the policies believe of execution times, unless an axis says it. */
  private String believedPet() {
    refuseTwice(overlay.file(), Dimension.BELIEF);
    return overlay
        .value(Dimension.BELIEF)
        .filter(node -> !isAxis(Dimension.BELIEF))
        .flatMap(InputsReader::belief)
        .orElse(Study.Inputs.EXACT);
  }

  private WorkloadSource workload(DocumentNode node) {
    boolean reads = node.has("files");
    Optional<DocumentNode> types = node.mapping(WorkloadOptions.TYPES).find();
    Optional<TaskMix> mix = types.flatMap(TaskMixReader::read);
    if (reads) {
      refuseOptionsOfGenerated(node);
    } else {
      refuseOptionsOfFiles(node, types.isPresent());
    }
    InputValues given =
        options(node, reads ? WorkloadOptions.OF_FILES : WorkloadOptions.ofGenerated(mix));
    Map<String, String> files = reads ? files(node) : Map.of();
    Optional<WorkloadSource.Windows> windows = windows(node, reads, files);
    node.rejectUnknownKeys();
    if (reads) {
      WorkloadSource.Files source =
          new WorkloadSource.Files(node.directory(), files, given, windows);
      checkPlaces(node, source);
      return source;
    }
    WorkloadOptions.withoutEffect(given, mix, o -> isAxis(o.key()))
        .forEach(option -> refuse(node, option.key(), " on " + option.on(), option.remedy()));
    if (mix.isPresent() && given.text(WorkloadOptions.PATTERN).equals("daily")) {
      node.report(WorkloadOptions.TYPES, "do not go with pattern daily", "give pattern diurnal");
    }
    return new WorkloadSource.Generated(given, mix);
  }

  /** The windows that a log is cut into. */
  private static Optional<WorkloadSource.Windows> windows(
      DocumentNode node, boolean reads, Map<String, String> files) {
    Optional<DocumentNode> block = node.mapping(WINDOWS).find();
    Optional<Duration> length = block.flatMap(in -> in.duration("length").required());
    Optional<Integer> count = block.flatMap(in -> in.integer("count", 1, 1_000_000).required());
    block.ifPresent(DocumentNode::rejectUnknownKeys);
    if (block.isPresent() && !reads) {
      node.report(WINDOWS, "are cut from workloads read from files", "leave them out");
    } else if (block.isPresent() && files.values().stream().anyMatch(f -> f.contains("{trial}"))) {
      node.report(
          WINDOWS,
          "each make a trial, and so does each file of a name with {trial}",
          "leave out the windows, or name one file");
    }
    return length.isPresent() && count.isPresent()
        ? Optional.of(new WorkloadSource.Windows(length.get(), count.get()))
        : Optional.empty();
  }

  /**
   * Reports options that change nothing, where they stand: with the user, in a block or an axis.
   */
  private void refuse(
      DocumentNode block, Stream<InputOption<?>> options, String on, UnaryOperator<String> remedy) {
    options.map(InputOption::key).forEach(key -> refuse(block, key, on, remedy.apply(key)));
  }

  private void refuse(DocumentNode block, String key, String on, String remedy) {
    if (isAxis(key) || overlay.isSet(key) || block.has(key)) {
      overlay.at(key, block).report(key, "has no effect" + on, remedy);
    }
  }

  /** Reports options of workload files where the workload is generated. */
  private void refuseOptionsOfFiles(DocumentNode node, boolean haveTypes) {
    refuse(
        node,
        WorkloadOptions.ONLY_OF_FILES.stream()
            .filter(option -> !haveTypes || !option.equals(WorkloadOptions.LOAD)),
        " on generated workloads",
        key -> "leave it out; " + INSTEAD.get(key));
  }

  /** Reports options that are to choose among files whose names have no place for them. */
  private void checkPlaces(DocumentNode node, WorkloadSource.Files files) {
    WorkloadOptions.OF_FILES.stream()
        .filter(option -> !files.heeds(option))
        .forEach(option ->
            refuse(
                node,
                option.key(),
                ": %s has no place for it, so every value reads the same file"
                    .formatted(String.join(" and ", files.namesWithout(option))),
                "leave it out, or write {%s} where the names of the files differ"
                    .formatted(option.equals(WorkloadOptions.PATTERN) ? "pattern" : "intensity")));
  }

  /** Reports options of generated workloads where the workload is read from files. */
  private void refuseOptionsOfGenerated(DocumentNode node) {
    String on = " on workloads read from files";
    String remedy = "leave it out, or generate the workload";
    refuse(node, WorkloadOptions.TYPES, on, remedy);
    Stream<InputOption<?>> others = WorkloadOptions.ALL.stream();
    refuse(node, others.filter(o -> !WorkloadOptions.OF_FILES.contains(o)), on, _ -> remedy);
  }

  private static Map<String, String> files(DocumentNode node) {
    DocumentNode files = node.node("files").required(node);
    Map<String, String> byPattern = new LinkedHashMap<>();
    if (!files.isMapping()) {
      files
          .asFileName()
          .find()
          .ifPresent(n -> putName(WorkloadSource.Files.ANY_PATTERN, n, files, byPattern));
      return byPattern;
    }
    for (String pattern : WorkloadOptions.patterns()) {
      files.fileName(pattern).find().ifPresent(name -> putName(pattern, name, files, byPattern));
    }
    files.rejectUnknownKeys();
    return byPattern;
  }

  private static void putName(
      String pattern, String name, DocumentNode node, Map<String, String> byPattern) {
    String rest = name.replace("{intensity}", "").replace("{pattern}", "").replace("{trial}", "");
    if (rest.contains("{") || rest.contains("}")) {
      node.report("unknown place in a file name", "known: {intensity}, {pattern}, {trial}");
    }
    byPattern.put(pattern, name);
  }

  /** Whether an axis varies what a key says. */
  private boolean isAxis(String key) {
    return axes.stream().anyMatch(axis -> axis.key().equals(key));
  }

  /** Reports a key that a mapping has and the user did not set, if it is an axis too. */
  private void refuseTwice(DocumentNode node, String key) {
    if (isAxis(key) && node.has(key) && !overlay.isSet(key)) {
      node.report(key, "is also an axis", "remove one");
    }
  }

  /** The options that a mapping gives, or the user in its place, but for axes. */
  private InputValues options(DocumentNode node, List<InputOption<?>> options) {
    Map<InputOption<?>, String> given = new LinkedHashMap<>();
    for (InputOption<?> option : options) {
      refuseTwice(node, option.key());
      if (!isAxis(option.key())) {
        overlay
            .at(option.key(), node)
            .node(option.key())
            .find()
            .flatMap(option::value)
            .ifPresent(text -> given.put(option, text));
      }
    }
    return new InputValues(given);
  }
}
