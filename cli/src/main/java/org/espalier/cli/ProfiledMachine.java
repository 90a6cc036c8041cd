package org.espalier.cli;

import java.util.Optional;
import org.espalier.profiler.host.CannotOpenException;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.Hosts;
import org.espalier.profiler.host.Ssh;
import org.espalier.profiler.probe.EnergySource;
import org.espalier.profiler.probe.InstrumentFinder;
import org.espalier.profiler.probe.InstrumentSettings;
import org.espalier.profiler.probe.Instruments;

/** The machine that the options of {@code espalier profile} name, with its instruments. */
final class ProfiledMachine implements AutoCloseable {
  private final Host host;
  private final Instruments instruments;

  private ProfiledMachine(Host host, Instruments instruments) {
    this.host = host;
    this.instruments = instruments;
  }

  /** Opens it, and finds out what it can be measured with. */
  static ProfiledMachine open(ProfileCommand command) throws InterruptedException {
    InstrumentSettings settings = settings(command);
    Host host = host(command.ssh());
    try {
      return new ProfiledMachine(host, InstrumentFinder.find(host, settings));
    } catch (InterruptedException | RuntimeException e) {
      host.close();
      throw e;
    }
  }

  private static InstrumentSettings settings(ProfileCommand command) {
    InstrumentSettings all = InstrumentSettings.defaults();
    return command.powerCommand().map(ProfiledMachine::powerCommand).map(all::from).orElse(all);
  }

  private static EnergySource powerCommand(String text) {
    if (text.isBlank()) {
      throw new CommandFailure("--power-command is empty; expected a command that prints watts");
    }
    return EnergySource.PowerCommand.ofShell(text);
  }

  private static Host host(Optional<String> ssh) throws InterruptedException {
    try {
      return ssh.isPresent() ? Hosts.ssh(destination(ssh.get())) : Hosts.local();
    } catch (CannotOpenException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private static Ssh destination(String text) {
    try {
      return Ssh.to(text);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure("--ssh: " + e.getMessage(), e);
    }
  }

  Host host() {
    return host;
  }

  Instruments instruments() {
    return instruments;
  }

  @Override
  public void close() {
    host.close();
  }
}
