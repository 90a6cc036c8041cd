package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code espalier system generate}: writes a generated system. The work is in {@link
 * SystemGenerate}, loaded when it is called.
 */
@Command(
    name = "generate",
    description =
        "Generates a system by the coefficient-of-variation method: special and general machine"
            + " types, P-states, and power by task type.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "COV is the coefficient of variation, standard deviation over mean. OUT.pet.csv and",
      "OUT.power.csv are written beside OUT.yaml. The same seed and options give the same bytes.",
      "",
      "Examples:",
      "  espalier system generate -o generated.yaml",
      "  espalier system generate -o small.yaml --seed 7 --task-types 10 --special-task-types 2 \\",
      "      --special-machines 1 --special-each 1..3 --general-machines 2,4"
    })
final class SystemGenerateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT.yaml",
      description = "the system to write; replaced if it is there")
  private Path output;

  @Option(names = "--name", paramLabel = "NAME", description = "its name (default: that of OUT)")
  private @Nullable String name;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of all random numbers (default 1)")
  private long seed;

  @Option(
      names = "--tick",
      paramLabel = "TIME",
      defaultValue = "1ms",
      description = "what one tick is, to which times are rounded (default 1ms)")
  private String tick;

  @Option(
      names = SystemSettings.TASK_TYPES,
      paramLabel = "N",
      defaultValue = "100",
      description = "task types (default 100)")
  private String taskTypes;

  @Option(
      names = SystemSettings.SPECIAL_TASK_TYPES,
      paramLabel = "N",
      defaultValue = "17",
      description = "how many of them are special to a special machine type (default 17)")
  private String specialTaskTypes;

  @Option(
      names = SystemSettings.SPECIAL_EACH,
      paramLabel = "M..N",
      defaultValue = "3..5",
      description = "how many of these a special machine type has (default 3..5)")
  private String specialEach;

  @Option(
      names = SystemSettings.SPECIAL_MACHINES,
      paramLabel = "N,...",
      defaultValue = "2,2,3,3",
      description = "machines of each special machine type; none for none (default 2,2,3,3)")
  private String specialMachines;

  @Option(
      names = SystemSettings.GENERAL_MACHINES,
      paramLabel = "N,...",
      defaultValue = "5,5,5,10,10,10,10,15,20",
      description = "machines of each general machine type (default 5,5,5,10,10,10,10,15,20)")
  private String generalMachines;

  @Option(
      names = SystemSettings.MEAN_SPECIAL,
      paramLabel = "TIME",
      defaultValue = "1min",
      description = "mean execution time on special machine types (default 1min)")
  private String meanSpecial;

  @Option(
      names = SystemSettings.MEAN_GENERAL,
      paramLabel = "TIME",
      defaultValue = "10min",
      description = "mean execution time on general machine types (default 10min)")
  private String meanGeneral;

  @Option(
      names = SystemSettings.COV_TASK_TYPES,
      paramLabel = "COV",
      defaultValue = "0.1",
      description = "COV of times along task types (default 0.1)")
  private String covTaskTypes;

  @Option(
      names = SystemSettings.COV_SPECIAL,
      paramLabel = "COV",
      defaultValue = "0.1",
      description = "COV of times along special machine types (default 0.1)")
  private String covSpecial;

  @Option(
      names = SystemSettings.COV_GENERAL,
      paramLabel = "COV",
      defaultValue = "0.25",
      description = "COV of times along general machine types (default 0.25)")
  private String covGeneral;

  @Option(
      names = SystemSettings.STATIC_POWER,
      paramLabel = "POWER",
      defaultValue = "66W",
      description = "mean static power of a machine type (default 66W)")
  private String staticPower;

  @Option(
      names = SystemSettings.COV_STATIC,
      paramLabel = "COV",
      defaultValue = "0.25",
      description = "its COV along machine types (default 0.25)")
  private String covStatic;

  @Option(
      names = SystemSettings.DYNAMIC_POWER,
      paramLabel = "POWER",
      defaultValue = "133W",
      description = "mean dynamic power in P-state 0 (default 133W)")
  private String dynamicPower;

  @Option(
      names = SystemSettings.COV_DYNAMIC_TASK_TYPES,
      paramLabel = "COV",
      defaultValue = "0.1",
      description = "its COV along task types (default 0.1)")
  private String covDynamicTaskTypes;

  @Option(
      names = SystemSettings.COV_DYNAMIC_MACHINE_TYPES,
      paramLabel = "COV",
      defaultValue = "0.25",
      description = "its COV along machine types (default 0.25)")
  private String covDynamicMachineTypes;

  @Option(
      names = SystemSettings.POWER_SHARES,
      paramLabel = "SHARE,...",
      defaultValue = "1,0.75,0.5",
      description =
          "share of the dynamic power in each P-state, from P-state 0 on (default 1,0.75,0.5);"
              + " in one of share s tasks take 1/sqrt(s) times as long on average")
  private String powerShares;

  @Option(
      names = SystemSettings.COV_SLOW_DOWN,
      paramLabel = "COV",
      defaultValue = "0.1",
      description = "COV of how much longer they take (default 0.1)")
  private String covSlowDown;

  @Option(
      names = "--idle-power",
      description = "idle machines draw their static power (default: nothing, as in the source)")
  private boolean idlePower;

  @Override
  public Integer call() throws IOException {
    return new SystemGenerate(this).run();
  }

  CommandSpec spec() {
    return spec;
  }

  Path output() {
    return output;
  }

  Optional<String> name() {
    return Optional.ofNullable(name);
  }

  long seed() {
    return seed;
  }

  /** The options that say what the system is like. */
  SystemSettings settings() {
    SystemSettings settings = new SystemSettings(idlePower);
    settings.put("--tick", tick);
    settings.put(SystemSettings.TASK_TYPES, taskTypes);
    settings.put(SystemSettings.SPECIAL_TASK_TYPES, specialTaskTypes);
    settings.put(SystemSettings.SPECIAL_EACH, specialEach);
    settings.put(SystemSettings.SPECIAL_MACHINES, specialMachines);
    settings.put(SystemSettings.GENERAL_MACHINES, generalMachines);
    settings.put(SystemSettings.MEAN_SPECIAL, meanSpecial);
    settings.put(SystemSettings.MEAN_GENERAL, meanGeneral);
    settings.put(SystemSettings.COV_TASK_TYPES, covTaskTypes);
    settings.put(SystemSettings.COV_SPECIAL, covSpecial);
    settings.put(SystemSettings.COV_GENERAL, covGeneral);
    settings.put(SystemSettings.STATIC_POWER, staticPower);
    settings.put(SystemSettings.COV_STATIC, covStatic);
    settings.put(SystemSettings.DYNAMIC_POWER, dynamicPower);
    settings.put(SystemSettings.COV_DYNAMIC_TASK_TYPES, covDynamicTaskTypes);
    settings.put(SystemSettings.COV_DYNAMIC_MACHINE_TYPES, covDynamicMachineTypes);
    settings.put(SystemSettings.POWER_SHARES, powerShares);
    settings.put(SystemSettings.COV_SLOW_DOWN, covSlowDown);
    return settings;
  }
}
