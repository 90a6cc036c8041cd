package org.espalier.service.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.espalier.service.backend.BackendException;
import org.espalier.service.backend.Execution;
import org.espalier.service.backend.KernelClock;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.backend.LaunchListener;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.Owner;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gate and agents that come, go, and come again. */
@Sampled(0.5)
class GateTest {
  private static final String BUILD = "espalier.commit";
  private static final LaunchId FIRST = new LaunchId(1, 1);

  @TempDir private Path directory;
  private final String store = UUID.randomUUID().toString();
  private final News news = new News();
  private final List<Agent> agents = new ArrayList<>();
  private final List<Thread> running = new ArrayList<>();
  private Path key;
  private Gate gate;
  private CutWire wire;
  private int tenure;

  @BeforeEach
  void open() throws IOException {
    key = directory.resolve("gate.key");
    TestKeys.write(key);
    openGate(0, Map.of());
    wire = new CutWire(gate.port());
  }

  @AfterEach
  void close() throws IOException {
    agents.forEach(Agent::close);
    gate.close();
    wire.close();
    await(() -> running.stream().noneMatch(Thread::isAlive) && !isWrittenTo());
  }

  /**
   * What runs a task, and follows its output, has its files there, and may take a moment to end.
   */
  private boolean isWrittenTo() {
    return ProcessHandle.allProcesses()
        .anyMatch(p -> p.info().commandLine().orElse("").contains(directory.toString()));
  }

  private void openGate(int port, Map<String, String> holders, Launch... wanted) {
    gate = Gate.open(settings(port), new Owner(store, ++tenure, Instant.EPOCH, holders), news);
    gate.adopt(List.of(wanted));
  }

  private AgentsSettings settings(int port) {
    return TestGates.settings(directory, port, List.of(key), "m", "n");
  }

  private Agent agent(String name, String... machines) {
    return agent(name, List.of(key), Optional.empty(), machines);
  }

