package org.espalier.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.espalier.profiler.probe.Capability;
import org.espalier.profiler.probe.Instruments;

/** One call of {@code espalier profile --what-can-i-measure}. */
final class CapabilitiesView {
  private final ProfileCommand command;
  private final PrintWriter out;

  CapabilitiesView(ProfileCommand command) {
    this.command = command;
    this.out = command.spec().commandLine().getOut();
  }

  int run() throws InterruptedException {
    command.refuse(ProfileCommand.OF_PLAN, "goes with a plan only");
    command.refuse(ProfileCommand.OF_COMMAND, "goes with a command only");
    try (ProfiledMachine machine = ProfiledMachine.open(command)) {
      print(machine.host().name(), machine.instruments());
    }
    return ExitCode.OK;
  }

  private void print(String machine, Instruments instruments) {
    int width = Display.of(command.spec(), false).width();
    out.println("Machine: " + machine);
    TextTable facts = new TextTable("  ", TextTable.words(""), TextTable.words(""));
    instruments.machine().forEach(facts::add);
    facts.print(out, width);
    out.println();
    out.println("What can be measured");
    TextTable table =
        new TextTable("  ", TextTable.words(""), TextTable.words(""), TextTable.words(""));
    for (Capability found : instruments.capabilities()) {
      table.add(found.measures(), word(found.state()), found.found());
      if (!found.remedy().isEmpty()) {
        table.add("", "", "-> " + found.remedy());
      }
    }
    table.print(out, width);
    out.flush();
  }

  private static String word(Capability.State state) {
    return switch (state) {
      case AVAILABLE -> "yes";
      case REPLACED -> "partly";
      case MISSING -> "no";
    };
  }

  /** Whether a capability is about something that may be asked for. */
  static boolean isAbout(Capability capability, Measurable measurable) {
    String measures = capability.measures().toLowerCase(Locale.ROOT);
    String word =
        switch (measurable) {
          case TIME -> "time";
          case COUNTERS -> "instructions";
          case ENERGY -> "energy";
          case CACHE_SIMULATION -> "simulat";
        };
    return measures.contains(word);
  }
}
