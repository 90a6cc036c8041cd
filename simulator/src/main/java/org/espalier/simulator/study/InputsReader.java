package org.espalier.simulator.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.system.MachineCounts;
import org.espalier.workload.system.MeasuredTimes;
import org.espalier.workload.system.OtherPet;
import org.espalier.workload.system.OtherTimes;

/**
 * Reads what a study runs on: the system and the workload of the study file, or those of its block
 * {@code with_data} if the user set the directory of the data.
 */
final class InputsReader {
  private final StudyOverlay overlay;
  private final List<Axis> axes;
  private final InputOptionsReader options;
  private final String believed;

  InputsReader(StudyOverlay overlay, List<Axis> axes) {
    this.overlay = overlay;
    this.axes = axes;
    this.options = new InputOptionsReader(overlay, axes);
    this.believed = believedPet(overlay, axes);
  }

  /** The inputs, or empty if there are problems. */
  Optional<Study.Inputs> read() {
    DocumentNode file = overlay.file();
    Path beside = Origin.directory(file);
    Optional<DocumentNode> block = overlay.block("with_data").mapping("with_data").find();
    Optional<String> data = overlay.at("data", file).fileName("data").find();
    Optional<DocumentNode> withData = block.filter(node -> data.isPresent());
    if (data.isPresent() && block.isEmpty()) {
      overlay
          .at("data")
          .report("data", "the study has no block with_data", "add it, or leave out data");
    }
    boolean isMissing = withData.isPresent() && !Files.isDirectory(Path.of(data.orElseThrow()));
    if (isMissing) {
      overlay
          .at("data")
          .report("data", "there is no such directory", "give the directory of the data");
    }
    Optional<Study.Inputs> ofFile = inputs(file, beside, withData.isEmpty());
    Path directory = Path.of(data.orElse("."));
    Optional<Study.Inputs> ofData =
        block.flatMap(node -> inputs(node, directory, data.isPresent()));
    block.ifPresent(node -> node.has("axes")); // which ComparisonReader reads
    block.ifPresent(DocumentNode::rejectUnknownKeys);
    return isMissing ? Optional.empty() : withData.isPresent() ? ofData : ofFile;
  }

  /**
   * The inputs that a mapping describes.
   *
   * @param used whether they are the ones that are used, and so can be set by the user
   */
  private Optional<Study.Inputs> inputs(DocumentNode node, Path directory, boolean used) {
    Optional<SystemSource> system = system(node, directory, used);
    WorkloadSource workload =
        node.mapping("workload")
            .map(found -> workload(found, directory, used))
            .find()
            .orElseGet(() -> new WorkloadSource.Generated(ofUser(node)));
    return system.map(source -> new Study.Inputs(source, workload, believed));
  }

  /** Execution times in place of those of the system. */
  private Optional<OtherTimes> times(DocumentNode node, Path directory, boolean used) {
    Optional<OtherTimes> times = node.node("pet").find().flatMap(pet -> times(pet, directory));
    overlay.know("pet");
    return used && overlay.isSet("pet")
        ? overlay.at("pet").fileName("pet").find().map(name -> new OtherPet(Path.of(name)))
        : times;
  }

  /** The name of a PET, or a mapping that names measured times. */
  private static Optional<OtherTimes> times(DocumentNode node, Path directory) {
    if (!node.isMapping()) {
      return node.asFileName()
          .find()
          .map(name -> new OtherPet(node.naming(Origin.in(directory, name))));
    }
    Optional<Path> samples =
        node.fileName("samples")
            .required()
            .map(name -> Origin.in(directory, name))
            .map(node::naming);
    Optional<Path> means =
        node.fileName("means").find().map(name -> Origin.in(directory, name)).map(node::naming);
    Optional<Duration> step = node.duration("step").find();
    node.rejectUnknownKeys();
    return samples.map(file -> new MeasuredTimes(file, means, step));
  }

  /**
   * Where the system comes from; it is that of the study file where the data bring no more than
   * execution times.
   */
  private Optional<SystemSource> system(DocumentNode node, Path directory, boolean used) {
    Optional<OtherTimes> times = times(node, directory, used);
    boolean hasTimes = node.has("pet") || (used && overlay.isSet("pet"));
    DocumentNode file = overlay.file();
    boolean ofFile = !node.has("system") && hasTimes && node != file;
    overlay.know(SystemDimension.KEY);
    Optional<SystemDimension> several = axisOfSystems();
    if (several.isPresent()) {
      if (node.has("system") && node == file && !overlay.isSet(SystemDimension.KEY)) {
        node.report(SystemDimension.KEY, "is also an axis", "remove one");
      }
      return described(several.get(), times, used);
    }
    if (used && overlay.isSet("system")) {
      return described(overlay.at("system"), Path.of(""), times, true);
    }
    DocumentNode holder = ofFile ? file : node;
    Optional<DocumentNode> found =
        ofFile ? file.node("system").find() : node.node("system").required();
    if (!found.map(DocumentNode::isMapping).orElse(false)) {
      Path beside = ofFile ? file.resolve(".").normalize() : directory;
      return found.flatMap(name -> described(holder, beside, times, used));
    }
    if (hasTimes) {
      node.report(
          "pet", "takes the place of times in a file; the system is generated", "leave it out");
      return Optional.empty();
    }
    return found.map(options -> generated(options, used));
  }

