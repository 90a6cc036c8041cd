package org.espalier.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A live service in a process of its own, which can be killed. */
final class ServiceProcess implements AutoCloseable {
  private final Process process;
  private final String address;

  private ServiceProcess(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** Serves the system of a directory until it is told or killed. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    LiveServer server = LiveServer.start(SmallSystem.settings(directory));
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    Path next = Files.writeString(directory.resolve("address.next"), server.address());
    Files.move(next, directory.resolve("address"), StandardCopyOption.ATOMIC_MOVE);
    Thread.sleep(Long.MAX_VALUE);
  }

  /** Starts one and waits until it serves. */
  static ServiceProcess start(Path directory) throws IOException, InterruptedException {
    Path address = directory.resolve("address");
    Files.deleteIfExists(address);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                ServiceProcess.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
            .start();
    for (int i = 0; i < 3000 && process.isAlive(); i++) {
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
