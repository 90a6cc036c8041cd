package org.espalier.cli;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.testsupport.TestJvm;

/** A JVM that starts the command line faster, for all tests that need a process of its own. */
public final class CommandJvm {
  private CommandJvm() {}

  private static final class Rehearsed {
    static final TestJvm JVM = make();

    private static TestJvm make() {
      try {
        return TestJvm.of(
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow")
            .rehearsed(StartupRehearsal.class.getName());
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The same for all. */
  static TestJvm rehearsed() {
    return Rehearsed.JVM;
  }

  /** The command line of {@code espalier} with these arguments, each as its text. */
  public static List<String> command(List<?> arguments) {
    return Rehearsed.JVM.command(
        Stream.concat(Stream.of(Espalier.class.getName()), arguments.stream().map(String::valueOf))
            .toArray(String[]::new));
  }
}
