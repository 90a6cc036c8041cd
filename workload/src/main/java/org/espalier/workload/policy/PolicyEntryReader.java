package org.espalier.workload.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;
import org.espalier.workload.text.CycleReader;

/** Reads the policies of a study, each a name or a mapping with settings of its own. */
public final class PolicyEntryReader {
  private final PolicyRegistry registry;
  private final Map<String, PolicyEntry> entries = new LinkedHashMap<>();
  private final Map<String, DocumentNode> nodes = new LinkedHashMap<>();
  private final Map<String, DocumentNode> ofStudy = new LinkedHashMap<>();

  /** Reads policies of a registry. */
  public PolicyEntryReader(PolicyRegistry registry) {
    this.registry = registry;
  }

  /**
   * Lets entries to be read name one that the study describes, which comes before a registered
   * policy of that name.
   */
  public void offer(DocumentNode node) {
    if (node.isMapping()) {
      Optional<String> name = node.string("name").find();
      name.or(() -> node.string("policy").find()).ifPresent(found -> ofStudy.put(found, node));
    }
  }

  /** The names that entries can have without a description: those of the study come first. */
  public List<String> names() {
    List<String> names = new ArrayList<>(ofStudy.keySet());
    names.addAll(registry.names());
    return names;
  }

  /** Reads one entry. */
  public void read(DocumentNode node) {
    DocumentNode described = described(node);
    Optional<PolicyEntry> entry =
        described.isMapping() ? readMapping(described) : readName(described);
    entry.ifPresent(found -> add(found, described));
  }

  /** Where an entry is described: here, or where the study has the one that is named here. */
  private DocumentNode described(DocumentNode node) {
    return ofStudy.isEmpty() || node.isMapping()
        ? node
        : node.asString().find().map(ofStudy::get).orElse(node);
  }

  private Optional<PolicyEntry> readName(DocumentNode node) {
    return node.asString()
        .find()
        .filter(name -> isKnown(name, node))
        .map(name -> new PolicyEntry(name, name, Map.of()));
  }

  private Optional<PolicyEntry> readMapping(DocumentNode node) {
    Optional<String> policy = node.string("policy").required();
    Optional<String> name = node.string("name").find();
    Map<PolicySetting, String> overrides = overrides(node, policy);
    node.rejectUnknownKeys();
    boolean known = policy.isEmpty() || isKnown(policy.get(), node.node("policy").required(node));
    return policy.filter(p -> known).map(p -> new PolicyEntry(name.orElse(p), p, overrides));
  }

  /** The settings that a mapping gives beside the name of a policy, parameters by their own. */
  private Map<PolicySetting, String> overrides(DocumentNode node, Optional<String> policy) {
    Map<PolicySetting, String> overrides = new LinkedHashMap<>();
    List<PolicySetting> settings = settings(policy);
    for (PolicySetting setting : settings) {
      read(node, setting.entryKey(), setting, overrides);
    }
    readGroups(node, settings, PolicySetting::entryKey, overrides);
    return overrides;
  }

  private List<PolicySetting> settings(Optional<String> policy) {
    List<PolicySetting> settings = new ArrayList<>(List.of(PolicyOption.values()));
    List<String> keys = settings.stream().map(PolicySetting::key).toList();
    policy
        .flatMap(registry::find)
        .map(entry -> PolicyVocabulary.parameters(entry.provider()))
        .orElse(List.of())
        .stream()
        .filter(parameter -> !keys.contains(parameter.entryKey()))
        .forEach(settings::add);
    return settings;
  }

  /** The settings of a mapping that have a value that fits. */
  public static Map<PolicySetting, String> settings(
      DocumentNode node, PolicyVocabulary vocabulary) {
    Map<PolicySetting, String> settings = new LinkedHashMap<>();
    for (PolicySetting setting : vocabulary.settings()) {
      read(node, setting.key(), setting, settings);
    }
    readGroups(node, vocabulary.settings(), PolicySetting::key, settings);
    return settings;
  }

  /** Reads parameters that stand together in a mapping, as {@code fairness: {weight: 1}}. */
  private static void readGroups(
      DocumentNode node,
      Collection<PolicySetting> settings,
      Function<PolicySetting, String> key,
      Map<PolicySetting, String> into) {
    Map<String, List<PolicySetting>> groups = new LinkedHashMap<>();
    for (PolicySetting setting : settings) {
      String leaf = leaf(setting);
      if (!leaf.equals(setting.entryKey())) {
        String whole = key.apply(setting);
        String group = whole.substring(0, whole.length() - leaf.length() - 1);
        groups.computeIfAbsent(group, name -> new ArrayList<>()).add(setting);
      }
    }
    groups.forEach((name, members) ->
        node.mapping(name).find().ifPresent(group -> readGroup(group, members, into)));
  }

