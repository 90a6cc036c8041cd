package org.espalier.simulator.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.system.MeasuredTimes;
import org.espalier.workload.system.OtherPet;
import org.espalier.workload.system.OtherTimes;

/**
 * Reads what a study runs on: the system and the workload of the study file, or those of its block
 * {@code with_data} if the user set the directory of the data.
 */
final class InputsReader {
  private final StudyOverlay overlay;
  private final InputOptionsReader options;
  private final String believed;

  InputsReader(StudyOverlay overlay, List<Axis> axes) {
    this.overlay = overlay;
    this.options = new InputOptionsReader(overlay, axes);
    this.believed = believedPet(overlay, axes);
  }

  /** The inputs, or empty if there are problems. */
  Optional<Study.Inputs> read() {
    DocumentNode file = overlay.file();
    Path beside = Origin.directory(file);
    Optional<DocumentNode> block = overlay.block("with_data").mapping("with_data").find();
    Optional<String> data = overlay.at("data", file).string("data").find();
    Optional<DocumentNode> withData = block.filter(node -> data.isPresent());
    if (data.isPresent() && block.isEmpty()) {
      overlay
          .at("data")
          .report("data", "the study has no block with_data", "add it, or leave out data");
    }
    Optional<Study.Inputs> ofFile = inputs(file, beside, withData.isEmpty());
    Path directory = Path.of(data.orElse("."));
    Optional<Study.Inputs> ofData =
        block.flatMap(node -> inputs(node, directory, data.isPresent()));
    block.ifPresent(node -> node.has("axes")); // which ComparisonReader reads
    block.ifPresent(DocumentNode::rejectUnknownKeys);
    return withData.isPresent() ? ofData : ofFile;
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
            .orElseGet(() -> new WorkloadSource.Generated(options.ofUser(WorkloadOption.ALL)));
    return system.map(source -> new Study.Inputs(source, workload, believed));
  }

  /** Execution times in place of those of the system. */
  private Optional<OtherTimes> times(DocumentNode node, Path directory, boolean used) {
    Optional<OtherTimes> times = node.node("pet").find().flatMap(pet -> times(pet, directory));
    overlay.know("pet");
    return used && overlay.isSet("pet")
        ? overlay.at("pet").string("pet").find().map(name -> new OtherPet(Path.of(name)))
        : times;
  }

  /** The name of a PET, or a mapping that names measured times. */
  private static Optional<OtherTimes> times(DocumentNode node, Path directory) {
    if (!node.isMapping()) {
      return node.asString()
          .find()
          .map(name -> new OtherPet(node.naming(Origin.in(directory, name))));
    }
    Optional<Path> samples =
        node.string("samples").required().map(name -> Origin.in(directory, name)).map(node::naming);
    Optional<Path> means =
        node.string("means").find().map(name -> Origin.in(directory, name)).map(node::naming);
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
    overlay.know("system");
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

  private Optional<SystemSource> described(
      DocumentNode node, Path directory, Optional<OtherTimes> times, boolean used) {
    for (SystemOption option : SystemOption.ALL) {
      if (used && options.isAskedFor(option)) {
        node.report(
            "system",
            "%s has no effect on a system read from a file".formatted(option.key()),
            "leave it out, or generate the system");
      }
    }
    Optional<DocumentNode> named = node.node("system").find();
    return named
        .flatMap(system ->
            system.asString().find().map(name -> Origin.in(directory, name)).map(system::naming))
        .map(path -> new SystemSource.Described(path, times));
  }

  private SystemSource generated(DocumentNode node, boolean used) {
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
    }
    Map<WorkloadOption, String> given =
        options.read(node, reads ? WorkloadOption.OF_FILES : WorkloadOption.ALL, used);
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

  /** Reports options that are to choose among files whose names have no place for them. */
  private void checkPlaces(DocumentNode node, WorkloadSource.Files files, boolean used) {
    for (WorkloadOption option : WorkloadOption.OF_FILES) {
      boolean asked = node.has(option.key()) || (used && options.isAskedFor(option));
      List<String> without = files.namesWithout(option);
      if (asked && !files.heeds(option)) {
        node.report(
            "files",
            "%s has no effect: %s has no place for it, so every value reads the same file"
                .formatted(option.key(), String.join(" and ", without)),
            "leave it out, or write {%s} where the names of the files differ"
                .formatted(option == WorkloadOption.PATTERN ? "pattern" : "intensity"));
      }
    }
  }

  /** Reports options that have no effect on the pattern. */
  private void checkEffect(DocumentNode node, Map<WorkloadOption, String> given) {
    for (WorkloadOption option : WorkloadOption.withoutEffect(given, options::isAxis)) {
      node.report(
          option.key(),
          "has no effect on pattern %s".formatted(WorkloadOption.patternWord(given)),
          option == WorkloadOption.ARRIVAL_INTENSITY
              ? "leave it out; tasks says how many arrive in a day"
              : "leave it out, or give another pattern");
    }
  }

  /** Reports options of generated workloads where the workload is read from files. */
  private void refuse(DocumentNode node, boolean used) {
    for (WorkloadOption option : WorkloadOption.ALL) {
      if (used && !WorkloadOption.OF_FILES.contains(option) && options.isAskedFor(option)) {
        node.report(
            "files",
            "%s has no effect on workloads read from files".formatted(option.key()),
            "leave it out, or generate the workload");
      }
    }
  }

  private static Map<String, String> files(DocumentNode node) {
    DocumentNode files = node.node("files").required(node);
    Map<String, String> byPattern = new LinkedHashMap<>();
    if (!files.isMapping()) {
      files
          .asString()
          .find()
          .ifPresent(n -> putName(WorkloadSource.Files.ANY_PATTERN, n, files, byPattern));
      return byPattern;
    }
    for (String pattern : List.of("steady", "spiky", "poisson", "daily", "diurnal")) {
      files.string(pattern).find().ifPresent(name -> putName(pattern, name, files, byPattern));
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
