package org.espalier.workload.swf;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.testsupport.RealData;
import org.espalier.workload.document.BadLineHandling;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.trace.TypedWorkload;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Traces, whole, cut and with damaged lines, are read as a second reader reads them, which is the
 * one below. It goes by lines and words, and holds all of a file.
 */
final class SecondReaderTest {
  private static final List<String> TYPES =
      List.of(
          "upto-600s",
          "upto-3600s",
          "upto-21600s",
          "upto-86400s",
          "over-86400s",
          "requested-unknown");
  private static final String NUMBER = "[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?";
  private static final List<String> SCRAPS =
      List.of("x", "-7", "1e99", "NaN", "1,5", "0x10", "4&5", "--1", "99999999999", "7d", "\"5\"");

  @TempDir private Path directory;

  /** What a job becomes, times in milliseconds. */
  private record Job(String type, long arrival, long deadline, long took) {}

  private record Second(List<Job> jobs, int bad) {}

  private static Second second(String text) {
    List<Job> jobs = new ArrayList<>();
    int bad = 0;
    boolean first = true;
    for (String line : text.split("\n")) {
      String[] words = line.strip().split("[ \t]+");
      if (line.isBlank() || line.strip().startsWith(";")) {
        continue;
      }
      boolean header = first && List.of(words).stream().noneMatch(word -> word.matches(NUMBER));
      first = false;
      if (header) {
        continue;
      }
      if (!isJob(words)) {
        bad++;
      } else {
        job(words).ifPresent(jobs::add);
      }
    }
    jobs.sort(Comparator.comparingLong(Job::arrival));
    return new Second(jobs, bad);
  }

  private static boolean isJob(String[] words) {
    if (words.length < 18) {
      return false;
    }
    for (int i = 0; i < 18; i++) {
      if (!words[i].matches(NUMBER) || Double.isInfinite(Double.parseDouble(words[i]))) {
        return false;
      }
    }
    for (int i : new int[] {1, 3, 8}) {
      double time = Double.parseDouble(words[i]);
      if (time != -1 && (time < 0 || time > 1e10)) {
        return false;
      }
    }
    return true;
  }

  private static Optional<Job> job(String[] words) {
    BigDecimal submitted = new BigDecimal(words[1]);
    BigDecimal ran = new BigDecimal(words[3]);
    BigDecimal asked = new BigDecimal(words[8]);
    double status = Double.parseDouble(words[10]);
    if (ran.signum() <= 0 || submitted.signum() < 0 || status == 2 || status == 3 || status == 4) {
      return Optional.empty();
    }
    BigDecimal allowed = asked.signum() > 0 ? asked : ran;
    int type = 5;
    if (asked.signum() > 0) {
      type = 0;
      for (int bound : new int[] {600, 3600, 21_600, 86_400}) {
        type += asked.compareTo(BigDecimal.valueOf(bound)) > 0 ? 1 : 0;
      }
    }
    long arrival = millis(submitted);
    long deadline = arrival + millis(allowed.multiply(BigDecimal.TWO));
    return Optional.of(new Job(TYPES.get(type), arrival, deadline, Math.max(1, millis(ran))));
  }

  private static long millis(BigDecimal seconds) {
    return seconds.movePointRight(3).setScale(0, RoundingMode.HALF_UP).longValueExact();
  }

  private Optional<Loaded<TypedWorkload>> read(
      byte[] bytes, BadLineHandling handling, Problems problems) throws IOException {
    Path file = Files.write(directory.resolve("log.swf"), bytes);
    SwfSettings defaults = SwfSettings.DEFAULTS;
    SwfSettings settings =
        new SwfSettings(
            defaults.types(), Map.of(), defaults.deadlines(), handling, defaults.fromZero());
    return SwfWorkloads.read(file, settings, Optional.empty(), problems);
  }

  private static List<Job> jobs(TypedWorkload typed) {
    List<Job> jobs = new ArrayList<>();
    for (Task task : typed.workload().tasks()) {
      RecordedTime took = typed.workload().recorded().get(task.id());
      jobs.add(
          new Job(
              typed.taskTypes().get(task.type()), task.arrival(), task.deadline(), took.ticks()));
    }
    return jobs;
  }

