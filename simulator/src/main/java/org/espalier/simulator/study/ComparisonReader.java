package org.espalier.simulator.study;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.policy.ForecastText;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.policy.PolicyEntryReader;
import org.espalier.workload.policy.PolicySetting;
import org.espalier.workload.policy.PolicyVocabulary;
import org.espalier.workload.policy.Preset;

/** Reads what a study compares: preset, settings, axes, policies and baseline. */
final class ComparisonReader {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?");
  private static final Pattern THOUSANDS = Pattern.compile("(\\d+\\.?\\d*)([kM])");

  private final StudyOverlay overlay;
  private final PolicyVocabulary vocabulary;
  private final List<String> dimensions;
  private final PolicyEntryReader policies;
  private final Map<String, Axis> axes = new LinkedHashMap<>();

  ComparisonReader(StudyOverlay overlay, PolicyRegistry registry) {
    this.overlay = overlay;
    this.vocabulary = new PolicyVocabulary(registry);
    this.dimensions = dimensions(vocabulary);
    this.policies = new PolicyEntryReader(registry);
  }

  private static List<String> dimensions(PolicyVocabulary vocabulary) {
    List<String> keys =
        new ArrayList<>(List.of(Dimension.POLICY, Dimension.SYSTEM, Dimension.BELIEF));
    WorkloadOptions.ALL.forEach(option -> keys.add(option.key()));
    SystemOptions.OF_AXES.forEach(option -> keys.add(option.key()));
    keys.addAll(vocabulary.keys());
    return List.copyOf(keys);
  }

  Study.Comparison read() {
    Preset preset = overlay.at("preset").choice("preset", Preset.class).orElse(Preset.JOURNAL);
    readAxes();
    Map<PolicySetting, String> settings = settings();
    checkOverrides();
    return new Study.Comparison(
        preset, settings, policies.entries(), List.copyOf(axes.values()), baseline());
  }

  /** Where each policy stands, by its name. */
  Map<String, DocumentNode> policyNodes() {
    return policies.nodes();
  }

  private void readAxes() {
    Optional<DocumentNode> block = overlay.axes();
    block.ifPresent(this::readAxesOfFile);
    dimensions.forEach(overlay::know);
    overlay.assignments().keys().stream()
        .filter(key -> Dimension.Machines.find(key).isPresent())
        .forEach(overlay::know);
    for (String key : overlay.assignments().keys()) {
      boolean isNew = isDimension(key) && !axes.containsKey(key);
      if (isNew && (key.equals(Dimension.POLICY) || overlay.assignments().hasSeveral(key))) {
        readAxis(key, overlay.at(key));
      }
    }
    if (axes.get(Dimension.POLICY) == null
        && block.filter(b -> b.has(Dimension.POLICY)).isEmpty()) {
      overlay.file().report("axes", "names no policies", "add axes: {policy: [PAM, MM]}");
    }
  }

  private void readAxesOfFile(DocumentNode block) {
    if (overlay.isSet(Dimension.POLICY)) {
      block.oneOrMore(Dimension.POLICY).orElse(List.of()).forEach(policies::offer);
      overlay.assignments().allow(Dimension.POLICY, policies.names());
    }
    for (String key : block.keys()) {
      if (isDimension(key)) {
        block.has(key);
        readAxis(key, overlay.at(key, block));
      }
    }
    dimensions.forEach(block::has);
    block.rejectUnknownKeys();
  }

  private boolean isDimension(String key) {
    return dimensions.contains(key) || Dimension.Machines.find(key).isPresent();
  }

  private void readAxis(String key, DocumentNode from) {
    List<DocumentNode> nodes = from.oneOrMore(key).orElse(List.of());
    if (nodes.isEmpty()) {
      from.report(key, "an axis without values", "give at least one value");
      return;
    }
    if (key.equals(Dimension.POLICY)) {
      nodes.forEach(policies::read);
      List<String> names = policies.entries().stream().map(PolicyEntry::name).toList();
      putAxis(new Axis(new Dimension.Plain(Dimension.POLICY, "Policy"), names));
    } else if (key.equals(Dimension.SYSTEM)) {
      Dimension.Systems systems = systems(nodes);
      putAxis(new Axis(systems, List.copyOf(systems.files().keySet())));
    } else {
      readOptionAxis(key, nodes);
    }
  }

  /** The systems of the axis: names of files, or mappings that give each a name of its own. */
  private Dimension.Systems systems(List<DocumentNode> nodes) {
    Map<String, Path> files = new LinkedHashMap<>();
    for (DocumentNode node : nodes) {
      Optional<String> file =
          node.isMapping() ? node.fileName("file").required() : node.asFileName().find();
      Optional<Path> path = file.map(name -> node.naming(Origin.in(node.directory(), name)));
      Optional<String> name = node.isMapping() ? node.string("name").find() : Optional.empty();
      if (node.isMapping()) {
        node.rejectUnknownKeys();
      }
      path.ifPresent(found -> {
        String shown = name.orElseGet(() -> withoutEnding(found));
        if (files.putIfAbsent(shown, found) != null) {
          node.report(
              "two systems of the axis are called " + shown,
              "give one another name in the study: {name: ..., file: ...}");
        }
      });
    }
    return new Dimension.Systems(Dimension.SYSTEM, "System", files);
  }

