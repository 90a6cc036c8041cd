package org.espalier.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.service.files.PrivateFiles;
import org.espalier.testsupport.TestJvm;

/** A live service in a process of its own, which can be killed. */
final class ServiceProcess implements AutoCloseable {
  private static final String REHEARSAL = "rehearsal";

  private final Process process;
  private final String address;

  private ServiceProcess(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** Serves the system of a directory until it is told or killed, or one task has run. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    if (args.length > 1 && args[1].equals(REHEARSAL)) {
      rehearse(directory);
      return;
    }
    LiveServer server =
        LiveServer.start(SmallSystem.settings(directory), () -> SmallSystem.settings(directory));
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    Path next = Files.writeString(directory.resolve("address.next"), server.address());
    Files.move(next, directory.resolve("address"), StandardCopyOption.ATOMIC_MOVE);
    Thread.sleep(Long.MAX_VALUE);
  }

  private static void rehearse(Path directory) throws IOException {
    try (LiveServer server =
            LiveServer.start(
                SmallSystem.settings(directory), () -> SmallSystem.settings(directory));
        Client client = new Client(server.address())) {
      client.submit("once", "rehearsed", "in 600 s");
    }
  }

  /** A JVM that starts faster, for all tests; what it loads is learned from a small system. */
  private static final class Rehearsed {
    static final TestJvm JVM = rehearsed();

    private static TestJvm rehearsed() {
      try {
        Path directory = Files.createTempDirectory("espalier-rehearsal");
        SmallSystem.in(directory, 100);
        TestJvm jvm =
            TestJvm.of(
                    "-Xmx256m",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow")
                .rehearsed(ServiceProcess.class.getName(), directory.toString(), REHEARSAL);
        PrivateFiles.delete(directory);
        return jvm;
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
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
    command.addAll(Rehearsed.JVM.command(ServiceProcess.class.getName(), directory.toString()));
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

  /** Sends it a signal, as in {@code STOP}. */
  void signal(String name) throws IOException, InterruptedException {
    Signal.send(name, process.pid());
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