  private Optional<SystemDimension> axisOfSystems() {
    return axes.stream()
        .map(Axis::dimension)
        .filter(SystemDimension.class::isInstance)
        .map(SystemDimension.class::cast)
        .findFirst();
  }

  /** The systems of an axis; empty if none could be read. */
  private Optional<SystemSource> described(
      SystemDimension systems, Optional<OtherTimes> times, boolean used) {
    refuseOptions(overlay.file(), used);
    Map<String, Integer> machines = used ? machines() : Map.of();
    return systems.files().values().stream()
        .findFirst()
        .map(first -> new SystemSource.Described(first, times, systems.files(), machines));
  }

  private void refuseOptions(DocumentNode node, boolean used) {
    for (SystemOption option : SystemOption.ALL) {
      if (used && options.isAskedFor(option)) {
        node.report(
            "system",
            "%s has no effect on a system read from a file".formatted(option.key()),
            "leave it out, or generate the system");
      }
    }
  }

  /** The numbers of machines that the study sets, and the user above it, but for those of axes. */
  private Map<String, Integer> machines() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    Optional<DocumentNode> block =
        overlay.block(MachineCounts.BLOCK).mapping(MachineCounts.BLOCK).find();
    for (String type : block.map(DocumentNode::keys).orElse(List.of())) {
      MachinesDimension dimension = new MachinesDimension(type);
      Optional<Integer> count = block.flatMap(node -> count(node, type));
      boolean isAxis = axes.stream().anyMatch(axis -> axis.dimension().equals(dimension));
      if (!isAxis) {
        count.ifPresent(number -> counts.put(type, number));
      } else if (!overlay.isSet(dimension.key())) {
        block.get().report(type, "is also an axis", "remove one");
      }
    }
    for (String key : overlay.assignments().keys()) {
      MachinesDimension.find(key)
          .filter(found -> axes.stream().noneMatch(axis -> axis.dimension().equals(found)))
          .ifPresent(found ->
              count(overlay.at(key), key).ifPresent(n -> counts.put(found.machineType(), n)));
    }
    return counts;
  }

  private boolean setsMachines() {
    return overlay.block(MachineCounts.BLOCK).has(MachineCounts.BLOCK)
        || overlay.assignments().keys().stream()
            .anyMatch(key -> MachinesDimension.find(key).isPresent())
        || axes.stream().anyMatch(axis -> axis.dimension() instanceof MachinesDimension);
  }

  private static Optional<Integer> count(DocumentNode node, String key) {
    return node.node(key).find().flatMap(MachinesDimension::value).map(Integer::valueOf);
  }

  private Optional<SystemSource> described(
      DocumentNode node, Path directory, Optional<OtherTimes> times, boolean used) {
    refuseOptions(node, used);
    Map<String, Integer> machines = used ? machines() : Map.of();
    Optional<DocumentNode> named = node.node("system").find();
    return named
        .flatMap(system ->
            system.asFileName().find().map(name -> Origin.in(directory, name)).map(system::naming))
        .map(path -> new SystemSource.Described(path, times, Map.of(), machines));
  }

  private SystemSource generated(DocumentNode node, boolean used) {
    if (used && setsMachines()) {
      overlay
          .file()
          .report(
              MachineCounts.BLOCK,
              "has no effect on generated systems",
              "set special_machines or general_machines");
    }
    Map<SystemOption, String> given = options.read(node, SystemOption.ALL, used);
    node.rejectUnknownKeys();
    return new SystemSource.Generated(given);
  }

  /** What the policies believe of execution times, unless an axis says it. */
  private static String believedPet(StudyOverlay overlay, List<Axis> axes) {
    Dimension belief = BeliefDimension.BELIEVED_PET;
    boolean isAxis = axes.stream().anyMatch(axis -> axis.dimension().equals(belief));
    DocumentNode file = overlay.file();
    if (isAxis && file.has(belief.key()) && !overlay.isSet(belief.key())) {
      file.report(belief.key(), "is also an axis", "remove one");
    }
    return overlay
        .at(belief.key())
        .node(belief.key())
        .find()
        .filter(node -> !isAxis)
        .flatMap(BeliefDimension::value)
        .orElse(BeliefDimension.EXACT);
  }

  private WorkloadSource workload(DocumentNode node, Path directory, boolean used) {
    boolean reads = node.has("files");
    if (reads) {
      refuse(node, used);
    } else if (used) {
      refuseLoad(node);
    }
    Map<WorkloadOption, String> given =
        options.read(node, reads ? WorkloadOption.OF_FILES : WorkloadOption.OF_GENERATED, used);
    Map<String, String> files = reads ? files(node) : Map.of();
    node.rejectUnknownKeys();
    if (reads) {
      WorkloadSource.Files source = new WorkloadSource.Files(directory, files, given);
      checkPlaces(node, source, used);
      return source;
    }
    checkEffect(node, given);
    return new WorkloadSource.Generated(given);
  }

  /** What the user set of a workload of which the study says nothing. */
  private Map<WorkloadOption, String> ofUser(DocumentNode node) {
    refuseLoad(node);
    return options.ofUser(WorkloadOption.OF_GENERATED);
  }

  private void refuseLoad(DocumentNode node) {
    String load = WorkloadOption.LOAD.key();
    if (options.isAskedFor(WorkloadOption.LOAD) || node.has(load)) {
      asker(load, node)
          .report(
              load,
              "has no effect on generated workloads",
              "leave it out; arrival_intensity says how many tasks arrive, or tasks with pattern daily");
    }
  }

  /** Reports options that are to choose among files whose names have no place for them. */
  private void checkPlaces(DocumentNode node, WorkloadSource.Files files, boolean used) {
    for (WorkloadOption option : WorkloadOption.OF_FILES) {
      boolean asked = node.has(option.key()) || (used && options.isAskedFor(option));
      List<String> without = files.namesWithout(option);
      if (asked && !files.heeds(option)) {
        reportWithoutEffect(
            node,
            option.key(),
            "has no effect: %s has no place for it, so every value reads the same file"
                .formatted(String.join(" and ", without)),
            "leave it out, or write {%s} where the names of the files differ"
                .formatted(option == WorkloadOption.PATTERN ? "pattern" : "intensity"));
      }
    }
  }

  /**
   * Reports an option where it stands: set by the user, in the block of the workload, or an axis.
   */
  private void reportWithoutEffect(DocumentNode node, String key, String message, String remedy) {
    if (overlay.isSet(key)) {
      overlay.at(key).report(key, message, remedy);
    } else {
      node.report(node.has(key) ? key : "files", "%s %s".formatted(key, message), remedy);
    }
  }

  /** Where an option stands: set by the user, or in a mapping. */
  private DocumentNode asker(String key, DocumentNode node) {
    return overlay.isSet(key) ? overlay.at(key) : node;
  }

  private static String joined(List<String> keys) {
    String last = keys.getLast();
    return keys.size() == 1
        ? last
        : String.join(", ", keys.subList(0, keys.size() - 1)) + " and " + last;
  }

  /** Reports options that have no effect on the pattern. */
  private void checkEffect(DocumentNode node, Map<WorkloadOption, String> given) {
    for (WorkloadOption option : WorkloadOption.withoutEffect(given, options::isAxis)) {
      asker(option.key(), node)
          .report(
              option.key(),
              "has no effect on pattern %s".formatted(WorkloadOption.patternWord(given)),
              option == WorkloadOption.ARRIVAL_INTENSITY
                  ? "leave it out; tasks says how many arrive in a day"
                  : "leave it out, or give another pattern");
    }
  }

  /** Reports options of generated workloads where the workload is read from files. */
  private void refuse(DocumentNode node, boolean used) {
    List<String> here = new ArrayList<>();
    for (WorkloadOption option : WorkloadOption.ALL) {
      if (WorkloadOption.OF_FILES.contains(option)) {
        continue;
      }
      if (node.has(option.key())) {
        node.node(option.key());
        here.add(option.key());
      } else if (used && options.isAskedFor(option)) {
        reportWithoutEffect(
            node,
            option.key(),
            "has no effect on workloads read from files",
            "leave it out, or generate the workload");
      }
    }
    if (!here.isEmpty()) {
      boolean isOne = here.size() == 1;
      node.report(
          here.getFirst(),
          "%s %s no effect on workloads read from files"
              .formatted(joined(here), isOne ? "has" : "have"),
          "leave %s out, or generate the workload".formatted(isOne ? "it" : "them"));
    }
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
    for (String pattern : List.of("steady", "spiky", "poisson", "daily", "diurnal")) {
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
}