  private static void readGroup(
      DocumentNode group, List<PolicySetting> members, Map<PolicySetting, String> into) {
    for (PolicySetting setting : members) {
      read(group, leaf(setting), setting, into);
    }
    group.rejectUnknownKeys();
  }

  /** The last part of the name of a parameter. */
  private static String leaf(PolicySetting setting) {
    String key = setting.entryKey();
    return key.substring(key.indexOf('.') + 1);
  }

  private static void read(
      DocumentNode node, String key, PolicySetting setting, Map<PolicySetting, String> into) {
    node.node(key)
        .find()
        .flatMap(value -> value(value, setting))
        .ifPresent(text -> into.put(setting, text));
  }

  /**
   * The value of a setting at a node; empty if it was reported. A file that it names is found from
   * there.
   */
  public static Optional<String> value(DocumentNode node, PolicySetting setting) {
    boolean isByHour = node.isList() || CycleReader.isMappingOrFile(node);
    if (isByHour && setting == PolicyOption.ENERGY_PRICE) {
      return byHour(node, new CycleReader("price_per_kwh", EnergyText.DEAREST, false));
    }
    if (isByHour && setting == PolicyOption.ENERGY_CARBON) {
      return byHour(node, new CycleReader("g_per_kwh", EnergyText.DEAREST, false));
    }
    boolean isByType = setting == PolicyOption.AT_LEAST || setting == PolicyOption.TYPE_THRESHOLDS;
    return isByType && node.isMapping()
        ? shares(node, setting)
        : value(node, "", setting)
            .map(
                text -> ForecastText.located(setting, text, file -> node.resolve(file.toString())));
  }

  /** What changes by the hour, as it stands there or in a file. */
  private static Optional<String> byHour(DocumentNode node, CycleReader reader) {
    return reader
        .read(node, file -> file.asFileName().find().map(file::resolve))
        .map(cycle -> EnergyText.cycle(Optional.of(cycle)));
  }

  /** The text of a mapping from task types to shares; empty if one does not fit. */
  private static Optional<String> shares(DocumentNode mapping, PolicySetting setting) {
    List<String> parts = new ArrayList<>();
    for (String type : mapping.keys()) {
      mapping
          .node(type)
          .find()
          .filter(share -> value(share, type, setting).isPresent())
          .ifPresent(share -> parts.add(type + ": " + share.asString().orElse("")));
    }
    return Optional.of(String.join(", ", parts)).filter(_ -> parts.size() == mapping.keys().size());
  }

  /** The value of a part of a setting at a node; of all of it if the part has no name. */
  static Optional<String> value(DocumentNode node, String part, PolicySetting setting) {
    String prefix = part.isEmpty() ? "" : part + ": ";
    return node.asValue(
            setting.expected(),
            text -> Optional.of(text).filter(value -> setting.accepts(prefix + value)))
        .find();
  }

  /**
   * What to do about a policy that nobody knows.
   *
   * @param others names that are known besides those of the registry
   */
  static String remedyOfUnknown(String policy, Collection<String> others, PolicyRegistry registry) {
    if (policy.equals("JIT-D")) {
      return "JIT has one form; take JIT";
    }
    List<String> names = new ArrayList<>(others);
    names.addAll(registry.names());
    String meant =
        Names.nearest(policy, names)
            .map("did you mean %s?"::formatted)
            .orElse("espalier policies lists those there are.");
    return meant + " A policy of your own needs --plugins JAR";
  }

  private boolean isKnown(String policy, DocumentNode node) {
    boolean known = registry.find(policy).isPresent();
    if (!known) {
      node.report("unknown policy", remedyOfUnknown(policy, ofStudy.keySet(), registry));
    }
    return known;
  }

  private void add(PolicyEntry entry, DocumentNode node) {
    if (entries.putIfAbsent(entry.name(), entry) != null) {
      node.report(
          "two policies are called " + entry.name(), "give one another name, with name: ...");
      return;
    }
    nodes.put(entry.name(), node);
  }

  /** The entries, in order. */
  public List<PolicyEntry> entries() {
    return new ArrayList<>(entries.values());
  }

  /** Where each entry stands, by its name. */
  public Map<String, DocumentNode> nodes() {
    return nodes;
  }
}
