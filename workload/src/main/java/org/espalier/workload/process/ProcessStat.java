package org.espalier.workload.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process as the kernel describes it in {@code /proc/<pid>/stat}. The boot, the pid and the start
 * together name a process for good, since a pid can be given again.
 *
 * @param state one letter; {@code Z} and {@code X} are dead
 * @param start when it was started, in clock ticks since the boot
 */
public record ProcessStat(int pid, char state, int parent, int group, long start) {
  private static final Path PROC = Path.of("/proc");

  private static final String BOOT = readBoot();

  /** The name of the present boot of the computer. */
  public static String boot() {
    return BOOT;
  }

  private static String readBoot() {
    try {
      return Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The process with a pid, if there is one. */
  public static Optional<ProcessStat> of(int pid) {
    return read(PROC.resolve(Integer.toString(pid)));
  }

  /** Reads a line of that file. */
  public static Optional<ProcessStat> parse(String line) {
    int name = line.lastIndexOf(')');
    String[] fields = line.substring(Math.min(name + 2, line.length())).split(" ");
    if (name < 0 || fields.length < 20) {
      return Optional.empty();
    }
    return Optional.of(
        new ProcessStat(
            Integer.parseInt(line.substring(0, line.indexOf(' '))),
            fields[0].charAt(0),
            Integer.parseInt(fields[1]),
            Integer.parseInt(fields[2]),
            Long.parseLong(fields[19])));
  }

  /** Whether it runs, or could. */
  public boolean isAlive() {
    return state != 'Z' && state != 'X';
  }

  /** Whether a process of a group lives; looks at all processes. */
  public static boolean livesInGroup(int group) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : all) {
        if (read(process).filter(p -> p.group == group && p.isAlive()).isPresent()) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<ProcessStat> read(Path directory) {
    try {
      return parse(Files.readString(directory.resolve("stat"), StandardCharsets.ISO_8859_1));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
