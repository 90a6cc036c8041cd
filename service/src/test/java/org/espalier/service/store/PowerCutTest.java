package org.espalier.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.service.ServiceJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that keeps of each file what was synchronised last, and nothing of what was written since,
 * as the worst that a power cut leaves. All that a process writes is recorded; each time it tells
 * that a change is durable, that disk must have it.
 */
@Tag("slow")
class PowerCutTest {
  private static final int CHANGES = 5;

  /**
   * A write at a place of a file, a cut to a length, a synchronisation, or the end of a file. All
   * texts are in hexadecimal.
   */
  private static final Pattern CALL =
      Pattern.compile(
          "\\d+ +(pwrite64|write|ftruncate|fsync|fdatasync|unlink)\\((?:\\d+<)?\"?([^>\"]*)[>\"]"
              + "(?:, \"([^\"]*)\")?(?:, (\\d+))?(?:, (\\d+))?.*");

  @TempDir private Path directory;
  private final Map<String, byte[]> written = new HashMap<>();
  private final Map<String, byte[]> synchronised = new HashMap<>();

  @Test
  void whatWasToldToBeDurableIsThereAfterAPowerCut() throws Exception {
    Path trace = directory.resolve("trace");
    Path file = Files.createDirectory(directory.resolve("store")).resolve("espalier.db");
    commit(file, trace);
    int told = 0;
    int lost = 0;
    try (Stream<String> calls = Files.lines(trace)) {
      for (Matcher call :
          (Iterable<Matcher>) calls.map(CALL::matcher).filter(Matcher::matches)::iterator) {
        String name = text(call.group(2));
        String line = call.group(3) == null ? "" : text(call.group(3));
        if (line.startsWith(CommittingProcess.DURABLE + told + "\n") && told < CHANGES) {
          lost += (int) written.keySet().stream().filter(this::isLost).count();
          SqliteCrashTest.checked(disk(told, file), told++);
        } else if (Path.of(name).startsWith(file.getParent())) {
          happen(name, call);
        }
      }
    }
    assertThat(told).isEqualTo(CHANGES);
    assertThat(lost).as("files that were not synchronised").isPositive();
  }

  /** Runs it under the recorder; skipped where there is none, or it may not record. */
  private static void commit(Path file, Path trace) throws IOException, InterruptedException {
    List<String> recorder =
        List.of(
            "strace",
            "--seccomp-bpf",
            "-f",
            "-y",
            "-xx",
            "-s",
            "1000000",
            "-o",
            trace.toString(),
            "-e",
            "trace=pwrite64,write,ftruncate,fsync,fdatasync,unlink");
    assumeTrue(isThere(), "there is no strace, or it may not trace");
    List<String> command =
        Stream.concat(
                recorder.stream(),
                ServiceJvm.get()
                    .command(CommittingProcess.class.getName(), file.toString(), "0")
                    .stream())
            .toList();
    Process process = new ProcessBuilder(command).start();
    try (BufferedReader out = process.inputReader()) {
      String enough = CommittingProcess.DURABLE + (CHANGES - 1);
      assertThat(out.lines().anyMatch(enough::equals)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.waitFor();
    }
  }

  private static boolean isThere() throws InterruptedException {
    try {
      return new ProcessBuilder("strace", "-o", "/dev/null", "true").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private void happen(String name, Matcher call) {
    byte[] now = written.getOrDefault(name, new byte[0]);
    switch (call.group(1)) {
      case "pwrite64" -> {
        byte[] bytes = bytes(call.group(3));
        int at = Integer.parseInt(call.group(5));
        byte[] more = Arrays.copyOf(now, Math.max(now.length, at + bytes.length));
        System.arraycopy(bytes, 0, more, at, bytes.length);
        written.put(name, more);
      }
      case "ftruncate" -> written.put(name, Arrays.copyOf(now, Integer.parseInt(call.group(4))));
      case "fsync", "fdatasync" -> synchronised.put(name, now);
      case "unlink" -> synchronised.remove(name);
      default -> throw new IllegalStateException("a write without a place: " + call.group());
    }
  }

  private boolean isLost(String name) {
    return !Arrays.equals(written.get(name), synchronised.get(name));
  }

  private static byte[] bytes(String hexadecimal) {
    return HexFormat.of().parseHex(hexadecimal.replace("\\x", ""));
  }

  private static String text(String hexadecimal) {
    boolean isPlain = !hexadecimal.startsWith("\\x");
    return isPlain ? hexadecimal : new String(bytes(hexadecimal), StandardCharsets.UTF_8);
  }

  /** What the disk has after a cut just now. */
  private Path disk(int cut, Path file) throws IOException {
    Path place = Files.createDirectory(directory.resolve("cut-" + cut));
    for (Map.Entry<String, byte[]> each : synchronised.entrySet()) {
      Path name = Path.of(each.getKey());
      if (!Files.isDirectory(name)) {
        Files.write(place.resolve(name.getFileName()), each.getValue());
      }
    }
    return place.resolve(file.getFileName());
  }
}
