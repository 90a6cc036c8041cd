package org.espalier.cli.inputs;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.cli.files.Contents;
import org.espalier.cli.files.SystemOutput;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.core.model.HcSystem;
import org.espalier.simulator.study.InputOption;
import org.espalier.simulator.study.InputValues;
import org.espalier.simulator.study.SystemModel;
import org.espalier.simulator.study.SystemOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier system generate}: writes a generated system. */
@Command(
    name = "generate",
    description =
        "Generates a system by the coefficient-of-variation method: special and general machine"
            + " types, P-states, and power by task type.",
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
final class SystemGenerateCommand extends Subcommand {
  /** Whether each trial has a system of its own is what --trial says. */
  private static final List<InputOption<?>> OPTIONS =
      SystemOptions.ALL.stream().filter(option -> !option.equals(SystemOptions.SYSTEMS)).toList();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT.yaml",
      description = "the system to write; replaced if it is there")
  private Path output;

  @Option(names = "--name", paramLabel = "NAME", description = "its name (default: that of OUT)")
  private Optional<String> name;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of all random numbers (default 1)")
  private long seed;

  @Option(
      names = "--trial",
      paramLabel = "N",
      description = "the system of this trial of a study with generated systems and this seed")
  private Optional<Integer> trial;

  /** Adds the options that say what the system is like; picocli calls it. */
  @Spec
  void addOptions(CommandSpec itsSpec) {
    GivenOptions.add(itsSpec, OPTIONS);
  }

  @Override
  protected void run() throws IOException {
    InputValues given = new GivenOptions(spec(), OPTIONS).values(SystemOptions::problems);
    Map<InputOption<?>, String> all = new LinkedHashMap<>(given.texts());
    all.put(SystemOptions.SYSTEMS, trial.isPresent() ? "per-trial" : "one");
    SystemModel model =
        SystemOptions.model(name.orElseGet(() -> SystemOutput.name(output)), new InputValues(all));
    SystemOutput files = new SystemOutput(output);
    files.check();
    HcSystem system = model.generate(seed, trial.orElse(1));
    String written = files.write(system);
    PrintWriter out = out();
    out.println(Contents.of(system).summary());
    out.println("wrote " + written);
  }
}
