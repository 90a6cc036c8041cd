package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.Names;
import org.espalier.workload.heterogeneity.AffinityLevel;
import org.espalier.workload.heterogeneity.EcsMatrix;
import org.espalier.workload.heterogeneity.Heterogeneity;
import org.espalier.workload.heterogeneity.RetunedSystem;

/** One call of {@code espalier system retune}. */
final class SystemRetune {
  private final SystemRetuneCommand command;
  private final PrintWriter out;

  SystemRetune(SystemRetuneCommand command) {
    this.command = command;
    this.out = command.spec.commandLine().getOut();
  }

  int run() throws IOException {
    AffinityLevel level = level();
    SystemOutput output = new SystemOutput("-o", command.output);
    output.check(Optional.of(command.file));
    HcSystem system = SystemInput.read(command.file, out);
    HcSystem retuned =
        RetunedSystem.of(system, level)
            .named("%s-%s-affinity".formatted(system.name(), Names.word(level)));
    String files =
        output.write(retuned).stream().map(String::valueOf).collect(Collectors.joining(", "));
    print(system, retuned);
    out.println("wrote " + files);
    out.flush();
    return ExitCode.OK;
  }

  private AffinityLevel level() {
    List<String> words = Arrays.stream(AffinityLevel.values()).map(Names::word).toList();
    return Arrays.stream(AffinityLevel.values())
        .filter(level -> Names.word(level).equals(command.affinity))
        .findFirst()
        .orElseThrow(() ->
            new CommandFailure(
                "--affinity is %s; expected %s"
                    .formatted(command.affinity, String.join(" or ", words))));
  }

  private void print(HcSystem before, HcSystem after) {
    TextTable table =
        new TextTable(
            "  ", TextTable.words(""), TextTable.numbers("before"), TextTable.numbers("after"));
    Heterogeneity was = Heterogeneity.of(EcsMatrix.of(before.pet()));
    Heterogeneity is = Heterogeneity.of(EcsMatrix.of(after.pet()));
    add(table, "TMA", was, is, Heterogeneity::taskMachineAffinity);
    add(table, "TDH", was, is, h -> h.general().taskDifficulty());
    add(table, "MPH", was, is, h -> h.general().machinePerformance());
    table.print(out, Integer.MAX_VALUE);
  }

  private static void add(
      TextTable table,
      String name,
      Heterogeneity before,
      Heterogeneity after,
      ToDoubleFunction<Heterogeneity> measure) {
    table.add(name, text(measure.applyAsDouble(before)), text(measure.applyAsDouble(after)));
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }
}
