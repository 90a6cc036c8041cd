package org.espalier.service.agent;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.espalier.service.backend.BackendException;
import org.espalier.service.backend.KernelClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a computer some of the machines of a service. It dials the gate, runs what it is given as
 * the local back end does, and tells what became of it. What runs outlives the agent and is taken
 * up by the next one with the same directory; on {@link #close} it is stopped first.
 */
public final class Agent implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);
  private static final int CONNECT_MILLIS = 10_000;
  private static final int QUICK_MILLIS = 2_000;

  /** The gate asks every few seconds. */
  private static final int SILENCE_MILLIS = 10_000;

  /** The name of this computer, which no other need know. */
  private static final Path HOST = Path.of("/proc/sys/kernel/hostname");

  private static final long LEFT_ALONE_NANOS = 5_000_000_000L;
  private static final int GOODBYE_MILLIS = 2_000;

  /** How long beyond their grace stopped tasks may take to be gone. */
  private static final Duration BEYOND_GRACE = Duration.ofSeconds(10);

  /**
   * What an agent is to be.
   *
   * @param gates where the gate may be: those of the services that share a store, of which one is
   *     open
   * @param keys the first is shown, any is taken
   * @param machines the names of the machines that this computer is
   * @param directory where it keeps its files
   * @param job that it runs in, and whose end is its own ({@link #job}); empty for none
   */
  public record Settings(
      List<InetSocketAddress> gates,
      List<Path> keys,
      List<String> machines,
      Path directory,
      Optional<String> job) {
    public Settings {
      gates = List.copyOf(gates);
      keys = List.copyOf(keys);
      machines = List.copyOf(machines);
      directory = directory.toAbsolutePath().normalize();
    }

    /** How long one of several gates may keep this from another. */
    private int patience() {
      return gates.size() == 1 ? CONNECT_MILLIS : QUICK_MILLIS;
    }
  }

  private final Settings settings;
  private final SSLContext tls;
  private final AgentFiles files;
  private final CountDownLatch over = new CountDownLatch(1);

  /** The gate has heard that this ends. */
  private final CountDownLatch heard = new CountDownLatch(1);

  private final Map<InetSocketAddress, Long> silentUntil = new HashMap<>();
  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private volatile String said = "";
  private volatile InetSocketAddress gate;
  private volatile boolean closing;
  private boolean renewing;
  private volatile @Nullable Link link;
  private volatile @Nullable Crew crew;
  private long tenure;
  private volatile Duration grace = Duration.ZERO;

  /**
   * An agent that has not dialled yet.
   *
   * @throws BackendException if its key or its directory cannot be used
   */
  public Agent(Settings settings) {
    this.settings = settings;
    this.gate = settings.gates().getFirst();
    this.tls = KeyFiles.context(settings.keys());
    this.files = AgentFiles.open(settings.directory());
  }

  /** Dials, serves, and dials again, until it is closed. */
  public void run() throws InterruptedException {
    Duration pause = SHORTEST_PAUSE;
    int gates = settings.gates().size();
    for (int i = 1; !closing; i++) {
      boolean served = false;
      try {
        served = !isLeftAlone() && dial();
      } catch (IOException e) {
        noteSilence(e);
        say(inWords(e));
      } catch (RuntimeException e) {
        say(String.valueOf(e.getMessage()));
      }
      if (renewing && !closing) {
        renew();
      }
      gate = settings.gates().get(i % gates);
      boolean isRound = i % gates == 0;
      pause = served ? SHORTEST_PAUSE : isRound ? longer(pause) : pause;
      if (!closing && (served || isRound)) {
        Thread.sleep(pause);
      }
    }
    over.await();
  }

  /** Becomes what is installed now; what runs is taken up by that, or by this where it fails. */
  private void renew() {
    renewing = false;
    LOG.info("this agent becomes the version that is installed now");
    closeCrew();
    try {
      Renewal.begin();
    } catch (IOException e) {
      say("it stays the version that it is: " + e.getMessage());
    }
  }

  /** Whether a gate is to hold up no other, since it was silent just now. */
  private boolean isLeftAlone() {
    long now = System.nanoTime();
    return settings.gates().size() > 1 && silentUntil.getOrDefault(gate, now) - now > 0;
  }

  private void noteSilence(IOException e) {
    if (e instanceof InterruptedIOException) {
      silentUntil.put(gate, System.nanoTime() + LEFT_ALONE_NANOS);
    }
  }

  private String inWords(IOException e) {
    return e instanceof SSLException && !(e.getCause() instanceof EOFException)
        ? "the gate %s does not take the key %s, or has another itself (%s)"
            .formatted(gate(), settings.keys().getFirst(), e.getMessage())
        : "the gate %s cannot be reached (%s); it is dialled again and again"
            .formatted(gate(), e.getMessage());
  }

  private Duration longer(Duration pause) {
    long twice = 2 * pause.toMillis();
    return Duration.ofMillis(Math.min(twice, settings.patience() / 4));
  }

  /** What was said before is said once, until a gate has taken this. */
  private void say(String text) {
    said = text;
    if (told.add(text)) {
      LOG.warn(text);
    }
  }

  private String gate() {
    return gate.getHostString() + ":" + gate.getPort();
  }

  /** What stands in its way, as it was said last; empty if nothing does. */
  String said() {
    return said;
  }

  /** One connection, to its end; whether the gate took it. */
  private boolean dial() throws IOException, InterruptedException {
    Socket plain = new Socket();
    plain.connect(new InetSocketAddress(gate.getHostString(), gate.getPort()), settings.patience());
    SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory().createSocket(plain, gate.getHostString(), gate.getPort(), true);
    try (socket;
        Link dialled = Link.open(socket, settings.patience())) {
      socket.setSoTimeout(SILENCE_MILLIS);
      link = dialled;
      dialled.send(hello());
      return serve(dialled);
    }
  }

  private Frame.Hello hello() throws IOException {
    return new Frame.Hello(
        Frame.PROTOCOL,
        files.identity(),
        Files.readString(HOST).strip(),
        ProcessHandle.current().pid(),
        settings.machines(),
        settings.job(),
        Renewal.build());
  }

  /** The job of Slurm that a process runs in, by its environment. */
  public static Optional<String> job(Map<String, String> environment) {
    return Optional.ofNullable(environment.get("SLURM_JOB_ID"))
        .map(id ->
            "Slurm job %s, node %s"
                .formatted(id, environment.getOrDefault("SLURMD_NODENAME", "unknown")));
  }

  private boolean serve(Link dialled) throws IOException, InterruptedException {
    boolean served = false;
    try {
      while (true) {
        switch (dialled.read()) {
          case Frame.Ping ping ->
              dialled.send(new Frame.Pong(ping.number(), KernelClock.nanosSinceBoot()));
          case Frame.Refused refused -> {
            say("the gate refuses this agent: " + String.join("; ", refused.problems()));
            return false;
          }
          case Frame.Welcome welcome -> {
            welcome(dialled, welcome);
            served = true;
          }
          case Frame.Start start -> {
            LOG.debug("tenure {} starts {}", tenure, start.launch().id());
            crew().launch(start.launch());
          }
          case Frame.Stop stop -> {
            LOG.debug("tenure {} stops {}", tenure, stop.id());
            crew().stop(stop.id());
          }
          case Frame.TakeBack back -> crew().takeBack(back.id());
          case Frame.Ask ask ->
              dialled.send(
                  new Frame.Answer(
                      ask.question(),
                      crew().output(ask.id(), ask.channel(), ask.from(), ask.most())));
          case Frame.Goodbye goodbye -> heard.countDown();
          case Frame.Renew renew -> {
            renewing = true;
            return true;
          }
          default -> throw new IOException("a word of an agent came from the gate");
        }
      }
    } catch (IOException e) {
      if (!served) {
        throw e;
      }
      noteSilence(e);
      say("the gate %s is away: %s".formatted(gate(), Link.reason(e)));
      return true;
    }
  }

  private Crew crew() throws IOException {
    Crew present = crew;
    if (present == null) {
      throw new IOException("the gate gives orders before it has said who it is");
    }
    return present;
  }

  /** Takes up the machines for the gate's store. */
  private void welcome(Link dialled, Frame.Welcome welcome)
      throws IOException, InterruptedException {
    String store = welcome.store();
    if (welcome.tenure() < files.tenure(store)) {
      throw new IOException("it serves for a service that another has followed");
    }
    try {
      tenure = welcome.tenure();
      files.obey(store, tenure);
      Crew opened = takeUp(dialled, welcome);
      dialled.send(new Frame.Ready(opened.containment()));
      said = "";
      told.clear();
      LOG.info(
          "this computer is {} for {}; containment: {}",
          String.join(", ", settings.machines()),
          gate(),
          opened.containment());
    } catch (RuntimeException e) {
      dialled.send(new Frame.Failed(List.of(String.valueOf(e.getMessage()))));
      throw e;
    }
  }

  /** Who ends this meanwhile waits for it, and stops what is taken up; after that nothing is. */
  private synchronized Crew takeUp(Link dialled, Frame.Welcome welcome)
      throws IOException, InterruptedException {
    if (closing) {
      throw new BackendException(List.of("its agent was told to end"));
    }
    closeCrew();
    stopOthers(dialled, welcome);
    Crew opened = new Crew(dialled, files, welcome.store(), welcome.setup(), settings.job());
    crew = opened;
    grace = Crew.grace(welcome.setup());
    opened.adopt(welcome.launches());
    return opened;
  }

  private synchronized @Nullable Crew takenUp() {
    return crew;
  }

  private synchronized void closeCrew() {
    Crew present = crew;
    crew = null;
    if (present != null) {
      present.close();
    }
  }

  /** What runs for another store is wanted by nobody: its service has no gate here any more. */
  private void stopOthers(Link dialled, Frame.Welcome welcome)
      throws IOException, InterruptedException {
    for (String other : files.all()) {
      if (!other.equals(welcome.store())) {
        LOG.warn("what runs for another store is stopped");
        boolean gone;
        try (Crew last = new Crew(dialled, files, other, welcome.setup(), settings.job())) {
          last.adopt(List.of());
          gone = last.awaitEmpty(Crew.grace(welcome.setup()).plus(BEYOND_GRACE));
        }
        if (!gone) {
          throw new BackendException(
              List.of("what runs here for another store cannot be stopped; end it by hand"));
        }
        files.forget(other);
      }
    }
  }

  /** Stops what runs, tells that, and ends. */
  @Override
  public void close() {
    closing = true;
    Link present = link;
    try {
      if (present != null) {
        present.send(new Frame.Farewell("its agent was told to end"));
      }
      Crew last = takenUp();
      if (last != null) {
        last.giveUp(grace.plus(BEYOND_GRACE));
      }
      if (present != null && !present.isClosed()) {
        boolean unused = heard.await(GOODBYE_MILLIS, TimeUnit.MILLISECONDS);
        present.close();
      }
      closeCrew();
      files.close();
    } catch (IOException e) {
      LOG.warn("the agent did not end in order", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      over.countDown();
    }
  }
}
