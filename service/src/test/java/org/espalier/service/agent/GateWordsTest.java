package org.espalier.service.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.espalier.service.backend.Execution;
import org.espalier.service.backend.KernelClock;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.Owner;
import org.espalier.service.backend.Unheard;
import org.espalier.service.store.SmallDisk;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gate says to an agent, and makes of what that says, word by word. */
class GateWordsTest {
  private static final LaunchId FIRST = new LaunchId(1, 1);
  private static final LaunchId SECOND = new LaunchId(2, 1);
  private static final Duration HOUR = Duration.ofHours(1);

  /** When clocks were compared, one comes every three seconds. */
  private static final int MOST_PINGS = 40;

  @TempDir private Path directory;
  private final Heard heard = new Heard();
  private Path key;
  private Gate gate;

  @BeforeEach
  void open() throws IOException {
    key = directory.resolve("gate.key");
    TestKeys.write(key);
    AgentsSettings settings = TestGates.settings(directory, 0, List.of(key), "m");
    Owner owner = new Owner(UUID.randomUUID().toString(), 1, Instant.EPOCH, Map.of());
    gate = Gate.open(settings, owner, heard);
    gate.adopt(List.of());
  }

  @AfterEach
  void close() {
    gate.close();
  }

  private SSLSocket connect() throws IOException {
    return (SSLSocket)
        KeyFiles.context(List.of(key)).getSocketFactory().createSocket("127.0.0.1", gate.port());
  }

  private Link greet(SSLSocket socket) throws IOException {
    Link link = Link.open(socket, 30_000);
    link.send(
        new Frame.Hello(
            Frame.PROTOCOL, "a", "node", 1, List.of("m"), Optional.empty(), Optional.empty()));
    return link;
  }

  /** The next word of the gate that is no question for the time. */
  private static Frame next(Link link) throws IOException {
    Frame frame = link.read();
    for (int i = 0; i < MOST_PINGS && frame instanceof Frame.Ping ping; i++) {
      link.send(new Frame.Pong(ping.number(), KernelClock.nanosSinceBoot()));
      frame = link.read();
    }
    return frame;
  }

  private Frame.Welcome welcome(Link link) throws IOException {
    return (Frame.Welcome) next(link);
  }

  /** An agent that has machine m, and runs what it is told to. */
  private Link ready() throws IOException {
    Link link = greet(connect());
    welcome(link);
    takeUp(link);
    return link;
  }

  private void takeUp(Link link) {
    link.send(new Frame.Ready("none"));
    heard.await("back m");
  }

  private static Launch launch(LaunchId id, Duration left) {
    Execution execution =
        new Execution("t", "m", 0, Duration.ZERO, Optional.empty(), Optional.of(left));
    return new Launch(id, execution, List.of("true"), true, LaunchLimits.NONE);
  }

  @Test
  void aConnectionThatEndsBeforeItsFirstWordIsForgotten() throws Exception {
    try (Link _ = Link.open(connect(), 30_000)) {
      Awaitility.await().until(() -> gate.links.size() == 1);
    }

    Awaitility.await().until(() -> gate.links.isEmpty());
  }

  /** Its launches are those of the next gate; a welcome without them would have them stopped. */
  @Test
  void whoDialsAGateThatEndsIsNotTakenForOneThatRunsNothing() throws Exception {
    try (SSLSocket late = connect();
        Link _ = ready()) { // so that the first one was let in too
      gate.close();

      try (Link link = greet(late)) {
        assertThat(next(link)).isEqualTo(new Frame.Refused(List.of("the service ends")));
      }
    }
  }

  @Test
  void whatIsAskedBackIsAskedBackAgainWhereThatWasNotAnswered() throws Exception {
    try (Link link = ready()) {
      gate.launch(launch(FIRST, HOUR));
      gate.launch(launch(SECOND, HOUR));
      assertThat(gate.takeBack(SECOND)).isFalse();
      assertThat(List.of(next(link), next(link)))
          .allSatisfy(frame -> assertThat(frame).isInstanceOf(Frame.Start.class));
      assertThat(next(link)).isEqualTo(new Frame.TakeBack(SECOND));
    }
    heard.await("away m");

    try (Link link = greet(connect())) {
      assertThat(welcome(link).launches()).hasSize(2);
      takeUp(link);
      assertThat(next(link)).isEqualTo(new Frame.TakeBack(SECOND));
    }
  }

  @Test
  void aDeadlineThatHasChangedIsToldAnew() throws Exception {
    try (Link link = ready()) {
      gate.launch(launch(FIRST, HOUR));
      gate.renewDeadlines(List.of(new Launch(FIRST, "m", List.of(), true)));
      gate.launch(launch(SECOND, HOUR));
      assertThat(next(link)).isInstanceOf(Frame.Start.class);
      assertThat(next(link)).as("nothing was said of it").isInstanceOf(Frame.Start.class);

      gate.renewDeadlines(List.of(launch(FIRST, HOUR.multipliedBy(3)), launch(SECOND, HOUR)));

      assertThatThrownBy(() -> next(link)).isInstanceOf(IOException.class);
    }
    try (Link link = greet(connect())) {
      assertThat(welcome(link).launches())
          .extracting(launch -> launch.execution().left().orElseThrow().toMinutes())
          .containsExactly(179L, 59L);
    }
  }

