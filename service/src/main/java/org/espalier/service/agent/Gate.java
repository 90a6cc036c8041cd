package org.espalier.service.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.espalier.core.scaling.Staffing;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.BackendException;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchListener;
import org.espalier.service.backend.MachineLimits;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.OutputPart;
import org.espalier.service.backend.OutputStore;
import org.espalier.service.backend.Owner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The back end whose machines are where their agents are. Agents dial it; what is handed over
 * belongs to the agent that has the machine, until that has told its end or an operator says that
 * it is gone. A machine without its agent is away.
 *
 * <p>No method waits for the network. What an agent may not have heard, or may not have told, is
 * settled when it dials again: it is told all launches that may not be over, takes up those it has,
 * tells the ends of the others, and stops what it has besides.
 */
final class Gate implements Backend {
  private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

  /** How many may dial at a time and have not said yet who they are. */
  private static final int MOST_STRANGERS = 256;

  /** Why a machine is away that nobody has any use for. */
  static final String NOT_NEEDED = "it is not needed now";

  private static final int HANDSHAKE_MILLIS = 10_000;
  private static final long LOOK_MILLIS = 1_000;

  /** Every so many looks, since very many agents may answer. */
  private static final int LOOKS_PER_PING = 3;

  /** An agent that answers no ping for so long is away. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  /** It answers none while it takes up what ran before, which may be much. */
  private static final Duration TAKING_UP = Duration.ofMinutes(10);

  /** What began within this time after it was handed over, or its machine was free, did at once. */
  private static final long AT_ONCE_NANOS = 20_000_000;

  private final AgentsSettings settings;
  private final Owner owner;
  private final LaunchListener listener;
  private final SSLServerSocket socket;
  private final OutputStore outputs;
  private final Map<String, Post> posts = new HashMap<>();
  private final Map<LaunchId, Order> orders = new HashMap<>();
  final Map<SSLSocket, Link> links = new ConcurrentHashMap<>();
  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();

  /** Agents of other builds, each of which is told once to become what is installed. */
  private final Set<String> renewed = new HashSet<>();

