package org.espalier.profiler.plan;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.espalier.profiler.probe.EnergySource;
import org.espalier.profiler.probe.InstrumentSettings;
import org.espalier.profiler.statistics.StoppingRule;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.document.YamlText;

/**
 * Writes a plan as a plan file with every option, and each combination of parameters as an
 * application, so that it can be run again.
 */
public final class ResolvedProfilePlan {
  private final ProfilePlan plan;
  private final StringBuilder yaml = new StringBuilder();

  private ResolvedProfilePlan(ProfilePlan plan) {
    this.plan = plan;
  }

  /**
   * The text of the file.
   *
   * @param version of the program
   */
  public static String text(ProfilePlan plan, String version) {
    return new ResolvedProfilePlan(plan).write(version);
  }

  /** What of it says what is measured: plans of the same text can go on with one another's runs. */
  public static String measured(ProfilePlan plan) {
    return new ResolvedProfilePlan(plan).writeMeasured();
  }

  private String write(String version) {
    line("# Written by Espalier; run it again with: espalier profile plan.resolved.yaml");
    entry("version", version);
    entry("name", plan.about().name());
    entry("title", plan.about().title());
    if (!plan.about().description().isEmpty()) {
      entry("description", plan.about().description());
    }
    plan.intensityCuts().ifPresent(cuts -> line("intensity_cuts: " + cuts));
    return writeMeasured();
  }

  private String writeMeasured() {
    line("seed: " + plan.seed());
    StoppingRule rule = plan.repeats().rule();
    line(
        "runs: {least: %d, most: %d, precision: %s, time: %s}"
            .formatted(
                rule.least(), rule.most(), percent(rule.precision()), duration(rule.time())));
    line("warm_up: " + plan.repeats().warmUps());
    line("settle: " + duration(plan.repeats().settle()));
    plan.measure()
        .ifPresent(found ->
            line("measure: " + found.stream().map(Names::word).collect(Collectors.toList())));
    line("applications:");
    plan.applications().forEach(this::writeApplication);
    line("machines:");
    plan.machines().forEach(this::writeMachine);
    writeColocations();
    plan.prediction().ifPresent(this::writePrediction);
    return yaml.toString();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.6f", 100 * share).replaceAll("\\.?0+$", "") + " %";
  }

  private static String duration(Duration time) {
    return Quantities.text(time);
  }

  private void writeApplication(Application application) {
    entry("  - name", application.name());
    entry("    task_type", application.taskType());
    words("    command", application.command());
    Application.Around around = application.around();
    mapping("    environment", around.environment());
    around.directory().ifPresent(text -> entry("    directory", text));
    around.prepare().ifPresent(words -> words("    prepare", words));
    around.beforeEach().ifPresent(words -> words("    before_each", words));
    around.check().ifPresent(words -> words("    check", words));
    around.outputContains().ifPresent(text -> entry("    output_contains", text));
    line("    limit: " + duration(around.limit()));
  }

  private void writeMachine(PlannedMachine machine) {
    entry("  - name", machine.name());
    machine
        .ssh()
        .ifPresent(ssh -> {
          entry("    ssh", ssh.destination());
          words("    ssh_command", ssh.command());
        });
    writeCores(machine.cores());
    line("    niceness: " + machine.niceness());
    switch (machine.pStates()) {
      case PStateChoice.AsItIs asItIs -> {}
      case PStateChoice.All all -> line("    p_states: all");
      case PStateChoice.Of of ->
          line("    p_states: " + of.hertz().stream().map(Hertz::text).toList());
    }
    writeInstruments(machine.instruments());
  }

  private void writeCores(PlannedMachine.Cores cores) {
    if (cores.isChosen()) {
      line("    cores: " + (cores.measured().isEmpty() ? "all" : cores.measured()));
    }
    if (!cores.corunners().isEmpty()) {
      line("    corunner_cores: " + cores.corunners());
    }
  }

  private void writeInstruments(InstrumentSettings settings) {
    switch (settings.energy()) {
      case EnergySource.Known known -> line("    energy: " + Names.word(known));
      case EnergySource.PowerCommand command -> words("    power_command", command.words());
    }
    line("    power_interval: " + duration(settings.interval()));
    settings.idle().ifPresent(time -> line("    subtract_idle: " + duration(time)));
  }

  private void writeColocations() {
    if (!plan.colocations().isEmpty()) {
      line("colocation:");
    }
    for (Colocation each : plan.colocations()) {
      line(
          "  - {measured: %s, beside: %s}"
              .formatted(YamlText.scalar(each.measured()), list(each.beside())));
    }
  }

  private void writePrediction(PredictionPlan prediction) {
    line("prediction:");
    entry("  reference", prediction.reference());
    line("  pressures:");
    for (Pressure pressure : prediction.pressures()) {
      entry("    - task_type", pressure.taskType());
      line("      bytes: %d B".formatted(pressure.bytes()));
      words("      command", pressure.command());
      mapping("      environment", pressure.environment());
    }
  }

  private void mapping(String key, Map<String, String> entries) {
    if (!entries.isEmpty()) {
      String text =
          entries.entrySet().stream()
              .map(e ->
                  "%s: %s".formatted(YamlText.scalar(e.getKey()), YamlText.quoted(e.getValue())))
              .collect(Collectors.joining(", "));
      line("%s: {%s}".formatted(key, text));
    }
  }

  private void words(String key, List<String> words) {
    line("%s: %s".formatted(key, list(words)));
  }

  private static String list(List<String> words) {
    return words.stream().map(YamlText::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  private void entry(String key, String value) {
    line("%s: %s".formatted(key, YamlText.quoted(value)));
  }

  private void line(String text) {
    yaml.append(text).append('\n');
  }
}
