package org.espalier.cli.inputs;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.cli.files.Contents;
import org.espalier.cli.files.SystemOutput;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.core.model.HcSystem;
import org.espalier.simulator.column.NumberText;
import org.espalier.workload.generator.EnlargedSystem;
import org.espalier.workload.generator.SystemEnlarger;
import org.espalier.workload.heterogeneity.Moments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier system enlarge}: writes a larger system that resembles a small one. */
@Command(
    name = "enlarge",
    description =
        "Writes a system with more task types and special-purpose machine types, whose times and"
            + " powers keep mean, variation, skewness and kurtosis.",
    sortOptions = false,
    footer = {
      "",
      "Averages over machine types are drawn by the Gram-Charlier expansion of the real averages,",
      "and ratios over the average likewise for each machine type. The expansion is clipped where",
      "it is negative, which shifts the moments: those wanted, of the clipped density and of the",
      "numbers drawn are printed. A special-purpose machine type has one machine and takes a tenth",
      "of the average time with the average power. OUT.pet.csv, and OUT.power.csv if there is",
      "power, are written beside OUT.yaml.",
      "",
      "Example:",
      "  espalier system enlarge small.yaml --task-types 30 --special \"3,3,2,2\" -o big.yaml"
    })
final class SystemEnlargeCommand extends Subcommand {
  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "the system (.yaml, .etc), with certain times for all pairs")
  private Path file;

  @Option(
      names = "--task-types",
      required = true,
      paramLabel = "N",
      description = "task types of the larger system, those of FILE among them")
  private int taskTypes;

  @Option(
      names = "--special",
      split = ",",
      paramLabel = "N",
      description =
          "special-purpose machine types: how many new task types each executes (default: none)")
  private List<Integer> special = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seed of all random numbers (default 1)")
  private long seed;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT.yaml",
      description = "the system to write; replaced if it is there")
  private Path output;

  @Override
  protected void run() throws IOException {
    SystemOutput files = new SystemOutput(output);
    files.check(file);
    PrintWriter out = out();
    HcSystem real = SystemInput.read(file, out);
    List<String> problems = SystemEnlarger.problems(real, taskTypes, special);
    CommandFailure.whenAny(
        problems.stream().map(problem -> "%s: %s".formatted(file, problem)).toList());
    EnlargedSystem enlarged = SystemEnlarger.enlarge(real, taskTypes, special, seed);
    HcSystem system = enlarged.system().named(SystemOutput.name(output));
    String written = files.write(system);
    out.println(Contents.of(system).summary());
    print("Execution times, s", enlarged.times(), out);
    print("Power, W", enlarged.powers(), out);
    out.println("wrote " + written);
  }

  private static void print(String title, List<EnlargedSystem.Fit> fits, PrintWriter out) {
    if (fits.isEmpty()) {
      return;
    }
    TextTable table = TextTable.of("  ", "", "", "#mean", "#COV", "#skewness", "#kurtosis");
    for (EnlargedSystem.Fit fit : fits) {
      String machineType = fit.machineType();
      add(
          table,
          machineType.isEmpty() ? "average" : "ratio on " + machineType,
          "wanted",
          fit.wanted());
      add(table, "", "clipped", fit.clipped());
      add(table, "", "sampled", fit.sampled());
    }
    out.println();
    out.println(title);
    table.print(out, Integer.MAX_VALUE);
  }

  private static void add(TextTable table, String of, String which, Moments moments) {
    List<String> cells = new ArrayList<>(List.of(of, which));
    double[] numbers = {
      moments.mean(), moments.coefficientOfVariation(), moments.skewness(), moments.kurtosis()
    };
    Arrays.stream(numbers).mapToObj(number -> NumberText.fixed(number, 4)).forEach(cells::add);
    table.add(cells);
  }
}
