package org.espalier.profiler.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A program that is killed by tests: it runs a command with descendants on a machine whose {@code
 * sys} is in a directory, and changes a file of it. It runs another one when a file {@code again}
 * is there.
 */
final class KilledProfiler {
  private KilledProfiler() {}

  /** Arguments: the directory of the machine, and that of files that tell what was done. */
  static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]);
    Path told = Path.of(arguments[1]);
    Host host = Hosts.local(root);
    host.putBack("/sys/governor", "before");
    host.write("/sys/governor", "changed").ifPresent(System.err::println);
    String script =
        """
        sleep 301 & echo $! > %1$s/child
        (sleep 302 & echo $! > %1$s/grandchild; exec sleep 303) & echo $! > %1$s/subshell
        setsid sleep 304 & echo $! > %1$s/escaped
        env -i sleep 305 & echo $! > %1$s/plain
        echo $$ > %1$s/command; sleep 300\
        """
            .formatted(told);
    Running running = host.start(RunRequest.of(List.of("bash", "-c", script)).keeping(100));
    Files.writeString(told.resolve("scratch"), host.scratch());
    while (!Files.exists(told.resolve("again"))) {
      Thread.sleep(10);
    }
    host.run(RunRequest.of(List.of("true")));
    Files.createFile(told.resolve("ran"));
    running.await();
  }
}