  private final Semaphore strangers = new Semaphore(MOST_STRANGERS);
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("gate").factory());
  private Optional<SlurmJobs> jobs = Optional.empty();
  private boolean adopted;
  private long looks;
  private volatile boolean closed;

  private Gate(
      AgentsSettings settings,
      Owner owner,
      LaunchListener listener,
      SSLServerSocket socket,
      OutputStore outputs) {
    this.settings = settings;
    this.owner = owner;
    this.listener = listener;
    this.socket = socket;
    this.outputs = outputs;
    settings.machines().keySet().forEach(this::post);
  }

  /**
   * Opens the gate; agents are let in when what they may have is known.
   *
   * @throws BackendException if its key or its address cannot be used
   */
  static Gate open(AgentsSettings settings, Owner owner, LaunchListener listener) {
    try {
      OutputStore outputs = new OutputStore(settings.output(), settings.keptOutputBytes());
      SSLServerSocket socket =
          (SSLServerSocket)
              KeyFiles.context(settings.keys()).getServerSocketFactory().createServerSocket();
      socket.setNeedClientAuth(true);
      settings.bind(socket);
      Gate gate = new Gate(settings, owner, listener, socket, outputs);
      gate.posts.values().forEach(post -> listener.away(post.name(), post.why));
      return gate;
    } catch (IOException e) {
      throw new BackendException(settings.unavailable(e), e);
    }
  }

  /** The port that agents dial. */
  int port() {
    return socket.getLocalPort();
  }

  private Post post(String machine) {
    return posts.computeIfAbsent(
        machine, name -> new Post(name, owner.holders().getOrDefault(name, "")));
  }

  @Override
  public void adopt(List<Launch> launches) {
    synchronized (this) {
      if (adopted) {
        throw new IllegalStateException("adopt was called before; call it once, before launches");
      }
      adopted = true;
      launches.forEach(this::enter);
    }
    Thread.ofVirtual().name("gate").start(this::accept);
    timer.scheduleAtFixedRate(this::ping, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    settings.slurm().ifPresent(this::startAgents);
  }

  private void startAgents(SlurmSettings slurm) {
    try {
      Path logs = settings.output().resolveSibling("slurm");
      jobs = Optional.of(SlurmJobs.start(slurm, this, owner.store(), settings.host(), logs));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  synchronized Standing standing(String machine) {
    Post post = post(machine);
    boolean mayRun = post.open().findAny().isPresent();
    long left = (System.nanoTime() - post.left) / 1_000_000_000;
    return new Standing(post.session.isPresent(), post.holder, mayRun, left, post.dismissed);
  }

  /** A machine takes nothing from now on, as it is not needed, or is needed again. */
  synchronized void dismiss(String machine, boolean dismissed) {
    Post post = post(machine);
    if (post.dismissed != dismissed) {
      post.dismissed = dismissed;
      if (dismissed) {
        listener.away(machine, NOT_NEEDED);
      } else if (post.ready().isPresent()) {
        listener.back(machine, post.holder);
      }
    }
  }

  @Override
  public Optional<Starts> starts(String machineType) {
    return jobs.flatMap(slurm -> slurm.starts(machineType));
  }

  @Override
  public void needed(String machineType, int waiting, Optional<Staffing.Range> expected) {
    jobs.ifPresent(slurm -> slurm.needed(machineType, waiting, expected));
  }

  /**
   * What starts agents says of a machine.
   *
   * @param why it is away, if it is
   * @param until when its job is there, if it is; empty if that is not known
   */
  synchronized void explain(String machine, String why, Optional<JobEnd> until) {
    Post post = post(machine);
    Optional<JobEnd> known = until.filter(u -> post.holder.contains("job %s,".formatted(u.job())));
    if (post.session.isPresent() && !known.equals(post.until)) {
      post.until = known;
      listener.goes(machine, known.map(JobEnd::left));
    }
    boolean isWhole = post.holder.isEmpty() || why.equals(NOT_NEEDED);
    String whole = isWhole ? why : post.why + "; " + why;
    if (post.session.isEmpty() && !whole.equals(post.told)) {
      post.told = whole;
      listener.away(machine, whole);
    }
  }

  private Order enter(Launch launch) {
    Post post = post(launch.machine());
    Order order = new Order(launch, post, post.open().findAny().isPresent());
    post.orders.add(order);
    orders.put(launch.id(), order);
    return order;
  }

  @Override
  public synchronized void launch(Launch launch) {
    if (!adopted) {
      throw new IllegalStateException("call adopt before the first launch");
    }
    if (!settings.machines().containsKey(launch.machine())) {
      throw new IllegalArgumentException(
          "launch %s is for machine '%s', which the system does not have"
              .formatted(launch.id(), launch.machine()));
    }
    if (open(launch.id()).isPresent()) {
      throw new IllegalArgumentException(
          "launch %s is not over; give it another attempt number".formatted(launch.id()));
    }
    Post post = post(launch.machine());
    post.settled().forEach(this::forget);
    Optional<Session> session = post.ready();
    if (session.isPresent()) {
      Order order = enter(launch);
      session.get().link().send(new Frame.Start(order.now()));
    } else {
      listener.ended(
          new LaunchEnd(launch.id(), LaunchEnd.Kind.NEVER_BEGAN, -1, 0, "its machine was away"));
    }
  }

  private void forget(Order order) {
    order.post.orders.remove(order);
    orders.remove(order.launch.id(), order);
  }

  private Optional<Order> open(LaunchId id) {
    return Optional.ofNullable(orders.get(id)).filter(order -> !order.ended);
  }

  /** {@inheritDoc} On a machine that is away it is stopped when that is back. */
  @Override
  public synchronized void stop(LaunchId id) {
    open(id)
        .ifPresent(order -> {
          order.stopped = true;
          order.post.ready().ifPresent(session -> session.link().send(new Frame.Stop(id)));
        });
  }

  /** {@inheritDoc} Its agent is asked for it; so that nothing waits, what comes of that is told. */
  @Override
  public synchronized boolean takeBack(LaunchId id) {
    Optional<Order> open = open(id);
    open.filter(order -> !order.recalled)
        .ifPresent(order -> {
          Frame ask = new Frame.TakeBack(id);
          order.recalled = order.post.ready().filter(s -> s.link().send(ask)).isPresent();
        });
    return open.isEmpty();
  }

  /** {@inheritDoc} An agent that has another one by now is told it when it has dialled anew. */
  @Override
  public synchronized void renewDeadlines(List<Launch> launches) {
    for (Launch launch : launches) {
      open(launch.id())
          .filter(order -> order.renew(launch.execution().left()))
          .flatMap(order -> order.post.session)
          .filter(session -> session.farewell().isEmpty())
          .ifPresent(session -> cut(session, "the clock was set; its deadlines are told anew"));
    }
  }

  @Override
  public Traits traits(String machine) {
    MachineLimits limits = settings.machines().getOrDefault(machine, MachineLimits.NONE);
    return new Traits(true, true, Optional.of(limits.grace()), false);
  }

  @Override
  public synchronized Optional<String> place(String machine) {
    return Optional.ofNullable(posts.get(machine))
        .flatMap(post ->
            post.session.map(session -> session.place() + post.until.map(JobEnd::text).orElse("")));
  }

  @Override
  public void lost(String machine) {
    lost(machine, "given up by an operator");
  }

  synchronized void lost(String machine, String why) {
    Post post = post(machine);
    if (post.session.isPresent()) {
      throw new IllegalStateException(
          "the agent of machine %s is there, on %s; stop that first, or drain the machine"
              .formatted(machine, post.session.get().place()));
    }
    post.open()
        .map(order -> new LaunchEnd(order.launch.id(), LaunchEnd.Kind.LOST, -1, 0, why))
        .forEach(listener::ended);
    List.copyOf(post.orders).forEach(this::forget);
    post.holder = "";
  }

  @Override
  public Optional<OutputPart> output(LaunchId id, OutputChannel channel, long from, int most) {
    return running(id)
        .map(session -> session.output(id, channel, from, most))
        .orElseGet(() -> outputs.read(id, channel, from, most));
  }

  private synchronized Optional<Session> running(LaunchId id) {
    return open(id).flatMap(order -> order.post.ready());
  }

  @Override
  public Optional<Path> outputs() {
    return Optional.of(settings.output());
  }

  @Override
  public Optional<String> containment() {
    return Optional.of("as each agent says that dials port %s".formatted(port()));
  }

  private void accept() {
    while (!closed) {
      try {
        SSLSocket dialled = (SSLSocket) socket.accept();
        if (strangers.tryAcquire()) {
          Thread.ofVirtual().name("gate-session").start(() -> serve(dialled));
        } else {
          dialled.close();
        }
      } catch (IOException e) {
        if (!closed) {
          LOG.warn("somebody could not dial: {}", e.toString());
          LockSupport.parkNanos(Duration.ofMillis(100).toNanos()); // no descriptor may be left
        }
      }
    }
  }

  /** A connection from its beginning to its end. */
  private void serve(SSLSocket dialled) {
    boolean known = false;
    try (dialled;
        Link link = Link.open(dialled, HANDSHAKE_MILLIS)) {
      links.put(dialled, link);
      Frame first = link.read();
      strangers.release();
      known = true;
      if (first instanceof Frame.Hello hello) {
        link.stay();
        serve(new Session(link, hello));
      }
    } catch (IOException e) {
      LOG.debug("{} dialled in vain: {}", dialled.getRemoteSocketAddress(), e.toString());
    } finally {
      links.remove(dialled);
      if (!known) {
        strangers.release();
      }
    }
  }

  private void serve(Session session) {
    List<String> problems = admit(session);
    if (!problems.isEmpty()) {
      LOG.warn("an agent on {} is refused: {}", session.place(), problems);
      session.link().send(new Frame.Refused(problems));
      return;
    }
    String why = "";
    try {
      session.compareClocks();
      welcome(session);
      while (why.isEmpty()) {
        why = hear(session, session.link().read());
      }
    } catch (IOException e) {
      session.link().close(Link.reason(e));
      why = session.link().why();
    } catch (RuntimeException e) {
      LOG.error("the agent on {} says what cannot be understood", session.place(), e);
      why = "its agent says what cannot be understood: " + e.getMessage();
    } finally {
      leave(session, why);
    }
  }

  /** Lets an agent in, with all of its machines or none; what is against it, if anything. */
  private synchronized List<String> admit(Session session) {
    List<String> problems = new ArrayList<>();
    Frame.Hello hello = session.hello();
    session.misunderstanding().ifPresent(problems::add);
    if (closed) {
      problems.add("the service ends"); // and no longer knows what the agent may run
    }
    for (String machine : hello.machines()) {
      if (!posts.containsKey(machine)) {
        problems.add("the system has no machine " + machine);
      } else {
        post(machine).refusal(session).ifPresent(problems::add);
      }
    }
    if (problems.isEmpty()) {
      ofThat(hello.machines()).forEach(post -> post.session.ifPresent(this::replace));
      ofThat(hello.machines())
          .forEach(post -> {
            post.session = Optional.of(session);
            post.holder = session.holder();
          });
    }
    return problems;
  }

  private List<Post> ofThat(List<String> machines) {
    return machines.stream().map(this::post).toList();
  }

  private List<Post> heldBy(Session session) {
    return ofThat(session.hello().machines()).stream()
        .filter(post -> post.session.filter(session::equals).isPresent())
        .toList();
  }

  /**
   * An agent that was started again need not wait until its old connection is noticed to be dead.
   */
  private void replace(Session old) {
    cut(old, "its agent has dialled anew");
  }

  private void cut(Session session, String why) {
    session.link().close(why);
    leave(session, why);
  }

  private synchronized void welcome(Session session) {
    List<Launch> launches =
        heldBy(session).stream().flatMap(post -> post.orders.stream()).map(Order::now).toList();
    Frame.Setup setup = settings.setup(session.hello().machines());
    session.link().send(new Frame.Welcome(owner.store(), owner.tenure(), setup, launches));
    sessions.add(session);
  }

  /** The machines of an agent are away, unless another has them. */
  private synchronized void leave(Session session, String why) {
    sessions.remove(session);
    session.unwanted().forEach(listener::gone); // until that is told anew
    for (Post post : heldBy(session)) {
      post.session = Optional.empty();
      post.until.ifPresent(_ -> listener.goes(post.name(), Optional.empty()));
      post.until = Optional.empty();
      post.left = System.nanoTime();
      post.why = session.farewell().orElse(why);
      post.told = post.why;
      if (!closed) {
        listener.away(post.name(), post.why);
      }
    }
  }

  /** Does what an agent says; why it leaves by that, or an empty text. */
  private String hear(Session session, Frame frame) throws IOException {
    switch (frame) {
      case Frame.Pong pong -> session.clock().heard(pong);
      case Frame.Answer answer -> session.answered(answer);
      case Frame.Output o -> {
        if (heard(session, o.id(), _ -> {})) {
          outputs.write(o.id(), o.channel(), o.from(), o.bytes(), o.notKept());
        }
      }
      case Frame.Failed failed -> {
        return "its agent cannot run commands: " + String.join("; ", failed.problems());
      }
      case Frame.Farewell farewell -> farewell(session, farewell.why());
      case Frame.Ready ready -> ready(session, ready);
      case Frame.Began began -> heard(session, began.id(), order -> began(session, order, began));
      case Frame.Ended ended -> {
        if (heard(session, ended.end().id(), order -> ended(session, order, ended))) {
          outputs.keep(ended.end().id());
        }
      }
      case Frame.Stopping stopping -> {
        session.unwanted().add(stopping.id());
        listener.stopping(stopping.id(), stopping.machine());
      }
      case Frame.Gone gone -> {
        session.unwanted().remove(gone.id());
        listener.gone(gone.id());
      }
      default -> throw new IOException("a word of a gate came from an agent");
    }
    return "";
  }

  /** Does something about a launch that is not over, if it is the session's; whether it was. */
  private synchronized boolean heard(Session session, LaunchId id, Consumer<Order> deed) {
    Optional<Order> order =
        open(id).filter(each -> each.post.session.filter(session::equals).isPresent());
    order.ifPresent(deed);
    return order.isPresent();
  }

  private synchronized void ready(Session session, Frame.Ready ready) {
    LOG.info(
        "an agent on {} has {}; containment: {}",
        session.place(),
        String.join(", ", session.hello().machines()),
        ready.containment());
    session.takesUp();
    if (session.isOfOtherBuild() && renewed.add(session.hello().agent())) {
      session.link().send(new Frame.Renew());
    }
    for (Post post : heldBy(session)) {
      jobs.ifPresent(slurm -> slurm.arrived(post.name()));
      if (!post.dismissed) {
        listener.back(post.name(), post.holder);
      }
      post.open().flatMap(order -> order.wish().stream()).forEach(session.link()::send);
    }
  }

  private synchronized void farewell(Session session, String why) {
    session.leaves(why);
    for (Post post : heldBy(session)) {
      listener.away(post.name(), why);
      jobs.ifPresent(slurm -> slurm.leaving(post.name()));
    }
    session.link().send(new Frame.Goodbye());
  }

  private void began(Session session, Order order, Frame.Began began) {
    Duration ago = session.clock().ago(began.time());
    long since = order.isAhead ? order.post.sinceFree() : order.sinceHandedOver();
    boolean atOnce = Math.abs(since - ago.toNanos()) < AT_ONCE_NANOS;
    boolean isOfEarlier = began.adopted() && !order.launch.execution().ago().isZero();
    if (order.isAhead && atOnce) {
      listener.beganInTurn(began.id());
    } else if (!order.isAhead && (atOnce || isOfEarlier)) {
      listener.beganAtOnce(began.id());
    } else {
      listener.began(began.id(), ago);
    }
  }

  private void ended(Session session, Order order, Frame.Ended ended) {
    order.ended = true;
    Duration ago = session.clock().ago(ended.time());
    if (ended.end().kind() == LaunchEnd.Kind.NEVER_BEGAN) {
      forget(order); // its number may be given again, elsewhere
    } else {
      order.post.free(ago);
    }
    listener.ended(ended.end().since(ago));
  }

  private void ping() {
    boolean isDue = ++looks % LOOKS_PER_PING == 0;
    for (Session session : sessions) {
      Duration most = session.takesTime() ? TAKING_UP : SILENCE;
      if (session.link().isSilent(most.toNanos())) {
        session.link().close("silent for %s s".formatted(most.toSeconds()));
      } else if (isDue) {
        session.ping();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    timer.shutdownNow();
    jobs.ifPresent(SlurmJobs::close);
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("the gate did not close", e);
    }
    links.values().forEach(link -> link.close("the service ends"));
  }
}
