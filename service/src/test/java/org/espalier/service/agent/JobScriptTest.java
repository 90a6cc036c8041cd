package org.espalier.service.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guard of a job's script, without Slurm: what it ends once the script is killed. */
final class JobScriptTest {
  /** Plays an agent: starts a launcher to which somebody stays connected, and notes both. */
  private static final String AGENT =
      """
      place=$1 data=$3
      mkdir -p "$data/stores/s/runs"
      cp "$place/launcher.sh" "$data/stores/s/runs/next"
      mv "$data/stores/s/runs/next" "$data/stores/s/runs/launcher.sh"
      mkfifo "$data/in" 2>/dev/null
      setsid sh "$data/stores/s/runs/launcher.sh" 10 / "$data/note" <>"$data/in" >"$data/answers" &
      until grep -qs ready "$data/answers"; do sleep 0.1; done
      echo "$! $$" >"$place/new"
      mv "$place/new" "$place/started-by-$PPID"
      exec sleep 600 9>"$data/lock"
      """;

  @TempDir private Path place;
  private final List<Process> scripts = new ArrayList<>();
  private final List<Long> all = new ArrayList<>();

  @AfterEach
  void killWhatIsLeft() {
    scripts.forEach(Process::destroyForcibly);
    all.forEach(process -> ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly));
  }

  /** Starts the script of a job; its process, that of the launcher and that of the agent. */
  private List<Long> start(int job) throws IOException {
    Files.writeString(place.resolve("agent.sh"), AGENT);
    Files.writeString(
        place.resolve("launcher.sh"), resource("/org/espalier/service/backend/launcher.sh"));
    Path file =
        Files.writeString(
            place.resolve("job.sh"),
            "set -- sh %1$s/agent.sh %1$s\nname=box\n%2$s".formatted(place, resource("job.sh")));
    ProcessBuilder builder = new ProcessBuilder("sh", file.toString()).inheritIO();
    builder.environment().put("TMPDIR", place.toString());
    builder.environment().put("SLURM_JOB_ID", Integer.toString(job));
    Process script = builder.start();
    scripts.add(script);
    Path started = place.resolve("started-by-" + script.pid());
    await(() -> assertThat(started).exists());
    String[] both = Files.readString(started).strip().split(" ");
    List<Long> processes = List.of(script.pid(), Long.valueOf(both[0]), Long.valueOf(both[1]));
    all.addAll(processes);
    return processes;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = JobScriptTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
    }
  }

  private static void await(Runnable assertion) {
    Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(assertion::run);
  }

  private static void kill(long process) {
    ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
  }

  private static List<Long> alive(List<Long> processes) {
    return processes.stream()
        .filter(process -> ProcessHandle.of(process).filter(ProcessHandle::isAlive).isPresent())
        .toList();
  }

  /** The guard of a job, once it is not the one before. */
  private long guard(int job, long before) {
    Path file = place.resolve("espalier-box-" + job + "/guard");
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptions()
        .until(() -> Long.parseLong(Files.readString(file).strip()) != before);
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void launchersEndWithTheirJobAndThoseOfOtherJobsDoNot() throws IOException {
    List<Long> some = start(1);
    List<Long> other = start(12);
    assertThat(alive(some)).hasSize(3);

    kill(some.getFirst());
    kill(some.getLast());

    await(() -> assertThat(alive(some)).isEmpty());
    await(() -> assertThat(place.resolve("espalier-box-1.over")).doesNotExist());
    assertThat(place.resolve("espalier-box-1")).doesNotExist();
    assertThat(alive(other)).hasSize(3);
    assertThat(place.resolve("espalier-box-12")).exists();
  }

  /** It watches over the deadline of a command, as nobody else may. */
  @Test
  void whatAKilledKeeperLeavesEndsWithTheJob() throws IOException {
    List<Long> some = start(1);
    Path data = place.resolve("espalier-box-1");
    Path run = Files.createDirectories(data.resolve("stores/s/runs/runs/box/1"));
    Files.writeString(
        data.resolve("in"), run + "\n\n\n600 600\n1\n1\n\n\n=sh\n=-c\n=sleep 600; :\n.\n");
    Path claim = run.resolve("claim");
    await(() -> assertThat(claim).content().endsWith(".\n"));
    long keeper = Long.parseLong(Files.readAllLines(claim).getFirst());
    List<Long> its =
        ProcessHandle.of(keeper).orElseThrow().descendants().map(ProcessHandle::pid).toList();
    all.addAll(its);
    assertThat(its).as("the command, the watch and its sleep").hasSizeGreaterThanOrEqualTo(3);

    kill(keeper);
    kill(some.getFirst());
    kill(some.getLast());

    await(() -> assertThat(alive(its)).isEmpty());
  }

  @Test
  void theGuardOfARequeuedJobLeavesWhatTheNextAgentHas() throws IOException {
    List<Long> first = start(1);
    long guard = guard(1, 0);
    List<Long> next = start(1);
    all.add(guard(1, guard));

    kill(first.getFirst());

    await(() -> assertThat(alive(List.of(guard))).isEmpty());
    assertThat(alive(next)).hasSize(3);
    assertThat(alive(first)).as("as if adopted").hasSize(2);

    kill(next.getFirst());

    await(() -> assertThat(alive(all)).isEmpty());
  }
}