  private static String withoutEnding(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  private void readOptionAxis(String key, List<DocumentNode> nodes) {
    Dimension dimension = dimension(key);
    Map<Object, String> values = new LinkedHashMap<>();
    for (DocumentNode node : nodes.stream().flatMap(n -> n.expanded().stream()).toList()) {
      Optional<String> value = value(dimension, node);
      String before = value.map(text -> values.putIfAbsent(meaning(text), text)).orElse(null);
      if (before != null) {
        boolean same = value.get().equals(before);
        node.report(
            same ? "stands twice on the axis" : "is the same on the axis as " + before,
            "remove one");
      }
    }
    putAxis(new Axis(dimension, List.copyOf(values.values())));
  }

  /**
   * What is equal for values of an axis that mean the same, as 0.1, 0.10 and 1e-1, or 1 s and 1000
   * ms.
   */
  private static Object meaning(String value) {
    if (NUMBER.matcher(value).matches()) {
      return new BigDecimal(value).stripTrailingZeros();
    }
    Matcher large = THOUSANDS.matcher(value);
    if (large.matches()) {
      BigDecimal factor = new BigDecimal(large.group(2).equals("k") ? "1e3" : "1e6");
      return new BigDecimal(large.group(1)).multiply(factor).stripTrailingZeros();
    }
    return Quantities.duration(value)
        .<Object>map(duration -> duration)
        .or(() -> Quantities.joules(value))
        .orElse(value);
  }

  private Dimension dimension(String key) {
    if (key.equals(Dimension.BELIEF)) {
      return new Dimension.Plain(key, "Believed PET");
    }
    return vocabulary
        .find(key)
        .<Dimension>map(setting -> new Dimension.Setting(key, setting.label(), setting))
        .or(() -> Dimension.Machines.find(key))
        .orElseGet(() ->
            Stream.concat(SystemOptions.ALL.stream(), WorkloadOptions.ALL.stream())
                .filter(option -> option.key().equals(key))
                .findFirst()
                .orElseThrow());
  }

  /** The value of a dimension at a node; empty if it was reported. */
  private static Optional<String> value(Dimension dimension, DocumentNode node) {
    return switch (dimension) {
      case InputOption<?> option -> option.value(node);
      case Dimension.Setting axis -> value(axis.setting(), node);
      case Dimension.Machines machines -> InputsReader.count(node).map(n -> Integer.toString(n));
      case Dimension.Plain belief -> InputsReader.belief(node);
      case Dimension.Systems systems -> node.asString().find();
    };
  }

  /** The value of a setting; tables show it, so it names no file. */
  private static Optional<String> value(PolicySetting setting, DocumentNode node) {
    Optional<String> value = PolicyEntryReader.value(node, setting);
    boolean isFile =
        value
            .flatMap(text -> ForecastText.named(setting, text))
            .filter(ForecastText::isFile)
            .isPresent();
    if (isFile) {
      node.report(
          "is a file, which cannot be a value of an axis",
          "give policies of their own names, as {policy: JIT, name: ..., forecast: ...}");
    }
    return value.filter(text -> !isFile);
  }

  private void putAxis(Axis axis) {
    axes.put(axis.key(), axis);
  }

  /** The settings of all policies; those that an axis gives are left out. */
  private Map<PolicySetting, String> settings() {
    Map<PolicySetting, String> settings = new LinkedHashMap<>();
    Optional<DocumentNode> block = overlay.file().mapping("settings").find();
    block.ifPresent(node -> settings.putAll(PolicyEntryReader.settings(node, vocabulary)));
    block.ifPresent(DocumentNode::rejectUnknownKeys);
    for (PolicySetting setting : vocabulary.settings()) {
      if (axes.containsKey(setting.key())) {
        boolean twice = settings.remove(setting) != null && !overlay.isSet(setting.key());
        if (twice) {
          block.ifPresent(node -> node.report(setting.key(), "is also an axis", "remove one"));
        }
      } else if (overlay.isSet(setting.key())) {
        overlay
            .value(setting.key())
            .flatMap(node -> PolicyEntryReader.value(node, setting))
            .ifPresent(text -> settings.put(setting, text));
      }
    }
    return settings;
  }

  private void checkOverrides() {
    for (PolicyEntry entry : policies.entries()) {
      for (PolicySetting setting : entry.overrides().keySet()) {
        if (axes.containsKey(setting.key())) {
          policies
              .nodes()
              .getOrDefault(entry.name(), overlay.file())
              .report(setting.entryKey(), "is also an axis", "remove it here or there");
        }
      }
    }
  }

  /** The baseline; none if the user set other policies, without it. */
  private Optional<String> baseline() {
    Optional<DocumentNode> node = overlay.value("baseline");
    Optional<String> name = node.flatMap(n -> n.asString().find());
    List<String> names = policies.entries().stream().map(PolicyEntry::name).toList();
    if (name.isEmpty() || names.isEmpty() || names.contains(name.get())) {
      return name;
    }
    if (!overlay.isSet(Dimension.POLICY) || overlay.isSet("baseline")) {
      node.get().report("is none of the policies", Names.remedy(name.get(), names));
    }
    return Optional.empty();
  }
}
