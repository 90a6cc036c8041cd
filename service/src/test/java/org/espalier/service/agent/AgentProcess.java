package org.espalier.service.agent;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.service.ServiceJvm;
import org.espalier.service.Signal;

/** An agent in a process of its own, which can be killed. */
public final class AgentProcess implements AutoCloseable {
  private final Process process;

  private AgentProcess(Process process) {
    this.process = process;
  }

  /** Is the machines it is told, until it is told to end; with a fifth word, in a job of Slurm. */
  public static void main(String[] args) throws Exception {
    System.setProperty("espalier.commit", "new");
    Agent agent =
        new Agent(
            new Agent.Settings(
                gates(args[0]),
                List.of(Path.of(args[1])),
                List.of(args[3].split(",", -1)),
                Path.of(args[2]),
                args.length > 4 ? Agent.job(System.getenv()) : Optional.empty()));
    Runtime.getRuntime().addShutdownHook(new Thread(agent::close));
    agent.run();
  }

  private static List<InetSocketAddress> gates(String ports) {
    return Arrays.stream(ports.split(","))
        .map(port -> new InetSocketAddress("127.0.0.1", Integer.parseInt(port)))
        .toList();
  }

  /**
   * Starts one.
   *
   * @param directory of the agent; what it says goes to a file beside it
   */
  public static AgentProcess start(int port, Path key, Path directory, String... machines)
      throws IOException {
    return start(List.of(port), key, directory, machines);
  }

  /** The same for one that may find the gate at several ports. */
  public static AgentProcess start(
      List<Integer> ports, Path key, Path directory, String... machines) throws IOException {
    List<String> command =
        ServiceJvm.get()
            .command(
                AgentProcess.class.getName(),
                ports.stream().map(String::valueOf).collect(Collectors.joining(",")),
                key.toString(),
                directory.toString(),
                String.join(",", machines));
    Path log = directory.resolveSibling(directory.getFileName() + ".log");
    return new AgentProcess(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start());
  }

  /** Sends it a signal, as in {@code STOP}. */
  public void signal(String name) throws IOException, InterruptedException {
    Signal.send(name, process.pid());
  }

  /** Whether this process is there still. */
  boolean isAlive() {
    return process.isAlive();
  }

  /** As kill -9 does. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Tells it to end, and waits until it has. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
