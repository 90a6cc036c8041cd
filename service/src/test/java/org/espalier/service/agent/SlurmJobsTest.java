package org.espalier.service.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.espalier.service.backend.Execution;
import org.espalier.service.backend.KernelClock;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.backend.Owner;
import org.espalier.service.backend.Unheard;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the jobs of a Slurm mean that a script plays; its clock may be another. */
class SlurmJobsTest {
  private static final String STORE = UUID.randomUUID().toString();
  private static final String NAME = "espalier-%s-m".formatted(STORE.substring(0, 8));

  /** Answers what the file "queue" says, and notes what it is asked. */
  private static final String SLURM =
      """
      echo "$*" >>'%1$s/asked'
      case $* in
        *squeue*) cat '%1$s/queue' && exit "$(cat '%1$s/status')" ;;
        *sinfo*) echo idle ;;
      esac
      """;

  @TempDir private Path directory;
  private final Heard heard = new Heard();
  private Path key;
  private Gate gate;
  private SlurmJobs jobs;

  @BeforeEach
  void open() throws IOException {
    key = directory.resolve("gate.key");
    TestKeys.write(key);
    Path script = directory.resolve("slurm.sh");
    Files.writeString(script, SLURM.formatted(directory));
    Files.writeString(directory.resolve("asked"), "");
    Files.writeString(directory.resolve("status"), "0");
    SlurmSettings.Group group =
        new SlurmSettings.Group("box", List.of("m"), Duration.ofHours(12), List.of());
    SlurmSettings settings =
        new SlurmSettings(
            List.of("sh", script.toString()),
            List.of("espalier"),
            key.toString(),
            Duration.ofMinutes(10),
            List.of(group),
            Map.of(),
            Map.of());
    gate =
        Gate.open(
            TestGates.settings(directory, 0, List.of(key), "m"),
            new Owner(STORE, 1, Instant.EPOCH, Map.of()),
            heard);
    gate.adopt(List.of());
    jobs = new SlurmJobs(settings, gate, STORE, "127.0.0.1:1", directory);
  }

  @AfterEach
  void close() {
    jobs.close();
    gate.close();
  }

  /**
   * One job in the queue, number 7 on node n.
   *
   * @param ahead by how many seconds the clock of Slurm is ahead
   * @param start how many seconds ago it began, and in how many it ends
   */
  private void show(String state, long ahead, String start, String end) throws IOException {
    long now = Instant.now().getEpochSecond() + ahead;
    String job = "7|%s|%s|None|n|%s|%s\n".formatted(NAME, state, start, end);
    Files.writeString(
        directory.resolve("queue"), job + "Configuration data as of %s\n".formatted(now));
  }

  private void showRunning(long ahead, long began, long left) throws IOException {
    long now = Instant.now().getEpochSecond() + ahead;
    show("RUNNING", ahead, String.valueOf(now - began), String.valueOf(now + left));
  }

  private String asked() throws IOException {
    return Files.readString(directory.resolve("asked"));
  }

  /** The agent of job 7 is there, and runs something. */
  private Link agent() throws IOException {
    SSLSocket socket =
        (SSLSocket)
            KeyFiles.context(List.of(key))
                .getSocketFactory()
                .createSocket("127.0.0.1", gate.port());
    Link link = Link.open(socket, 30_000);
    Optional<String> job = Optional.of("Slurm job 7, node n");
    link.send(new Frame.Hello(Frame.PROTOCOL, "a", "n", 1, List.of("m"), job, Optional.empty()));
    Frame frame = link.read();
    while (!(frame instanceof Frame.Welcome)) {
      link.send(new Frame.Pong(((Frame.Ping) frame).number(), KernelClock.nanosSinceBoot()));
      frame = link.read();
    }
    link.send(new Frame.Ready("none"));
    Awaitility.await().until(() -> heard.isThere);
    Execution execution = new Execution("t", "m", 0, Duration.ZERO);
    gate.launch(
        new Launch(new LaunchId(1, 1), execution, List.of("true"), false, LaunchLimits.NONE));
    return link;
  }

  private void cutAgentOff() throws IOException {
    agent().close();
    Awaitility.await().until(() -> !heard.isThere);
  }

  /** Where it does not know the job the node is asked whether it answers. */
  @ParameterizedTest
  @ValueSource(longs = {0, 600, -600})
  void whatRunsInAJobIsNotLostWhateverTheClockOfSlurmShows(long ahead) throws Exception {
    cutAgentOff();
    showRunning(ahead, 60, 3_600);

    jobs.look();

    assertThat(asked()).contains("squeue").doesNotContain("sinfo");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 600, -600})
  void aJobThatBeganAgainSinceItsAgentLeftIsNotTheOneItWas(long ahead) throws Exception {
    cutAgentOff();
    Thread.sleep(2_100); // it is told in whole seconds
    showRunning(ahead, 0, 3_600);

    jobs.look();

    assertThat(asked()).contains("sinfo");
  }

  /** It was requeued, and nobody knows when it begins. */
  @Test
  void aJobThatWaitsRunsNothing() throws Exception {
    cutAgentOff();
    show("PENDING", 0, "N/A", "N/A");

    jobs.look();

    assertThat(asked()).contains("sinfo");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 600, -600})
  void theEndOfAJobIsWhenItIsByTheClockHere(long ahead) throws Exception {
    try (Link _ = agent()) {
      showRunning(ahead, 60, 3_600);
      jobs.look();

      assertThat(heard.goes.orElseThrow())
          .isBetween(Duration.ofSeconds(3_540 - 60), Duration.ofSeconds(3_540 + 5));
      assertThat(asked()).as("the next job").doesNotContain("sbatch");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 3_600, -3_600})
  void theNextJobIsAskedForBeforeTheEndOfTheFirst(long ahead) throws Exception {
    try (Link _ = agent()) {
      showRunning(ahead, 3_600, 300);
      jobs.look();

      assertThat(asked()).contains("sbatch");
    }
  }

  /** What is known of the end of a job is so although Slurm does not answer. */
  @Test
  void theEndOfAJobIsNotForgottenWhileSlurmIsAway() throws Exception {
    try (Link _ = agent()) {
      showRunning(0, 60, 3_600);
      jobs.look();
      assertThat(heard.goes).isPresent();

      Files.writeString(directory.resolve("status"), "1", StandardOpenOption.TRUNCATE_EXISTING);
      jobs.look();

      assertThat(heard.goes).isPresent();
    }
  }

  /** What a gate tells of its one machine. */
  private static final class Heard extends Unheard {
    private volatile boolean isThere;
    private volatile Optional<Duration> goes = Optional.empty();

    @Override
    public void away(String machine, String why) {
      isThere = false;
    }

    @Override
    public void back(String machine, String holder) {
      isThere = true;
    }

    @Override
    public void goes(String machine, Optional<Duration> in) {
      goes = in;
    }
  }
}
