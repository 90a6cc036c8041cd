package org.espalier.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;

/** A live system of four machines whose commands note their names in a file. */
final class SmallSystem {
  private static final String SYSTEM =
      """
      name: small
      tick: 1 ms
      machine_types: [{name: box}]
      machines: [{type: box, count: 4}]
      pet: {samples: times.csv, step: 10 ms}
      """;
  private static final String TIMES =
      """
      task_type,machine_type,execution_time_s
      once,box,0.02
      once,box,0.05
      again,box,0.02
      again,box,0.05
      stubborn,box,0.3
      forking,box,0.3
      writing,box,0.5
      flaky,box,0.02
      flaky,box,0.05
      runaway,box,0.3
      runaway,box,0.5
      noting,box,0.1
      noting,box,0.3
      """;
  private static final String LIVE =
      """
      system: system.yaml
      policy: PAM
      data: data
      batch_queue: %1$d
      task_types:
        once:
          command: [sh, -c, 'echo "$1" >>"$2"; exec sleep "$3"', sh, "{name}", %2$s, "{time}"]
          parameters:
            name: {text: "[a-z0-9-]+"}
            time: {number: [0, 100], default: "0.01"}
          output: discard
        again:
          command: [sh, -c, 'echo "$1" >>"$2"; exec sleep "$3"', sh, "{name}", %2$s, "{time}"]
          parameters:
            name: {text: "[a-z0-9-]+"}
            time: {number: [0, 100], default: "0.01"}
          retry: true
          output: discard
        stubborn:
          command: [sh, -c, 'trap "" TERM; echo "$1" >>"$2"; sleep 300; :', sh, "{name}", %2$s]
          parameters: {name: {text: "[a-z0-9-]+"}}
        forking:
          command: [sh, -c, 'for i in 1 2 3; do sh -c "sleep 300; :" "$1" & done; echo "$1" >>"$2"; wait', sh, "{name}", %2$s]
          parameters: {name: {text: "[a-z0-9-]+"}}
        writing:
          command: [sh, -c, 'echo "$1" >>"$2"; head -c 1073741824 /dev/zero', sh, "{name}", %2$s]
          parameters: {name: {text: "[a-z0-9-]+"}}
        flaky:
          command: [sh, -c, 'echo "$1" >>"$2"; [ "$(grep -cx "$1" "$2")" -gt 1 ] || exit 7', sh, "{name}", %2$s]
          parameters: {name: {text: "[a-z0-9-]+"}}
          retry: {count: 2, delay: 2 s, on: failed}
        runaway:
          command: [sh, %5$s, %2$s]
        noting:
          command: [sh, %4$s, "{name}", %3$s, "{time}", "{status}"]
          parameters:
            name: {text: "[a-z0-9-]+"}
            time: {number: [0, 100]}
            status: {integer: [0, 100], default: 0}
      machines:
        box: {grace: 300 ms, output: 64 KiB}
      http:
        port: 0
      """;

  private static final String NOTE =
      """
      note() { echo "$1 $name $(date +%s%N) $2" >>"$notes"; }
      name=$1 notes=$2
      trap 'note stopped 143; exit 143' TERM
      note began -
      sleep "$3"
      note ended "$4"
      exit "$4"
      """;

  /** Begins a session, forks once more, ignores TERM, and notes its process number. */
  private static final String RUNAWAY =
      """
      [ -n "$2" ] || { setsid sh "$0" "$1" again; sleep 60; exit; }
      [ "$2" = last ] || { setsid sh "$0" "$1" last & exit; }
      trap '' TERM
      echo $$ >>"$1"
      sleep 300
      """;

  private final Path directory;

  private SmallSystem(Path directory) {
    this.directory = directory;
  }

  /** Written to a directory, with lines to be added to its file. */
  static SmallSystem in(Path directory, int batchQueue, String... more) throws IOException {
    SmallSystem system = new SmallSystem(directory);
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(directory.resolve("times.csv"), TIMES);
    String live =
        LIVE.formatted(
            batchQueue,
            system.ran(),
            system.notes(),
            directory.resolve("note.sh"),
            directory.resolve("runaway.sh"));
    Files.writeString(directory.resolve("runaway.sh"), RUNAWAY);
    Files.writeString(directory.resolve("note.sh"), NOTE);
    Files.writeString(directory.resolve("live.yaml"), live + String.join("\n", more));
    return system;
  }

  /**
   * From the next start or reload on it has all machines or one less, and all types or one less.
   */
  void configure(boolean machine, boolean type) throws IOException {
    change("system.yaml", machine, "count: 4", "count: 3");
    change("times.csv", type, "(?m)^again,.*\n", "");
    change("live.yaml", type, "(?s)  again:\n.*?discard\n", "");
  }

  /** Changes a file, or sets it back as it was at first. */
  void change(String name, boolean whole, String pattern, String text) throws IOException {
    Path file = directory.resolve(name);
    Path kept = directory.resolve("whole-" + name);
    if (Files.notExists(kept)) {
      Files.copy(file, kept);
    }
    String all = Files.readString(kept);
    Files.writeString(file, whole ? all : all.replaceAll(pattern, text));
  }

  /** The file in which each command notes its name. */
  Path ran() {
    return directory.resolve("ran");
  }

  /**
   * The file in which commands of type noting note {@code began}, {@code ended} or {@code stopped},
   * their name, when that was in nanoseconds, and the exit status.
   */
  Path notes() {
    return directory.resolve("notes");
  }

  Path store() {
    return directory.resolve("data/espalier.db");
  }

  LiveSettings settings() {
    return settings(directory);
  }

  static LiveSettings settings(Path directory) {
    return LiveFiles.read(directory.resolve("live.yaml"), PolicyRegistry.builtIn()).value();
  }
}
