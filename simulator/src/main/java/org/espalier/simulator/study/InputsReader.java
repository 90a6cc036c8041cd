package org.espalier.simulator.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
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
  private final List<Axis> axes;
  private final String believed;

  InputsReader(StudyOverlay overlay, List<Axis> axes) {
    this.overlay = overlay;
    this.axes = axes;
    this.believed = believedPet(overlay, axes);
  }

  /** The inputs, or empty if there are problems. */
  Optional<Study.Inputs> read() {
    DocumentNode file = overlay.file();
    Path beside = file.resolve(".").normalize();
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
    Optional<OtherTimes> times = times(node, directory, used);
    Optional<Path> system = system(node, directory, used);
    WorkloadSource workload =
        node.mapping("workload")
            .map(found -> workload(found, directory, used))
            .find()
            .orElseGet(() -> new WorkloadSource.Generated(userOptions(Map.of())));
    return system.map(path -> new Study.Inputs(path, times, workload, believed));
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
      return node.asString().find().map(name -> new OtherPet(directory.resolve(name)));
    }
    Optional<Path> samples = node.string("samples").required().map(directory::resolve);
    Optional<Path> means = node.string("means").find().map(directory::resolve);
    Optional<Duration> step = node.duration("step").find();
    node.rejectUnknownKeys();
    return samples.map(file -> new MeasuredTimes(file, means, step));
  }

  /** The system; that of the study file where the data bring no more than execution times. */
  private Optional<Path> system(DocumentNode node, Path directory, boolean used) {
    DocumentNode file = overlay.file();
    boolean hasTimes = node.has("pet") || (used && overlay.isSet("pet"));
    boolean ofFile = hasTimes && node != file && !node.has("system");
    Optional<Path> system =
        ofFile
            ? file.string("system").find().map(file::resolve)
            : node.string("system").required().map(directory::resolve);
    overlay.know("system");
    return used && overlay.isSet("system")
        ? overlay.at("system").string("system").find().map(Path::of)
        : system;
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

  private boolean isAxis(WorkloadOption option) {
    return axes.stream().anyMatch(axis -> axis.dimension() == option);
  }

  private WorkloadSource workload(DocumentNode node, Path directory, boolean used) {
    boolean reads = node.has("files");
    Map<WorkloadOption, String> options = options(node, reads, used);
    Map<String, String> files = reads ? files(node) : Map.of();
    node.rejectUnknownKeys();
    return reads
        ? new WorkloadSource.Files(directory, files, options)
        : new WorkloadSource.Generated(options);
  }

  private Map<WorkloadOption, String> options(DocumentNode node, boolean reads, boolean used) {
    Map<WorkloadOption, String> options = new EnumMap<>(WorkloadOption.class);
    for (WorkloadOption option : WorkloadOption.values()) {
      if (reads && !option.choosesFiles()) {
        refuse(option, node, used);
        continue;
      }
      node.node(option.key())
          .find()
          .flatMap(value -> value(value, option))
          .ifPresent(text -> options.put(option, text));
    }
    checkTwice(node, options, used);
    Map<WorkloadOption, String> all = used ? userOptions(options) : options;
    if (!reads) {
      checkEffect(node, all);
    }
    return all;
  }

  /** Reports options that have no effect on the pattern. */
  private void checkEffect(DocumentNode node, Map<WorkloadOption, String> options) {
    for (WorkloadOption option : WorkloadOption.withoutEffect(options, this::isAxis)) {
      node.report(
          option.key(),
          "has no effect on pattern daily",
          "leave it out; tasks says how many arrive in a day");
    }
  }

  /** Reports an option of generated workloads where the workload is read from files. */
  private void refuse(WorkloadOption option, DocumentNode node, boolean used) {
    if (used && (isAxis(option) || overlay.isSet(option.key()))) {
      node.report(
          "files",
          "%s has no effect on workloads read from files".formatted(option.key()),
          "leave it out, or generate the workload");
    }
  }

  private void checkTwice(DocumentNode node, Map<WorkloadOption, String> options, boolean used) {
    for (Axis axis : axes) {
      if (axis.dimension() instanceof WorkloadOption option
          && options.remove(option) != null
          && used
          && !overlay.isSet(option.key())) {
        node.report(option.key(), "is also an axis", "remove one");
      }
    }
  }

  /** The options with those that the user set to one value. */
  private Map<WorkloadOption, String> userOptions(Map<WorkloadOption, String> options) {
    Map<WorkloadOption, String> all = new EnumMap<>(WorkloadOption.class);
    all.putAll(options);
    for (WorkloadOption option : WorkloadOption.values()) {
      if (overlay.isSet(option.key()) && !isAxis(option)) {
        overlay
            .at(option.key())
            .node(option.key())
            .find()
            .flatMap(node -> value(node, option))
            .ifPresent(text -> all.put(option, text));
      }
    }
    return all;
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
    for (String pattern : List.of("steady", "spiky", "poisson", "daily")) {
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

  /** The value of an option at a node; empty if it was reported. */
  static Optional<String> value(DocumentNode node, WorkloadOption option) {
    Optional<String> text = node.asString().find();
    if (text.isPresent() && !option.accepts(text.get())) {
      node.report("does not fit", "expected " + option.expected());
      return Optional.empty();
    }
    return text;
  }
}
