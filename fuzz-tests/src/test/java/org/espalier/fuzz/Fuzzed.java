package org.espalier.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.espalier.workload.document.InvalidInputException;
import org.espalier.workload.document.Problems;

/**
 * What a fuzz test accepts of a reader: that it reads an input whole or says clearly what is wrong
 * with it, in little time and memory. All else that it throws is a finding.
 */
public final class Fuzzed {
  private static final long MOST_CPU_NANOS = 5_000_000_000L;
  private static final long MOST_BYTES = 1L << 30;
  private static final int LONGEST_LINE = 4096;
  private static final List<String> OF_PROGRAMS =
      List.of(
          "Exception",
          "java.io.",
          "java.lang.",
          "java.util.",
          "org.espalier",
          "jackson",
          "Jackson",
          "JsonToken",
          "Feature",
          "Constraints");
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Fuzzed() {}

  /**
   * What a reader makes of a file with an input as its content; empty if it says what is wrong.
   *
   * @param file is written first
   */
  public static <T> Optional<T> read(
      Path file, byte[] input, BiFunction<Path, Problems, Optional<T>> reader) {
    try {
      Files.write(file, input);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Problems problems = new Problems();
    Optional<T> read = limited(() -> reader.apply(file, problems));
    if (read.isPresent() != problems.isEmpty()) {
      throw new AssertionError(
          "%s, with %d problems"
              .formatted(read.isPresent() ? "read" : "not read", problems.count()));
    }
    try {
      problems.throwIfAny();
    } catch (InvalidInputException e) {
      String.valueOf(e.getMessage()).lines().forEach(line -> checkClear(line, input));
      e.problems().forEach(problem -> checkClear(problem.toString(), input));
    }
    return read;
  }

  /** Fails unless a line is one for people: one that a terminal shows, with no names of classes. */
  public static void checkClear(String line, byte[] input) {
    boolean shown = !line.isBlank() && line.chars().noneMatch(Character::isISOControl);
    if (!shown || line.length() > LONGEST_LINE || isOfPrograms(line, input)) {
      throw new AssertionError("not clear: " + line);
    }
  }

  private static boolean isOfPrograms(String line, byte[] input) {
    return OF_PROGRAMS.stream().anyMatch(line::contains)
        && OF_PROGRAMS.stream().noneMatch(new String(input, StandardCharsets.UTF_8)::contains);
  }

  /** Does what must take little time and memory; what loads classes may take more at first. */
  public static <T> T limited(Supplier<T> work) {
    Cost cost = Cost.now();
    T result = work.get();
    if (cost.since().isHigh()) {
      cost = Cost.now();
      result = work.get();
      Cost again = cost.since();
      if (again.isHigh()) {
        throw new AssertionError("takes " + again);
      }
    }
    return result;
  }

  /** What this thread has taken of the processor and of memory. */
  private record Cost(long nanos, long bytes) {
    static Cost now() {
      return new Cost(THREADS.getCurrentThreadCpuTime(), THREADS.getCurrentThreadAllocatedBytes());
    }

    Cost since() {
      Cost now = now();
      return new Cost(now.nanos - nanos, now.bytes - bytes);
    }

    boolean isHigh() {
      return nanos > MOST_CPU_NANOS || bytes > MOST_BYTES;
    }
  }

  /** Fails unless what was written of a value is read as an equal one. */
  public static void checkEqual(Object written, Object read) {
    if (!written.equals(read)) {
      throw new AssertionError("%s was read again as %s".formatted(written, read));
    }
  }
}
