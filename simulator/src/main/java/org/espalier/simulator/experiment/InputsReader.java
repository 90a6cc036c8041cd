package org.espalier.simulator.experiment;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.workload.document.DocumentNode;

/**
 * Reads what a study runs on: the system and the workload of the study file, or those of its block
 * {@code with_data} if the user set the directory of the data.
 */
final class InputsReader {
  private final Layers layers;
  private final List<Axis> axes;

  InputsReader(Layers layers, List<Axis> axes) {
    this.layers = layers;
    this.axes = axes;
  }

  /** The inputs, or empty if there are problems. */
  Optional<Study.Inputs> read() {
    DocumentNode file = layers.file();
    Path beside = file.resolve(".").normalize();
    Optional<DocumentNode> block = layers.block("with_data").mapping("with_data").find();
    Optional<String> data = layers.at("data", file).string("data").find();
    Optional<DocumentNode> withData = block.filter(node -> data.isPresent());
    if (data.isPresent() && block.isEmpty()) {
      layers
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
    Optional<Path> pet = node.string("pet").find().map(directory::resolve);
    if (used && layers.isSet("pet")) {
      pet = layers.at("pet").string("pet").find().map(Path::of);
    }
    layers.know("pet");
    Optional<Path> system = system(node, directory, used, pet.isPresent());
    WorkloadSource workload =
        node.mapping("workload")
            .map(found -> workload(found, directory, used))
            .find()
            .orElseGet(() -> new WorkloadSource.Generated(userOptions(Map.of())));
    Optional<Path> otherPet = pet;
    return system.map(path -> new Study.Inputs(path, otherPet, workload));
  }

  /** The system; that of the study file where the data bring no more than a PET. */
  private Optional<Path> system(DocumentNode node, Path directory, boolean used, boolean hasPet) {
    DocumentNode file = layers.file();
    boolean ofFile = hasPet && node != file && !node.has("system");
    Optional<Path> system =
        ofFile
            ? file.string("system").find().map(file::resolve)
            : node.string("system").required().map(directory::resolve);
    layers.know("system");
    return used && layers.isSet("system")
        ? layers.at("system").string("system").find().map(Path::of)
        : system;
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
    return used ? userOptions(options) : options;
  }

  /** Reports an option of generated workloads where the workload is read from files. */
  private void refuse(WorkloadOption option, DocumentNode node, boolean used) {
    boolean isAxis = axes.stream().anyMatch(axis -> axis.dimension() == option);
    if (used && (isAxis || layers.isSet(option.key()))) {
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
          && !layers.isSet(option.key())) {
        node.report(option.key(), "is also an axis", "remove one");
      }
    }
  }

  /** The options with those that the user set to one value. */
  private Map<WorkloadOption, String> userOptions(Map<WorkloadOption, String> options) {
    Map<WorkloadOption, String> all = new EnumMap<>(WorkloadOption.class);
    all.putAll(options);
    for (WorkloadOption option : WorkloadOption.values()) {
      boolean isAxis = axes.stream().anyMatch(axis -> axis.dimension() == option);
      if (layers.isSet(option.key()) && !isAxis) {
        layers
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
    for (String pattern : List.of("steady", "spiky", "poisson")) {
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
