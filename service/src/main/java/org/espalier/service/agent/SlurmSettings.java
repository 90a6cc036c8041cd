package org.espalier.service.agent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.core.model.Scale;
import org.espalier.core.pricing.Forecast;
import org.espalier.service.slurm.SlurmCommands;
import org.espalier.service.slurm.SlurmCommands.Answer;

/**
 * The jobs of Slurm in which agents run.
 *
 * @param via what runs Slurm's commands elsewhere, as {@code ssh login}; nothing if they are here
 * @param program the command line of {@code espalier} on the nodes
 * @param key the path of the gate's key on the nodes
 * @param overlap how long before its end the next job of a group may begin
 * @param groups of the machines, each of which one job at a time has
 * @param scale how many machines of a type there are, by its name; all of them where nothing is
 *     said
 * @param forecasts of what arrives, by the name of a machine type of which there are as many as
 *     that needs
 */
public record SlurmSettings(
    List<String> via,
    List<String> program,
    String key,
    Duration overlap,
    List<Group> groups,
    Map<String, Scale> scale,
    Map<String, Forecast> forecasts) {
  public SlurmSettings {
    forecasts = Map.copyOf(forecasts);
    scale = Map.copyOf(scale);
    via = List.copyOf(via);
    program = List.copyOf(program);
    groups = List.copyOf(groups);
  }

  /**
   * The machines of a job.
   *
   * @param type name of their machine type
   * @param time how long a job goes on at most
   * @param options for sbatch
   */
  public record Group(String type, List<String> machines, Duration time, List<String> options) {
    public Group {
      machines = List.copyOf(machines);
      options = List.copyOf(options);
    }

    /** The options of its jobs; Slurm knows whole minutes only. */
    List<String> sbatch() {
      List<String> all = new ArrayList<>(options);
      all.add("--time=" + time.plusSeconds(59).toMinutes());
      return all;
    }
  }

  SlurmCommands commands() {
    return new SlurmCommands(via);
  }

  /** What Slurm says against such jobs, in its own words. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (Group group : groups) {
      List<String> command = new ArrayList<>(List.of("sbatch", "--test-only"));
      command.addAll(group.sbatch());
      command.add("--wrap=true");
      Answer answer = commands().run(command, "");
      String fault =
          "slurm.%s: Slurm refuses such jobs: %s".formatted(group.type(), answer.words());
      if (!answer.isGood() && !answer.isNotNow() && !faults.contains(fault)) {
        faults.add(fault);
      }
    }
    return faults;
  }
}
