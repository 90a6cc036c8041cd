package org.espalier.profiler.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.profiler.sample.SampleCsv;
import org.espalier.workload.document.Combinations;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.YamlText;

/** Reads an application of a plan as one for each combination of its parameters' values. */
record ApplicationReader(DocumentNode node, Duration limit) {
  /** Words in braces that are no parameters. */
  private static final List<String> RESERVED = List.of("scratch", "copy");

  private static final int MOST = 1_000;

  /** All combinations, in the order of the values, the last parameter running fastest. */
  List<Application> read() {
    String name = node.string("name").required("application");
    Map<String, List<String>> parameters = parameters();
    String template = node.string("task_type").orElse(template(name, parameters.keySet()));
    List<String> command = PlanCommands.required(node, "command");
    Application.Around around = around();
    node.rejectUnknownKeys();
    List<String> known = new ArrayList<>(parameters.keySet());
    known.addAll(RESERVED);
    PlanCommands.checkNames(node, command, known);
    PlanCommands.checkNames(node, List.of(template), known);
    List<Application> found = new ArrayList<>();
    for (Map<String, String> values : Combinations.of(parameters)) {
      String taskType = PlanCommands.filled(template, values);
      checkName(taskType);
      found.add(
          new Application(
              Place.of(node),
              name,
              taskType,
              PlanCommands.filled(command, values),
              filled(around, values)));
    }
    return found;
  }

  private static String template(String name, Iterable<String> parameters) {
    StringBuilder template = new StringBuilder(name);
    parameters.forEach(parameter -> template.append("-{").append(parameter).append('}'));
    return template.toString();
  }

  private void checkName(String taskType) {
    SampleCsv.problemOfName(taskType)
        .ifPresent(problem ->
            node.report(
                node.has("task_type") ? "task_type" : "name",
                "the task type " + YamlText.quoted(taskType) + " " + problem,
                "change it"));
  }

  private Map<String, List<String>> parameters() {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    DocumentNode block = node.block("parameters");
    for (String key : block.keys()) {
      List<String> values = DocumentNode.texts(block.oneOrMore(key).orElse(List.of()));
      if (values.isEmpty() || !key.matches("[A-Za-z][A-Za-z0-9_-]*") || RESERVED.contains(key)) {
        block.report(key, "is no parameter with values", "write it as size: [1, 2, 4]");
      } else {
        parameters.put(key, values);
      }
    }
    if (Combinations.count(parameters.values()) > MOST) {
      node.report(
          "parameters",
          String.format(Locale.ROOT, "have more than %,d combinations", MOST),
          "give fewer");
      return Map.of();
    }
    return parameters;
  }

  private Application.Around around() {
    return new Application.Around(
        environment(node),
        node.string("directory").find(),
        PlanCommands.read(node, "prepare"),
        PlanCommands.read(node, "before_each"),
        PlanCommands.read(node, "check"),
        node.string("output_contains").find(),
        Optional.of(node.duration("limit").orElse(limit)),
        false);
  }

  static Map<String, String> environment(DocumentNode node) {
    Map<String, String> environment = new LinkedHashMap<>();
    DocumentNode block = node.block("environment");
    block
        .keys()
        .forEach(key -> block.string(key).find().ifPresent(value -> environment.put(key, value)));
    return environment;
  }

  private static Application.Around filled(Application.Around around, Map<String, String> values) {
    return new Application.Around(
        around.environment().entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    entry -> PlanCommands.filled(entry.getValue(), values),
                    (one, other) -> one,
                    LinkedHashMap::new)),
        around.directory().map(text -> PlanCommands.filled(text, values)),
        around.prepare().map(words -> PlanCommands.filled(words, values)),
        around.beforeEach().map(words -> PlanCommands.filled(words, values)),
        around.check().map(words -> PlanCommands.filled(words, values)),
        around.outputContains().map(text -> PlanCommands.filled(text, values)),
        around.limit(),
        around.anyExit());
  }
}
