package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.generator.EnlargedSystem;
import org.espalier.workload.generator.SystemEnlarger;
import org.espalier.workload.heterogeneity.Moments;
import org.espalier.workload.system.SystemFiles;

/** One call of {@code espalier system enlarge}. */
final class SystemEnlarge {
  private static final String NONE = "none";

  private final SystemEnlargeCommand command;
  private final PrintWriter out;

  SystemEnlarge(SystemEnlargeCommand command) {
    this.command = command;
    this.out = command.spec.commandLine().getOut();
  }

  int run() throws IOException {
    SystemOutput output = new SystemOutput("-o", command.output);
    output.check(Optional.of(command.file));
    List<Integer> special = special();
    HcSystem real = read(command.file);
    List<String> problems = SystemEnlarger.problems(real, command.taskTypes, special);
    if (!problems.isEmpty()) {
      throw new CommandFailure(
          problems.stream()
              .map(problem -> "%s: %s".formatted(command.file, problem))
              .collect(Collectors.joining(System.lineSeparator())));
    }
    EnlargedSystem enlarged =
        SystemEnlarger.enlarge(real, command.taskTypes, special, command.seed);
    HcSystem system = enlarged.system().named(nameOfOutput());
    String files =
        output.write(system).stream().map(String::valueOf).collect(Collectors.joining(", "));
    out.println(Summary.of(new Contents.OfSystem(system)));
    print("Execution times, s", enlarged.times());
    print("Power, W", enlarged.powers());
    out.println("wrote " + files);
    out.flush();
    return ExitCode.OK;
  }

  private HcSystem read(Path file) {
    Loaded<HcSystem> loaded = SystemFiles.read(file);
    loaded.notes().forEach(note -> out.println("note: " + note));
    return loaded.value();
  }

  private List<Integer> special() {
    if (command.special.equals(NONE)) {
      return List.of();
    }
    List<Integer> counts = new ArrayList<>();
    for (String count : command.special.split(",", -1)) {
      if (!count.strip().matches("[0-9]{1,4}")) {
        throw new CommandFailure(
            "--special is %s; expected numbers of task types such as 3,3,2,2, or none"
                .formatted(command.special));
      }
      counts.add(Integer.valueOf(count.strip()));
    }
    return counts;
  }

  private String nameOfOutput() {
    return String.valueOf(command.output.getFileName()).replaceFirst("\\.ya?ml$", "");
  }

  private void print(String title, List<EnlargedSystem.Fit> fits) {
    if (fits.isEmpty()) {
      return;
    }
    TextTable table =
        new TextTable(
            "  ",
            TextTable.words(""),
            TextTable.words(""),
            TextTable.numbers("mean"),
            TextTable.numbers("COV"),
            TextTable.numbers("skewness"),
            TextTable.numbers("kurtosis"));
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
    Arrays.stream(numbers).mapToObj(SystemEnlarge::text).forEach(cells::add);
    table.add(cells);
  }

  private static String text(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
  }
}