  private void assertReadAlike(String text) throws IOException {
    Second second = second(text);
    Problems problems = new Problems();

    Optional<Loaded<TypedWorkload>> left =
        read(text.getBytes(UTF_8), BadLineHandling.LEAVE_OUT, problems);

    if (second.jobs().isEmpty()) {
      assertThat(problems.listed()).isNotEmpty();
    } else {
      assertThat(jobs(left.orElseThrow().value())).isEqualTo(second.jobs());
      assertThat(left.orElseThrow().notes().stream().filter(note -> note.contains("left out that")))
          .hasSize(second.bad() > 0 ? 1 : 0);
    }
    Problems refused = new Problems();
    read(text.getBytes(UTF_8), BadLineHandling.REFUSE, refused);
    assertThat(refused.count())
        .isGreaterThanOrEqualTo(second.bad())
        .isLessThanOrEqualTo(second.bad() + 1);
  }

  /** The log whole, cut at some bytes, with damaged lines, and with a byte that is not UTF-8. */
  private void check(String log, int rounds) throws IOException {
    assertThat(log).isNotEmpty();
    Random random = new Random(49);
    assertReadAlike(log);
    for (int i = 0; i < rounds; i++) {
      assertReadAlike(log.substring(0, random.nextInt(log.length())));
      assertReadAlike(damaged(log, random));
    }
    int at = random.nextInt(log.length());
    byte[] bytes = log.getBytes(ISO_8859_1);
    bytes[at] = (byte) 0xE9;
    Problems problems = new Problems();
    assertThat(read(bytes, BadLineHandling.LEAVE_OUT, problems)).isEmpty();
    assertThat(problems.listed().getFirst().line())
        .isEqualTo((int) log.substring(0, at).chars().filter(c -> c == '\n').count() + 1);
  }

  private static String damaged(String log, Random random) {
    List<String> lines = new ArrayList<>(log.lines().toList());
    for (int i = 0; i < 5; i++) {
      int at = 1 + random.nextInt(lines.size() - 1);
      String line = lines.get(at);
      List<String> words = new ArrayList<>(List.of(line.strip().split("[ \t]+")));
      int word = random.nextInt(words.size());
      switch (random.nextInt(3)) {
        case 0 -> words.remove(word);
        case 1 -> words.set(word, SCRAPS.get(random.nextInt(SCRAPS.size())));
        default -> words.set(word, words.get(word) + words.get(random.nextInt(words.size())));
      }
      lines.set(at, line.startsWith(";") ? line : String.join(" ", words));
    }
    return String.join("\n", lines) + "\n";
  }

  /** A log as archives have it, as sites write it with further fields, or with a header line. */
  private static String generated(int style) {
    Random random = new Random(style);
    StringBuilder log =
        new StringBuilder(
            switch (style) {
              case 0 -> "; Computer: made here\n; MaxProcs: 4\n";
              case 1 -> "";
              default -> "id\tsubmit\twait\trun\tcpus\n";
            });
    String blank = style == 2 ? "\t" : style == 0 ? "   " : " ";
    long submitted = style == 1 ? 1_356_996_147 : 0;
    for (int i = 1; i <= 120; i++) {
      submitted += random.nextInt(100) - (random.nextInt(10) == 0 ? 30 : 0);
      int ran = random.nextInt(20) == 0 ? -random.nextInt(2) : random.nextInt(90_000);
      long asked = random.nextInt(5) == 0 ? random.nextInt(2) - 1 : random.nextInt(100_000);
      List<String> words = new ArrayList<>();
      for (long field : new long[] {i, Math.max(0, submitted), 5, ran, 1, -1, 4, 2, asked, -1}) {
        words.add(Long.toString(field));
      }
      words.add(Integer.toString(random.nextInt(6)));
      words.addAll(List.of("1", "1", "1", "1", "-1", "-1", "-1"));
      if (random.nextInt(8) == 0) {
        words.set(3, words.get(3) + ".0625");
      }
      if (style > 0) {
        words.addAll(List.of("{1,2,3}", "q_2h"));
      }
      log.append(String.join(blank, words)).append('\n');
    }
    return log.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void logsThatAreMadeHere(int style) throws IOException {
    check(generated(style), 20);
  }

  /** Logs of the public repository aleasimulator/alea, where they are. */
  @ParameterizedTest
  @ValueSource(strings = {"hpc2n.swf", "wagap-2013.swf", "FIT/jaros1.swf", "FIT/jaros3.swf"})
  void logsOfClusters(String name) throws IOException {
    check(Files.readString(RealData.path("alea/" + name)), 1);
  }
}
