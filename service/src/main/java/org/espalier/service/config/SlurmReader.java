package org.espalier.service.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Scale;
import org.espalier.core.model.TaskType;
import org.espalier.core.pricing.Forecast;
import org.espalier.service.agent.SlurmSettings;
import org.espalier.service.slurm.ThisProgram;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.policy.Forecasts;
import org.espalier.workload.system.ScaleReader;

/**
 * Reads how agents are started in jobs of Slurm, by machine type.
 *
 * <pre>{@code
 * slurm:
 *   cpu: {machines_per_job: 8, time: 12 h, options: [--cpus-per-task=8, --mem=16G]}
 *   overlap: 10 min             # the next job may begin so long before the end of one
 *   via: [ssh, login]           # where sbatch is
 *   program: [/opt/espalier/bin/espalier]   # on the nodes; else this program
 *   key: /home/me/gate.key      # on the nodes; else where it is here
 * scale:
 *   cpu: {min: 0, max: 16, idle: 10 min}   # machines; all, all the time, where it is left out
 *   gpu: {max: 4, by: forecast, forecast: yesterday.jsonl}   # what arrives, as of a day before
 * }</pre>
 */
record SlurmReader(DocumentNode block, HcSystem system, Map<String, Forecast> forecasts) {
  private static final String FORECAST = "forecast";
  private static final List<String> OWN = List.of("via", "program", "key", "overlap");
  private static final List<String> SMALL =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m");

  /** By the last two an agent knows its build, and becomes another. */
  private static final String KEPT = "--.*|-Despalier\\.(commit|program)=.*";

  private static final int MOST_MACHINES = 100_000;
  private static final Duration LEAST_TIME = Duration.ofMinutes(2);

  /** What stands in the way of seeing to the jobs. */
  private static final Pattern OURS =
      Pattern.compile(
          "--(array|chdir|clusters|dependency|error|export|job-name|open-mode|output|parsable|requeue|no-requeue|signal|test-only|time|wait|wrap)(=.*)?"
              + "|-[aJoeDMWdt].*");

  /**
   * The settings; problems are reported.
   *
   * @param keys of the gate
   * @param scale how many machines there are, by machine type
   */
  SlurmSettings read(List<Path> keys, Optional<DocumentNode> scale) {
    List<String> via = words(block, "via");
    List<String> program = words(block, "program");
    String key =
        block
            .string("key")
            .orElse(keys.isEmpty() ? "" : keys.getFirst().toAbsolutePath().normalize().toString());
    Duration overlap = block.duration("overlap").orElse(Duration.ZERO);
    List<SlurmSettings.Group> groups = new ArrayList<>();
    List<String> types = system.machineTypes().stream().map(MachineType::name).toList();
    for (String name : block.keys()) {
      Optional<DocumentNode> node =
          OWN.contains(name) ? Optional.empty() : block.mapping(name).find();
      if (types.contains(name)) {
        node.ifPresent(type -> addAll(name, type, groups));
      } else if (!OWN.contains(name)) {
        block.report(name, "is no machine type", () -> Names.remedy(name, types));
      }
    }
    return new SlurmSettings(
        via,
        program.isEmpty() ? ThisProgram.words(SMALL, option -> option.matches(KEPT)) : program,
        key,
        overlap,
        groups,
        scale.map(this::scales).orElse(Map.of()),
        forecasts);
  }

  private Map<String, Scale> scales(DocumentNode scale) {
    Map<String, Scale> scales = new HashMap<>();
    for (String type : scale.keys()) {
      Optional<DocumentNode> node = scale.mapping(type).find();
      if (!block.has(type) || OWN.contains(type)) {
        scale.report(type, "is no machine type whose agents are started", "describe it in slurm");
      } else if (node.isPresent()) {
        scales.put(type, scale(type, node.get()));
      }
    }
    return scales;
  }

  /** Also reads the file of what is expected, where that tells how many machines there are. */
  private Scale scale(String type, DocumentNode node) {
    Optional<Path> file = node.fileName(FORECAST).find().map(node::resolve);
    Scale scale = ScaleReader.read(node);
    if (scale.by() == Scale.By.FORECAST && !node.has(FORECAST)) {
      node.report("by", "has no forecast", "name a file at forecast, as the journal of a day");
    } else if (scale.by() == Scale.By.BACKLOG && node.has(FORECAST)) {
      node.report(FORECAST, "is for by: forecast", "leave it out");
    }
    file.flatMap(f -> Forecasts.read(Forecast.named(f.toString()), f, system, node.problems()))
        .ifPresent(forecast -> forecasts.put(type, forecast.value()));
    return scale;
  }

  private static List<String> words(DocumentNode node, String key) {
    return DocumentNode.texts(node.list(key).orElse(List.of()));
  }

  private void addAll(String type, DocumentNode node, List<SlurmSettings.Group> groups) {
    int each = node.integer("machines_per_job", 1, MOST_MACHINES).orElse(1);
    Optional<Duration> time = node.duration("time").required();
    if (time.filter(t -> t.compareTo(LEAST_TIME) < 0).isPresent()) {
      node.report("time", "is too short", "give at least 2 min: the last of them is for the end");
    }
    time.ifPresent(t -> checkTasks(type, t, node));
    List<String> options = words(node, "options");
    options.stream()
        .filter(option -> !option.startsWith("-") || OURS.matcher(option).matches())
        .forEach(option ->
            node.report(
                "options",
                option + (option.startsWith("-") ? " is set by espalier" : " is no option"),
                "leave it out"));
    node.rejectUnknownKeys();
    List<String> names =
        system.machines().stream()
            .filter(machine -> machine.type().name().equals(type))
            .map(Machine::name)
            .toList();
    for (int i = 0; i < names.size() && time.isPresent(); i += each) {
      List<String> some = names.subList(i, Math.min(names.size(), i + each));
      groups.add(new SlurmSettings.Group(type, some, time.get(), options));
    }
  }

  /** A task that takes longer than a job at least is never done. */
  private void checkTasks(String type, Duration time, DocumentNode node) {
    int machineType = system.machineTypes().stream().map(MachineType::name).toList().indexOf(type);
    for (TaskType task : system.taskTypes()) {
      if (system.pet().canRun(task.id(), machineType)) {
        Duration least =
            system.tick().multipliedBy(system.pet().get(task.id(), machineType, 0).earliest());
        if (least.compareTo(time) > 0) {
          node.report(
              "time",
              "is shorter than tasks of type %s take, which is %s at least"
                  .formatted(task.name(), Quantities.inGreatestUnit(least)),
              "give more time, or say in the system that they cannot run there");
        }
      }
    }
  }
}
