package org.espalier.cli.profile;

import java.io.PrintWriter;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.TextTable;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.Hosts;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.Ssh;
import org.espalier.profiler.probe.Capability;
import org.espalier.profiler.probe.InstrumentFinder;
import org.espalier.profiler.probe.InstrumentSettings;
import org.espalier.profiler.probe.Instruments;

/** One call of {@code espalier profile --what-can-i-measure}. */
record CapabilitiesView(ProfileOptions options, int width, PrintWriter out) {
  void run() throws InterruptedException {
    options.refuse(ProfileOptions.OF_PLAN, "goes with a plan only");
    options.refuse(options.ofCommand(), "goes with a command only");
    try (Host host = host()) {
      print(host.name(), InstrumentFinder.find(host, InstrumentSettings.defaults()));
      host.notes().forEach(note -> out.println("note: " + note));
    }
  }

  private Host host() throws InterruptedException {
    Optional<Ssh> ssh = QuickPlan.ssh(options);
    try {
      return ssh.isPresent() ? Hosts.ssh(ssh.get()) : Hosts.local();
    } catch (MeasuringFailedException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private void print(String machine, Instruments instruments) {
    out.println("Machine: " + machine);
    TextTable facts = TextTable.of("  ", "", "");
    instruments.machine().forEach(facts::add);
    facts.print(out, width);
    out.println();
    out.println("What can be measured");
    TextTable table = TextTable.of("  ", "", "", "");
    for (Capability found : instruments.capabilities()) {
      table.add(found.measures(), word(found.state()), found.found());
      if (!found.remedy().isEmpty()) {
        table.add("", "", "-> " + found.remedy());
      }
    }
    table.print(out, width);
  }

  private static String word(Capability.State state) {
    return switch (state) {
      case AVAILABLE -> "yes";
      case REPLACED -> "partly";
      case MISSING -> "no";
    };
  }
}
