package org.espalier.cli;

import java.io.PrintWriter;
import org.espalier.core.model.HcSystem;

/** One call of {@code espalier system measure}. */
final class SystemMeasure {
  private final SystemMeasureCommand command;
  private final PrintWriter out;

  SystemMeasure(SystemMeasureCommand command) {
    this.command = command;
    this.out = command.spec().commandLine().getOut();
  }

  int run() {
    HcSystem system = SystemInput.read(command.file(), out);
    out.println(Summary.of(new Contents.OfSystem(system)));
    new HeterogeneityView(system).print(out);
    out.flush();
    return ExitCode.OK;
  }
}