  private Agent agent(String name, List<Path> keys, Optional<String> job, String... machines) {
    Agent agent =
        new Agent(
            new Agent.Settings(
                List.of(new InetSocketAddress("127.0.0.1", wire.port())),
                keys,
                List.of(machines),
                directory.resolve(name),
                job));
    agents.add(agent);
    Runnable run =
        () -> {
          try {
            agent.run();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    running.add(Thread.ofVirtual().start(run));
    return agent;
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(condition);
  }

  private void awaitBack(String machine) {
    await(() -> "there".equals(news.where(machine)));
  }

  private void awaitAway(String machine) {
    await(() -> !"there".equals(news.where(machine)));
  }

  private LaunchEnd end(LaunchId id) {
    await(() -> news.end(id).isPresent());
    return news.end(id).orElseThrow();
  }

  private static Launch launch(String seconds, Optional<Duration> left) {
    return launching("echo said; exec sleep " + seconds, left);
  }

  private static Launch launching(String script, Optional<Duration> left) {
    return new Launch(
        FIRST,
        new Execution("t", "m", 0, Duration.ZERO, Optional.empty(), left),
        List.of("sh", "-c", script),
        true,
        LaunchLimits.NONE);
  }

  private void begin(String seconds, Duration left) {
    agent("a", "m");
    awaitBack("m");
    gate.launch(launch(seconds, Optional.of(left)));
    await(() -> news.hasBegun(FIRST));
  }

  @Test
  void aMachineIsAwayUntilItsAgentHasDialled() {
    assertThat(news.where("m")).isEqualTo("no agent has dialled");
    assertThat(gate.place("m")).isEmpty();
    gate.launch(launch("0", Optional.empty()));
    assertThat(end(FIRST).kind()).isEqualTo(Kind.NEVER_BEGAN);

    agent("a", "m");

    awaitBack("m");
    assertThat(gate.place("m")).isPresent();
    assertThat(news.where("n")).isEqualTo("no agent has dialled");
  }

  /** The agent is told to end while it is about to look which claims there are. */
  @Test
  void whatIsBeingTakenUpIsNotSaidToHaveNeverBegun() throws Exception {
    LaunchId other = new LaunchId(2, 1);
    Agent agent = agent("a", "m", "n");
    awaitBack("m");
    awaitBack("n");
    gate.launch(launch("600", Optional.empty()));
    gate.launch(new Launch(other, "n", List.of("sleep", "600"), false));
    Path runs = directory.resolve("a/stores/%s/runs/runs".formatted(store));
    Path claim = runs.resolve("m/1-1/claim");
    await(() -> isWhole(claim) && isWhole(runs.resolve("n/2-1/claim")));
    wire.cut();
    awaitAway("m");
    Path kept = Files.move(claim, claim.resolveSibling("kept"));
    assertThat(new ProcessBuilder("mkfifo", claim.toString()).start().waitFor()).isZero();
    wire.mend();

    Thread closing;
    try (OutputStream held = Files.newOutputStream(claim)) { // by then it reads
      closing = Thread.ofPlatform().start(agent::close);
      await(() -> news.where("n").contains("told to end"));
      Thread.sleep(300);
      assertThat(news.end(other)).as("nobody has looked yet").isEmpty();
      held.write(Files.readAllBytes(kept));
    }
    Files.move(kept, claim, StandardCopyOption.REPLACE_EXISTING);

    closing.join();
    assertThat(end(FIRST).kind()).isEqualTo(Kind.LOST);
    assertThat(end(other).kind()).isEqualTo(Kind.LOST);
  }

  private static boolean isWhole(Path claim) throws IOException {
    return Files.exists(claim) && Files.readString(claim).endsWith("\n.\n");
  }

  @Test
  void anAgentThatCannotTakeUpWhatRunsSaysSoAndTriesAgain() throws IOException {
    Path inTheWay = directory.resolve("a/stores/%s/runs/boot.next".formatted(store));
    Files.createDirectories(inTheWay);

    agent("a", "m");

    await(() -> news.where("m").contains("its agent cannot run commands"));
    Files.delete(inTheWay);
    awaitBack("m");
  }

  /** The agent is told to end while it opens what it is about to take up. */
  @Test
  void whoIsToldToEndWhileItOpensItsFilesStopsWhatRuns() throws Exception {
    begin("600", Duration.ofHours(1));
    Agent agent = agents.removeFirst();
    wire.cut();
    awaitAway("m");
    Path place = directory.resolve("a/stores/%s/runs/place".formatted(store));
    byte[] kept = Files.readAllBytes(place);
    Files.delete(place);
    assertThat(new ProcessBuilder("mkfifo", place.toString()).start().waitFor()).isZero();
    wire.mend();

    Thread closing;
    try (OutputStream held = Files.newOutputStream(place)) { // by then it reads
      closing = Thread.ofPlatform().start(agent::close);
      await(() -> news.where("m").contains("told to end"));
      Thread.sleep(300);
      held.write(kept);
    }

    closing.join();
    assertThat(end(FIRST).kind()).isEqualTo(Kind.LOST);
  }

  @Test
  void aFileThatIsNotItsOwnIsSaidAndNotItsEnd() throws IOException {
    Path foreign = Files.createDirectories(directory.resolve("a/stores/lost+found"));

    agent("a", "m");

    await(() -> news.where("m").contains("its agent cannot run commands"));
    Files.delete(foreign);
    awaitBack("m");
  }

  @Test
  void anEndIsToldThoughTheOutputCannotBeRead() throws IOException {
    begin("600", Duration.ofHours(1));
    Path output = directory.resolve("a/stores/%s/runs/output/%s/stdout".formatted(store, FIRST));
    Files.delete(output);
    Files.createDirectory(output);

    gate.stop(FIRST);

    assertThat(end(FIRST).kind()).isEqualTo(Kind.STOPPED);
  }

  /** Agent and keeper let it run until then, though it was to end after six seconds. */
  @Test
  void aDeadlineThatIsPutOffIsKeptThen() throws Exception {
    begin("600", Duration.ofSeconds(6));
    gate.renewDeadlines(List.of(launch("600", Optional.of(Duration.ofHours(1)))));
    awaitAway("m");
    awaitBack("m");
    await(() -> news.sinceBegin(FIRST).compareTo(Duration.ofMillis(7_500)) > 0);
    assertThat(news.end(FIRST)).isEmpty();

    gate.renewDeadlines(List.of(launch("600", Optional.of(Duration.ZERO))));

    assertThat(end(FIRST).kind()).isEqualTo(Kind.STOPPED);
  }

  @Test
  void anEndIsToldThoughThereIsNoRoomForTheOutput() throws IOException {
    Files.createDirectories(directory.resolve("output/1-1/stdout"));
    agent("a", "m");
    awaitBack("m");

    gate.launch(launching("echo said; echo more >&2; exit 3", Optional.empty()));

    assertThat(end(FIRST).exitCode()).isEqualTo(3);
    assertThat(gate.output(FIRST, OutputChannel.STDOUT, 0, 100)).isEmpty();
    assertThat(gate.output(FIRST, OutputChannel.STDERR, 0, 100)).isPresent();
  }

  @Test
  void whatEndsWhileTheWireIsCutIsToldWithItsTime() throws Exception {
    begin("0.3", Duration.ofHours(1));
    wire.cut();
    awaitAway("m");
    await(() -> news.sinceBegin(FIRST).compareTo(Duration.ofMillis(1500)) > 0);
    assertThat(news.end(FIRST)).isEmpty();

    wire.mend();

    assertThat(end(FIRST).kind()).isEqualTo(Kind.EXITED);
    assertThat(end(FIRST).ago()).isGreaterThan(Duration.ofMillis(700));
    awaitBack("m");
  }

  @Test
  void theAgentKeepsADeadlineThoughTheWireIsCut() throws Exception {
    begin("600", Duration.ofMillis(800));
    wire.cut();
    awaitAway("m");
    await(() -> news.sinceBegin(FIRST).compareTo(Duration.ofMillis(2500)) > 0);

    wire.mend();

    assertThat(end(FIRST).kind()).isEqualTo(Kind.STOPPED);
    assertThat(end(FIRST).ago()).isGreaterThan(Duration.ofSeconds(1));
  }

  /** As Slurm does at the end of a job, whose signal all that runs there gets. */
  @Test
  void whoKillsWhatWaitsForTheDeadlineDoesNotBringItAbout() {
    begin("3", Duration.ofSeconds(54_321));
    await(() -> ProcessHandle.allProcesses().anyMatch(GateTest::waitsForTheDeadline));

    ProcessHandle.allProcesses()
        .filter(GateTest::waitsForTheDeadline)
        .forEach(ProcessHandle::destroy);

    assertThat(end(FIRST).kind()).isEqualTo(Kind.EXITED);
  }

  private static boolean waitsForTheDeadline(ProcessHandle process) {
    return process.info().commandLine().filter(line -> line.contains("sleep 5432")).isPresent();
  }

  @Test
  void theAgentStopsAtTheDeadline() {
    begin("600", Duration.ofMillis(500));

    assertThat(end(FIRST).kind()).isEqualTo(Kind.STOPPED);
    assertThat(gate.traits("m").tellsLater()).isTrue();
  }

  /** It takes its grace, and counts as stopped since it was told. */
  @Test
  void whatIsStoppedCountsAsStoppedSinceItWasTold() {
    agent("a", "m");
    awaitBack("m");
    String endless = "trap '' TERM; echo said; while :; do sleep 1; done";
    gate.launch(new Launch(FIRST, "m", List.of("sh", "-c", endless), true));
    awaitWord();

    gate.stop(FIRST);

    assertThat(end(FIRST).ago()).isGreaterThanOrEqualTo(TestGates.LIMITS.grace());
  }

  @Test
  void whatIsToldToStopMeanwhileIsStoppedThen() throws Exception {
    begin("600", Duration.ofHours(1));
    wire.cut();
    awaitAway("m");

    gate.stop(FIRST);
    wire.mend();

    assertThat(end(FIRST).kind()).isEqualTo(Kind.STOPPED);
  }

  @Test
  void anotherAgentIsRefusedTillAnOperatorSaysThatTheFirstIsLost() throws Exception {
    begin("600", Duration.ofHours(1));
    assertThatThrownBy(() -> gate.lost("m")).hasMessageContaining("is there");
    wire.cut();
    awaitAway("m");
    agents.removeFirst().close(); // what it ran is stopped, but that cannot be told
    wire.mend();
    Agent second = agent("b", "m", "n");
    await(() -> second.said().contains("machine m may run task 1 still"));
    assertThat(news.end(FIRST)).isEmpty();
    assertThat(news.where("n")).isEqualTo("no agent has dialled");

    gate.lost("m");

    assertThat(end(FIRST).kind()).isEqualTo(Kind.LOST);
    assertThat(end(FIRST).detail()).isEqualTo("given up by an operator");
    awaitBack("m");
    awaitBack("n");
  }

  @Test
  void theNextGateKnowsWhoHadAMachine() throws Exception {
    begin("600", Duration.ofHours(1));
    String holder = news.holder("m");
    gate.close();
    agents.removeFirst().close();
    openGate(gate.port(), Map.of("m", holder), launch("600", Optional.empty()));
    agent("b", "m");
    agent("a", "m");

    assertThat(end(FIRST).kind()).as("by the first agent").isEqualTo(Kind.LOST);
    assertThat(end(FIRST).detail()).contains("told to end");
  }

  /** A queue tells all that runs in a job to end, tasks before the agent too. */
  @Test
  void whatFailsWhenTheJobOfItsAgentEndsIsLost() throws Exception {
    agent("a", List.of(key), Optional.of("Slurm job 7, node m1"), "m");
    awaitBack("m");
    String command = "echo $$ >pid.next; mv pid.next pid; exec sleep 600";
    gate.launch(new Launch(FIRST, "m", List.of("sh", "-c", command), false));
    Path file = directory.resolve("pid");
    await(() -> Files.exists(file));
    ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow().destroy();
    Path status = Path.of("a", "stores", store, "runs", "runs", "m", FIRST.toString(), "status");
    await(() -> Files.readString(directory.resolve(status)).startsWith("143 "));

    agents.removeFirst().close();

    assertThat(end(FIRST).kind()).isEqualTo(Kind.LOST);
  }

  /** A minute before the end of its job its agent stops what it runs. */
  @Test
  void aMachineGoesBeforeTheEndOfItsJob() throws Exception {
    agent("a", List.of(key), Optional.of("Slurm job 7, node m1"), "m");
    awaitBack("m");
    long end = Instant.now().getEpochSecond() + 600;
    gate.explain("m", "", Optional.of(new JobEnd("77", end)));
    assertThat(news.goes("m")).as("the job of another").isEmpty();
    gate.explain("m", "", Optional.of(new JobEnd("7", end)));

    assertThat(news.goes("m").orElseThrow())
        .isBetween(Duration.ofSeconds(500), Duration.ofSeconds(540));
    assertThat(gate.place("m").orElseThrow()).endsWith(", until " + Instant.ofEpochSecond(end));
    wire.cut();
    awaitAway("m");
    assertThat(news.goes("m")).isEmpty();
  }

  @Test
  void whatFailsInAJobThatGoesOnHasFailed() {
    agent("a", List.of(key), Optional.of("Slurm job 7, node m1"), "m");
    awaitBack("m");
    gate.launch(new Launch(FIRST, "m", List.of("sh", "-c", "exit 143"), false));

    assertThat(end(FIRST).kind()).isEqualTo(Kind.EXITED);
    assertThat(end(FIRST).exitCode()).isEqualTo(143);
    assertThat(end(FIRST).ago()).as("its end is when it was").isGreaterThan(Duration.ofSeconds(1));
  }

  @Test
  void anAgentThatEndsGivesUpWhatItRuns() {
    begin("600", Duration.ofHours(1));

    agents.removeFirst().close();

    assertThat(end(FIRST).kind()).isEqualTo(Kind.LOST);
    await(() -> news.where("m").equals("its agent was told to end"));
  }

  /** What was on its way to it never began, and may run elsewhere at once. */
  @Test
  void anAgentThatEndsTakesNothingMore() {
    begin("600", Duration.ofHours(1));
    LaunchId second = new LaunchId(2, 1);
    LaunchId third = new LaunchId(3, 1);
    Launch next = launch("0", Optional.empty());
    Thread end = Thread.ofVirtual().start(agents.removeFirst()::close);

    gate.launch(new Launch(second, "m", next.command(), false));
    await(() -> news.where("m").equals("its agent was told to end"));
    gate.launch(new Launch(third, "m", next.command(), false));

    assertThat(end(second).kind()).isIn(Kind.NEVER_BEGAN, Kind.LOST);
    assertThat(end(third).kind()).isEqualTo(Kind.NEVER_BEGAN);
    await(() -> !end.isAlive());
  }

  @Test
  void outputIsFollowed() {
    begin("600", Duration.ofHours(1));

    awaitWord();
  }

  private void awaitWord() {
    await(() ->
        gate.output(FIRST, OutputChannel.STDOUT, 0, 100)
            .filter(part -> new String(part.bytes(), StandardCharsets.UTF_8).equals("said\n"))
            .isPresent());
  }

  @Test
  void whoHasAnotherKeyIsNoAgent() throws Exception {
    Path other = directory.resolve("other.key");
    KeyFiles.make(other);
    Agent stranger = agent("a", List.of(other), Optional.empty(), "m");
    agent("b", "n");

    awaitBack("n");
    await(() -> stranger.said().contains("does not take the key"));
    assertThat(news.where("m")).isEqualTo("no agent has dialled");
  }

  @Test
  void aSecondKeyIsTakenBesideTheFirst() throws Exception {
    Path next = directory.resolve("next.key");
    KeyFiles.make(next);
    gate.close();
    Path first = directory.resolve("gate.key");
    AgentsSettings both =
        TestGates.settings(directory, gate.port(), List.of(first, next), "m", "n");
    gate = Gate.open(both, new Owner(store, ++tenure, Instant.EPOCH, Map.of()), news);
    gate.adopt(List.of());
    agent("a", List.of(next, first), Optional.empty(), "m");
    awaitBack("m");
  }

  @Test
  void strangersHarmNobody() throws Exception {
    List<Socket> silent = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), gate.port());
      if (i % 2 == 0) {
        socket.getOutputStream().write(new byte[1000]);
      }
      silent.add(socket);
    }
    agent("a", "m");
    awaitBack("m");
    for (Socket socket : silent) {
      socket.close();
    }
  }

  @Test
  void whatCannotBeUsedIsToldAtOnce() throws IOException {
    Path broken = Files.writeString(directory.resolve("broken.key"), "no key");
    assertThatThrownBy(() -> KeyFiles.context(List.of(broken, directory.resolve("none"))))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("broken.key is no key")
        .hasMessageContaining("none is no key");
    assertThatThrownBy(() -> KeyFiles.make(key)).hasMessageContaining("is there already");
    assertThatThrownBy(() -> openGate(gate.port(), Map.of()))
        .hasMessageContaining("the gate cannot listen on 127.0.0.1:");
    ServerSocket socket = new ServerSocket();
    assertThatThrownBy(() -> settings(gate.port()).bind(socket)).isInstanceOf(IOException.class);
    assertThat(socket.isClosed()).isTrue();
    agent("a", "m");
    assertThatThrownBy(() -> agent("a", "n")).hasMessageContaining("is used by another agent");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void whoIsTwoVersionsOffIsRefused(int protocol) throws Exception {
    try (Link link = dial(protocol)) {
      Frame.Refused refused = (Frame.Refused) next(link);
      assertThat(refused.problems())
          .containsExactly(
              "the agent speaks protocol %s, the gate 2 and 3; install the same version"
                  .formatted(protocol));
    }
  }

  /** What it does not know is not said to it. */
  @Test
  void anAgentOfTheVersionBeforeIsServed() throws Exception {
    System.setProperty(BUILD, "new");
    try (Link link = dial(2)) {
      assertThat(next(link)).isInstanceOf(Frame.Welcome.class);
      link.send(new Frame.Ready("as it was"));
      awaitBack("m");
      gate.launch(launch("1", Optional.empty()));
      Frame.Start start = (Frame.Start) next(link);
      long now = KernelClock.nanosSinceBoot();
      link.send(new Frame.Began(start.launch().id(), false, now));
      link.send(new Frame.Ended(new LaunchEnd(FIRST, Kind.EXITED, 0, 1, ""), now));
      assertThat(end(FIRST).kind()).isEqualTo(Kind.EXITED);
    } finally {
      System.clearProperty(BUILD);
    }
  }

  private Link dial(int protocol) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            KeyFiles.context(List.of(key))
                .getSocketFactory()
                .createSocket("127.0.0.1", gate.port());
    Link link = Link.open(socket, 10_000);
    link.send(
        new Frame.Hello(
            protocol, "old", "node", 1, List.of("m"), Optional.empty(), Optional.empty()));
    return link;
  }

  /** The next word of the gate that is no question for the time. */
  private static Frame next(Link link) throws IOException {
    while (true) {
      Frame frame = link.read();
      if (frame instanceof Frame.Ping ping) {
        link.send(new Frame.Pong(ping.number(), KernelClock.nanosSinceBoot()));
      } else {
        return frame;
      }
    }
  }

  /** In its place another begins, as the same process; what runs goes on. */
  @Test
  void anAgentBecomesTheVersionThatIsInstalled() throws Exception {
    System.setProperty(BUILD, "new");
    Path own = directory.resolve("own");
    Path go = directory.resolve("go");
    String script = "for i in $(seq 6000); do [ -e '%s' ] && exit; sleep 0.1; done; exit 1";
    Launch launch = launching(script.formatted(go), Optional.empty());
    try (AgentProcess process = AgentProcess.start(gate.port(), key, own, "m")) {
      awaitBack("m");
      assertThat(log(own)).doesNotContain("becomes");
      gate.launch(launch);
      await(() -> news.hasBegun(FIRST));
      long begun = System.nanoTime();
      int port = gate.port();
      gate.close();
      System.setProperty(BUILD, "newer");
      openGate(port, Map.of("m", news.holders.get("m")), launch);

      await(() -> log(own).contains("becomes the version that is installed now"));
      await(() -> log(own).split("this computer is m", -1).length == 4);

      awaitBack("m");
      assertThat(news.end(FIRST)).isEmpty();
      long least = Duration.ofNanos(System.nanoTime() - begun).toMillis() - 1_000; // of two clocks
      Files.createFile(go);
      LaunchEnd end = end(FIRST);
      assertThat(end.kind()).isEqualTo(Kind.EXITED);
      assertThat(end.exitCode()).isZero();
      assertThat(end.milliseconds()).isBetween(least, 60_000L);
      assertThat(process.isAlive()).isTrue();
    } finally {
      System.clearProperty(BUILD);
    }
  }

  private static String log(Path agent) throws IOException {
    return Files.readString(agent.resolveSibling(agent.getFileName() + ".log"));
  }

  /** What a gate tells. Safe for use by many threads. */
  private static final class News implements LaunchListener {
    private final Map<String, String> where = new HashMap<>();
    private final Map<String, String> holders = new HashMap<>();
    private final Map<LaunchId, Long> begun = new HashMap<>();
    private final Map<String, Duration> goes = new HashMap<>();
    private final List<LaunchEnd> ends = new ArrayList<>();

    @Override
    public void beganAtOnce(LaunchId launch) {
      began(launch, Duration.ZERO);
    }

    @Override
    public synchronized void began(LaunchId launch, Duration ago) {
      begun.putIfAbsent(launch, System.nanoTime());
    }

    @Override
    public synchronized void ended(LaunchEnd end) {
      assertThat(end(end.id())).as("told once").isEmpty();
      ends.add(end);
    }

    @Override
    public synchronized void away(String machine, String why) {
      where.put(machine, why);
    }

    @Override
    public synchronized void back(String machine, String holder) {
      where.put(machine, "there");
      holders.put(machine, holder);
    }

    @Override
    public synchronized void goes(String machine, Optional<Duration> in) {
      in.ifPresentOrElse(left -> goes.put(machine, left), () -> goes.remove(machine));
    }

    synchronized Optional<Duration> goes(String machine) {
      return Optional.ofNullable(goes.get(machine));
    }

    synchronized String where(String machine) {
      return where.getOrDefault(machine, "");
    }

    synchronized String holder(String machine) {
      return holders.getOrDefault(machine, "");
    }

    synchronized boolean hasBegun(LaunchId launch) {
      return begun.containsKey(launch);
    }

    synchronized Duration sinceBegin(LaunchId launch) {
      return Duration.ofNanos(System.nanoTime() - begun.get(launch));
    }

    synchronized Optional<LaunchEnd> end(LaunchId id) {
      return ends.stream().filter(end -> end.id().equals(id)).findFirst();
    }
  }
}
