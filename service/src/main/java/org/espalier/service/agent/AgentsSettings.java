package org.espalier.service.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.backend.BackendException;
import org.espalier.service.backend.BackendFactory;
import org.espalier.service.backend.BackendSettings;
import org.espalier.service.backend.Containment;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.backend.MachineLimits;

/**
 * Machines on other computers, whose agents dial this one.
 *
 * @param host the address that agents dial
 * @param keys of the gate; the first is its own, agents may have any
 * @param output where what commands have written is kept
 * @param machines the limits of each machine, by name
 * @param keptOutputBytes total size of the kept output of launches that are over
 * @param workingDirectory where commands are started; the agent's own if empty
 * @param environment of commands, besides what agents pass on of their own
 * @param taskLimits limits by task type
 * @param containment how the processes of a task are held together
 * @param slurm the jobs in which agents are started; empty if others start them
 */
public record AgentsSettings(
    String host,
    int port,
    List<Path> keys,
    Path output,
    Map<String, MachineLimits> machines,
    long keptOutputBytes,
    Optional<Path> workingDirectory,
    Map<String, String> environment,
    Map<String, LaunchLimits> taskLimits,
    Containment containment,
    Optional<SlurmSettings> slurm)
    implements BackendSettings {
  public AgentsSettings {
    keys = List.copyOf(keys);
    machines = Map.copyOf(machines);
    environment = Map.copyOf(environment);
    taskLimits = Map.copyOf(taskLimits);
  }

  /** Where the output is kept in a data directory. */
  public static Path home(Path data) {
    return data.resolve("agents").resolve("output");
  }

  @Override
  public BackendFactory factory() {
    return (owner, listener) -> Gate.open(this, owner, listener);
  }

  /**
   * What a start would find, without starting anything.
   *
   * @return who contains the processes of a task, and how
   * @throws BackendException if a key or the address cannot be used
   */
  public String check() {
    List<String> faults = new ArrayList<>(KeyFiles.faults(keys));
    try (ServerSocket socket = new ServerSocket()) {
      bind(socket);
    } catch (IOException e) {
      faults.add(unavailable(e));
    }
    slurm.map(SlurmSettings::faults).ifPresent(faults::addAll);
    BackendException.whenAny(faults);
    return "as each agent says that dials %s:%s".formatted(host, port);
  }

  /** Binds a socket to the address; it is closed where that fails. */
  void bind(ServerSocket socket) throws IOException {
    try {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port), 1000);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Why the address cannot be listened on. */
  String unavailable(IOException e) {
    return "the gate cannot listen on %s:%s (%s); give another address of this computer as gate.listen"
        .formatted(host, port, e.getMessage());
  }

  Frame.Setup setup(List<String> some) {
    Map<String, MachineLimits> theirs = new HashMap<>();
    some.forEach(name -> theirs.put(name, machines.getOrDefault(name, MachineLimits.NONE)));
    return new Frame.Setup(
        theirs,
        keptOutputBytes,
        workingDirectory.map(Path::toString),
        environment,
        taskLimits,
        containment.text());
  }
}
