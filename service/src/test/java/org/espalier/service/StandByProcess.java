package org.espalier.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;

/** A live service in a process of its own that stands by, or decides where nobody else does. */
final class StandByProcess implements AutoCloseable {
  private final Process process;

  private StandByProcess(Process process) {
    this.process = process;
  }

  /** Serves the system of a file until it is told or killed. */
  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]);
    AtomicReference<LiveServer> present = new AtomicReference<>();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> {
              if (present.get() != null) {
                present.get().close();
              }
            }));
    boolean again = true;
    while (again) {
      LiveServer server = LiveServer.standBy(settings(file), () -> settings(file));
      present.set(server);
      again = server.awaitEnd();
      server.close();
    }
  }

  private static LiveSettings settings(Path file) {
    return LiveFiles.read(file, PolicyRegistry.builtIn()).value();
  }

  /** Starts one; what it says goes to a file beside that of its system. */
  static StandByProcess start(Path file) throws IOException {
    return new StandByProcess(
        new ProcessBuilder(
                ServiceJvm.get().command(StandByProcess.class.getName(), file.toString()))
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(
                    file.resolveSibling(file.getFileName() + ".log").toFile()))
            .start());
  }

  /** Sends it a signal, as in {@code STOP}. */
  void signal(String name) throws IOException, InterruptedException {
    Signal.send(name, process.pid());
  }

  /** Waits until it has ended by itself. */
  void awaitEnd() throws InterruptedException {
    process.waitFor();
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
