package org.espalier.service.servers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.core.scaling.Staffing;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.OutputPart;

/**
 * Machines of which some run commands, and others are servers: two back ends, by machine, which are
 * closed with it.
 *
 * @param names the machines that are servers
 */
public record MixedBackend(Backend commands, Backend servers, Set<String> names)
    implements Backend {
  private Backend of(String machine) {
    return names.contains(machine) ? servers : commands;
  }

  @Override
  public void launch(Launch launch) {
    of(launch.machine()).launch(launch);
  }

  @Override
  public Traits traits(String machine) {
    return of(machine).traits(machine);
  }

  @Override
  public boolean takeBack(LaunchId launch) {
    return servers.takeBack(launch) && commands.takeBack(launch);
  }

  /** {@inheritDoc} The one that does not have it does nothing. */
  @Override
  public void stop(LaunchId launch) {
    servers.stop(launch);
    commands.stop(launch);
  }

  /** {@inheritDoc} What is on a machine that is no longer there may be a command. */
  @Override
  public void adopt(List<Launch> launches) {
    Map<Boolean, List<Launch>> ofServers =
        launches.stream()
            .collect(Collectors.partitioningBy(launch -> names.contains(launch.machine())));
    commands.adopt(ofServers.getOrDefault(false, List.of()));
    servers.adopt(ofServers.getOrDefault(true, List.of()));
  }

  /** {@inheritDoc} Servers keep none. */
  @Override
  public void renewDeadlines(List<Launch> launches) {
    commands.renewDeadlines(launches);
  }

  @Override
  public Optional<LaunchEnd> ended(LaunchId launch) {
    return servers.ended(launch).or(() -> commands.ended(launch));
  }

  @Override
  public Optional<LaunchEnd> endedByNow(LaunchId launch) {
    return servers.ended(launch).or(() -> commands.endedByNow(launch));
  }

  @Override
  public Optional<Starts> starts(String machineType) {
    return commands.starts(machineType);
  }

  @Override
  public void needed(String machineType, int waiting, Optional<Staffing.Range> expected) {
    commands.needed(machineType, waiting, expected);
  }

  @Override
  public Optional<String> place(String machine) {
    return of(machine).place(machine);
  }

  @Override
  public void lost(String machine) {
    of(machine).lost(machine);
  }

  @Override
  public Optional<String> containment() {
    return commands.containment();
  }

  @Override
  public Optional<OutputPart> output(LaunchId launch, OutputChannel channel, long from, int most) {
    return commands.output(launch, channel, from, most);
  }

  @Override
  public Optional<Path> outputs() {
    return commands.outputs();
  }

  @Override
  public void close() {
    try (servers) {
      commands.close();
    }
  }
}
