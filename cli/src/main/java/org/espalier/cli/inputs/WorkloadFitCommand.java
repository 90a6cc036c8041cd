package org.espalier.cli.inputs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.YamlWriter;
import org.espalier.workload.generator.LoadFit;
import org.espalier.workload.generator.TaskMixReader;
import org.espalier.workload.trace.TypedWorkload;
import org.espalier.workload.trace.WorkloadFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier workload fit}: describes a log, so that one like it can be generated. */
@Command(
    name = "fit",
    description = {
      "Describes a log as a study's workload: rates and deadlines by type, and how the rate changes"
          + " by the hour where the log has two days or more.",
      "",
      "A load that is generated so can be made longer and heavier. What of the log it does not show"
          + " is said."
    },
    footer = {
      "",
      "Examples:",
      "  espalier workload fit log.csv",
      "  espalier workload convert trace.swf -o log.csv && espalier workload fit log.csv -o"
          + " load.yaml"
    })
final class WorkloadFitCommand extends Subcommand {
  @Parameters(
      paramLabel = "LOG.csv",
      description = "the log, as espalier workload convert writes it")
  private Path log = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "where the description goes; to the terminal if left out")
  private Optional<Path> output;

  @Override
  protected void run() throws IOException {
    if (output.isPresent()) {
      OutputFile.check("-o", output.get(), log);
    }
    Loaded<TypedWorkload> read =
        Problems.demand(problems -> WorkloadFiles.readAlone(log, problems));
    read.notes().forEach(note -> err().println("note: " + note));
    TypedWorkload typed = read.value();
    LoadFit fit =
        CommandFailure.unlessRefused(
            log + ": ", () -> LoadFit.of(typed.workload(), typed.taskTypes(), typed.tick()));
    String text = YamlWriter.text(Map.of("workload", entries(fit)));
    if (output.isPresent()) {
      OutputFile.write(output.get(), file -> Files.writeString(file, text));
    } else {
      out().print(text);
    }
    tell(typed, fit);
  }

  private static Map<String, Object> entries(LoadFit fit) {
    return YamlWriter.entries(
        "pattern", fit.hourly().<Object>map(hourly -> hourly.rates().values()).orElse("poisson"),
        "duration", fit.duration(),
        "types", TaskMixReader.entries(fit.mix()));
  }

  private void tell(TypedWorkload typed, LoadFit fit) {
    double worst = fit.distances().values().stream().mapToDouble(d -> d).max().orElse(0);
    note(
        "%s: %s of %s; arrivals vary %.1f times as much as those of the fit, deadlines differ by"
            + " up to %.2f (Kolmogorov and Smirnov)%n",
        log,
        Names.count(typed.workload().size(), "task"),
        Names.count(fit.mix().types().size(), "type"),
        fit.dispersion(),
        worst);
    long others =
        typed.workload().tasks().stream()
            .filter(task -> !(task.utility() instanceof DeadlineUtility(_, var must)) || must)
            .count();
    if (others > 0) {
      note(
          "the fit leaves out that worth changes with time or a task must be completed: %s%n",
          Names.count(others, "task"));
    }
    List<String> poor = fit.poor();
    poor.forEach(reason -> err().println("warning: the fit is poor: " + reason));
  }
}