  @Test
  void whatIsKnownOfADeadlineHoldsForWhoeverIsAway() throws Exception {
    try (Link _ = ready()) {
      gate.launch(launch(FIRST, HOUR));
    }
    heard.await("away m");
    gate.renewDeadlines(List.of(launch(FIRST, HOUR.multipliedBy(3))));

    try (Link link = greet(connect())) {
      assertThat(welcome(link).launches().getFirst().execution().left().orElseThrow())
          .isGreaterThan(HOUR.multipliedBy(2));
    }
  }

  @Test
  void whatBeganWhileItsAgentWasCutOffBeganThen() throws Exception {
    try (Link link = ready()) {
      gate.launch(launch(FIRST, HOUR));
      assertThat(next(link)).isInstanceOf(Frame.Start.class);
    }
    heard.await("away m");

    try (Link link = greet(connect())) {
      welcome(link);
      long time = KernelClock.nanosSinceBoot() - Duration.ofSeconds(7).toNanos();
      link.send(new Frame.Began(FIRST, true, time));
      heard.await("began 1-1");
      assertThat(heard.began).isBetween(Duration.ofSeconds(6), Duration.ofMinutes(2));
    }
  }

  /** Or its machine would take nothing any more, where another agent comes in its place. */
  @Test
  void whatAnAgentIsStoppingIsGoneWithIt() throws Exception {
    try (Link link = ready()) {
      link.send(new Frame.Stopping(new LaunchId(77, 1), "m"));
      link.send(new Frame.Stopping(new LaunchId(78, 1), "m"));
      link.send(new Frame.Gone(new LaunchId(78, 1)));
      heard.await("gone 78-1");
    }

    heard.await("gone 77-1");
    assertThat(heard.words).containsOnlyOnce("gone 78-1");
  }

  @Test
  @Sampled(0.3)
  void anAgentMayBeSilentWhileItTakesUpWhatRuns() throws Exception {
    try (Link link = greet(connect())) {
      welcome(link);
      Thread.sleep(14_000);

      link.send(new Frame.Ready("none"));

      heard.await("back m");
    }
  }

  @Test
  void anEndIsToldThoughWhatItWroteCannotBeRemoved() throws Exception {
    Path file = Files.createDirectories(directory.resolve("output/1-1/stdout"));
    try (SmallDisk _ = SmallDisk.mount(file, 1);
        Link link = ready()) {
      gate.launch(launch(FIRST, HOUR));
      assertThat(next(link)).isInstanceOf(Frame.Start.class);
      byte[] word = "word".getBytes(StandardCharsets.UTF_8);
      link.send(new Frame.Output(FIRST, OutputChannel.STDOUT, 0, word, 0));
      link.send(
          new Frame.Ended(
              new LaunchEnd(FIRST, Kind.EXITED, 3, 1, ""), KernelClock.nanosSinceBoot()));

      heard.await("ended 1-1 EXITED");
    }
  }

  /** Deadlines may be days away, and tasks many. */
  @Test
  void theDeadlineOfWhatIsOverTakesNoRoom() throws Exception {
    Frame.Setup setup = TestGates.settings(directory, 0, List.of(key), "m").setup(List.of("m"));
    String store = UUID.randomUUID().toString();
    try (Link link = ready();
        AgentFiles files = AgentFiles.open(directory.resolve("own"));
        Crew crew = new Crew(link, files, store, setup, Optional.empty())) {
      crew.adopt(List.of());
      crew.launch(launch(FIRST, HOUR));
      Awaitility.await().until(() -> crew.awaitEmpty(Duration.ZERO));

      assertThat(crew.timer.getQueue()).isEmpty();
    }
  }

  /** What a gate tells. Safe for use by many threads. */
  private static final class Heard extends Unheard {
    private final List<String> words = new CopyOnWriteArrayList<>();
    private volatile Duration began = Duration.ZERO;

    void await(String word) {
      Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> words.contains(word));
    }

    @Override
    public void began(LaunchId launch, Duration ago) {
      began = ago;
      words.add("began " + launch);
    }

    @Override
    public void ended(LaunchEnd end) {
      words.add("ended %s %s".formatted(end.id(), end.kind()));
    }

    @Override
    public void away(String machine, String why) {
      words.remove("back " + machine);
      words.add("away " + machine);
    }

    @Override
    public void back(String machine, String holder) {
      words.remove("away " + machine);
      words.add("back " + machine);
    }

    @Override
    public void gone(LaunchId launch) {
      words.add("gone " + launch);
    }
  }
}
