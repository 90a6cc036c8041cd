package org.espalier.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A live service in a process of its own, which can be killed. */
final class ServiceProcess implements AutoCloseable {
  private static final double TICKS_PER_SECOND = 100;

  private final Process process;
  private final String address;

  private ServiceProcess(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** Serves the system of a directory until it is told or killed. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    LiveServer server =
        LiveServer.start(SmallSystem.settings(directory), () -> SmallSystem.settings(directory));
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    Path next = Files.writeString(directory.resolve("address.next"), server.address());
    Files.move(next, directory.resolve("address"), StandardCopyOption.ATOMIC_MOVE);
    Thread.sleep(Long.MAX_VALUE);
  }

  /** Starts one and waits until it serves. */
  static ServiceProcess start(Path directory) throws IOException, InterruptedException {
    return start(directory, "");
  }

  /**
   * The same after commands of a shell, as for limits.
   *
   * @param first ends with a semicolon, or is empty
   */
  static ServiceProcess start(Path directory, String first)
      throws IOException, InterruptedException {
    Path address = directory.resolve("address");
    Files.deleteIfExists(address);
    List<String> command = new ArrayList<>(List.of("sh", "-c", first + "exec \"$@\"", "sh"));
    command.addAll(ServiceJvm.get().command(ServiceProcess.class.getName(), directory.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
            .start();
    for (int i = 0; i < 18_000 && process.isAlive(); i++) {
      if (Files.exists(address)) {
        return new ServiceProcess(process, Files.readString(address));
      }
      Thread.sleep(10);
    }
    process.destroyForcibly();
    throw new AssertionError(
        "the service does not start: " + Files.readString(directory.resolve("log")));
  }

  String address() {
    return address;
  }

  long pid() {
    return process.pid();
  }

  /** Sends it a signal, as in {@code STOP}. */
  void signal(String name) throws IOException, InterruptedException {
    Signal.send(name, process.pid());
  }

  /** The processor time that it has taken, in seconds. */
  double cpuSeconds() {
    return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  /** The processor time of its threads, in seconds, by name without its number. */
  Map<String, Double> threads() throws IOException {
    Map<String, Double> seconds = new TreeMap<>();
    try (Stream<Path> tasks = Files.list(Path.of("/proc/%d/task".formatted(process.pid())))) {
      for (Path task : tasks.toList()) {
        String stat = Files.readString(task.resolve("stat"));
        int end = stat.lastIndexOf(')');
        String name = stat.substring(stat.indexOf('(') + 1, end).replaceAll("[-#]?[0-9]+$", "");
        String[] fields = stat.substring(end + 2).split(" ", -1);
        double ticks = Double.parseDouble(fields[11]) + Double.parseDouble(fields[12]);
        seconds.merge(name, ticks / TICKS_PER_SECOND, Double::sum);
      }
    }
    return seconds;
  }

  /** How many sockets it has open. */
  long sockets() throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/%d/fd".formatted(process.pid())))) {
      return descriptors.filter(ServiceProcess::isSocket).count();
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException closed) {
      return false;
    }
  }

  /** As kill -9 does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
