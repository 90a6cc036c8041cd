package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.core.model.HcSystem;
import org.espalier.simulator.study.SystemModel;

/** One call of {@code espalier system generate}. */
final class SystemGenerate {
  private final SystemGenerateCommand command;
  private final PrintWriter out;

  SystemGenerate(SystemGenerateCommand command) {
    this.command = command;
    this.out = command.spec.commandLine().getOut();
  }

  int run() throws IOException {
    int trial = command.trial.orElse(1);
    if (trial < 1) {
      throw new CommandFailure("--trial is %d; expected at least 1".formatted(trial));
    }
    SystemModel model =
        new SystemSettings(command.spec)
            .model(command.name.orElseGet(this::nameOfOutput), command.trial.isPresent());
    SystemOutput output = new SystemOutput("-o", command.output);
    output.check(Optional.empty());
    HcSystem system = model.generate(command.seed, trial);
    String files =
        output.write(system).stream().map(String::valueOf).collect(Collectors.joining(", "));
    out.println(Summary.of(new Contents.OfSystem(system)));
    out.println("wrote " + files);
    out.flush();
    return ExitCode.OK;
  }

  private String nameOfOutput() {
    return String.valueOf(command.output.getFileName()).replaceFirst("\\.ya?ml$", "");
  }
}
