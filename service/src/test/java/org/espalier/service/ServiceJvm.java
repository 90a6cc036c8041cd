package org.espalier.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.service.files.PrivateFiles;
import org.espalier.testsupport.TestJvm;

/**
 * A JVM that starts faster, for all processes of these tests; what it loads is learned from a small
 * system, which is served until one task has run.
 */
public final class ServiceJvm {
  private ServiceJvm() {}

  /** Made where it is first asked for, which its own rehearsal never does. */
  private static final class Holder {
    static final TestJvm JVM = rehearsed();
  }

  /** The one of all. */
  public static TestJvm get() {
    return Holder.JVM;
  }

  /** Serves the system of a directory until one task has run. */
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    try (LiveServer server =
            LiveServer.start(
                SmallSystem.settings(directory), () -> SmallSystem.settings(directory));
        Client client = new Client(server.address())) {
      client.submit("once", "rehearsed", "in 600 s");
    }
  }

  private static TestJvm rehearsed() {
    try {
      Path directory = Files.createTempDirectory("espalier-rehearsal");
      SmallSystem.in(directory, 100);
      TestJvm jvm =
          TestJvm.of(
                  "-Xmx256m",
                  "--enable-native-access=ALL-UNNAMED",
                  "--sun-misc-unsafe-memory-access=allow")
              .rehearsed(ServiceJvm.class.getName(), directory.toString());
      PrivateFiles.delete(directory);
      return jvm;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
