package org.espalier.service.servers;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.BackendTimer;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.backend.LaunchListener;
import org.espalier.service.backend.Owner;
import org.espalier.service.backend.ServerSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Machines that are servers. A launch is a request, of which each has one at a time. It goes to the
 * host of its machine only: redirects are not followed.
 *
 * <p>A request of which a byte may have been sent, and whose answer did not come whole, is lost. So
 * is all that an earlier process had sent, since its connections went with it. A server that cannot
 * be reached, or does not answer its health question while it has nothing to do, is away until it
 * does.
 */
public final class ServerBackend implements Backend {
  private static final Logger LOG = LoggerFactory.getLogger(ServerBackend.class);
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration PROBE = Duration.ofSeconds(2);
  private static final long BETWEEN_PROBES_MILLIS = 500;

  private final Map<String, ServerMachine> machines;

  /** What keys begin with: a task that a kill made forgotten may have had the number of another. */
  private final String store;

  private final LaunchListener listener;
  private final Map<LaunchId, ServerRun> active = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledThreadPoolExecutor timer = BackendTimer.start("servers");
  private final AtomicBoolean adopted = new AtomicBoolean();
  private volatile boolean closed;
  private final HttpClient client =
      HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .executor(Runnable::run) // what has come waits for no other thread
          .build();

  /**
   * The servers of a live system.
   *
   * @param owner whose requests they are
   */
  public ServerBackend(ServerSettings settings, Owner owner, LaunchListener listener) {
    this.machines =
        settings.machines().entrySet().stream()
            .map(entry -> new ServerMachine(entry.getKey(), entry.getValue()))
            .collect(Collectors.toUnmodifiableMap(ServerMachine::name, machine -> machine));
    this.store = "%s.%s".formatted(owner.store(), owner.tenure());
    this.listener = listener;
  }

  /** {@inheritDoc} All are lost: their connections were those of the earlier process. */
  @Override
  public void adopt(List<Launch> launches) {
    if (adopted.getAndSet(true)) {
      throw new IllegalStateException("adopt was called before; call it once, before launches");
    }
    for (Launch launch : launches) {
      listener.beganAtOnce(launch.id());
      String why = "the service was started again, and the connection to its server is gone";
      listener.ended(new LaunchEnd(launch.id(), Kind.LOST, -1, 0, why));
    }
    machines.values().forEach(machine -> threads.execute(() -> watch(machine)));
  }

  @Override
  public void launch(Launch launch) {
    if (!adopted.get()) {
      throw new IllegalStateException("call adopt before the first launch");
    }
    ServerMachine machine = machines.get(launch.machine());
    if (machine == null) {
      throw new IllegalArgumentException(
          "launch %s is for machine '%s', which the system does not have"
              .formatted(launch.id(), launch.machine()));
    }
    ServerRun run = new ServerRun(launch, machine);
    if (active.putIfAbsent(launch.id(), run) != null) {
      throw new IllegalArgumentException(
          "launch %s is not over; give it another attempt number".formatted(launch.id()));
    }
    if (machine.enter(run)) {
      listener.beganAtOnce(launch.id());
      send(run);
    }
  }

  private void send(ServerRun run) {
    Optional<Future<?>> limit =
        run.launch()
            .limits()
            .time()
            .map(most -> after(most, () -> stop(run, LaunchLimits.exceeded(most))));
    threads.execute(() -> {
      LaunchId id = run.id();
      LaunchEnd end = run.perform(client, store + "-" + id.task() + "-" + id.attempt());
      limit.ifPresent(timer -> timer.cancel(false)); // or it would keep the run so long
      if (!closed) {
        over(run, end);
      }
      run.tellIfBrokenOff();
      if (!closed && run.machine().isAway()) {
        probe(run.machine());
      }
    });
  }

  /** A request is over, and the next one of its machine is sent. */
  private void over(ServerRun run, LaunchEnd end) {
    if (end.kind() == Kind.NEVER_BEGAN || end.kind() == Kind.LOST) {
      see(run.machine(), Optional.of(end.detail()));
    }
    Optional<ServerRun> next = run.machine().leave(run);
    try {
      listener.ended(end);
    } catch (RuntimeException e) {
      LOG.error("the end of launch {} could not be told", end.id(), e);
    }
    active.remove(run.id(), run);
    next.ifPresent(each -> {
      listener.began(each.id(), Duration.ZERO);
      send(each);
    });
  }

  @Override
  public boolean takeBack(LaunchId launch) {
    ServerRun run = active.get(launch);
    return run == null || (run.machine().takeBack(run) && active.remove(launch, run));
  }

  private Future<?> after(Duration time, Runnable action) {
    return timer.schedule(action, time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * {@inheritDoc} A server that gives up what nobody waits for has its connection closed, others
   * when they have answered or their grace is over.
   */
  @Override
  public void stop(LaunchId launch) {
    Optional.ofNullable(active.get(launch)).ifPresent(run -> stop(run, ""));
  }

  private void stop(ServerRun run, String why) {
    if (!run.stop(why)) {
      return;
    }
    if (run.machine().takeBack(run)) {
      over(run, run.unsent(Kind.STOPPED, "stopped before it was sent"));
    } else if (run.machine().server().stopsOnClose()) {
      run.cut();
    } else {
      Future<?> unused = after(run.machine().server().grace(), run::cut);
    }
  }

  @Override
  public Traits traits(String machine) {
    Optional<Duration> grace =
        Optional.ofNullable(machines.get(machine))
            .map(ServerMachine::server)
            .filter(server -> !server.stopsOnClose())
            .map(ServerSettings.Server::grace);
    return new Traits(true, false, grace, grace.isPresent());
  }

  @Override
  public Optional<LaunchEnd> ended(LaunchId launch) {
    return Optional.ofNullable(active.get(launch)).flatMap(ServerRun::known);
  }

  /**
   * A machine is away, or there. That is told in the order in which it is so, whichever threads see
   * it.
   */
  private void see(ServerMachine machine, Optional<String> fault) {
    synchronized (machine) {
      if (machine.setAway(fault.isPresent())) {
        fault.ifPresentOrElse(
            why -> listener.away(machine.name(), why), () -> listener.back(machine.name(), ""));
      }
    }
  }

  /** Asks a server how it is. One that is busy is not: many a one answers one request at a time. */
  private void watch(ServerMachine machine) {
    try {
      while (!closed) {
        boolean isAsked = machine.isAway() || machine.server().health().isPresent();
        if (isAsked && machine.idleAfter() >= 0) {
          probe(machine);
        }
        Thread.sleep(BETWEEN_PROBES_MILLIS);
      }
    } catch (InterruptedException e) {
      LOG.debug("{} is watched no more", machine.name());
    }
  }

  private void probe(ServerMachine machine) {
    long before = machine.idleAfter();
    Optional<String> fault = fault(machine.server());
    boolean stayedIdle = before >= 0 && before == machine.idleAfter();
    if (fault.isEmpty() || stayedIdle) {
      see(machine, fault);
    }
  }

  private Optional<String> fault(ServerSettings.Server server) {
    try {
      if (server.health().isEmpty()) {
        int port = server.url().getPort();
        int usual = server.url().getScheme().equals("https") ? 443 : 80;
        try (Socket socket = new Socket()) {
          socket.connect(
              new InetSocketAddress(server.url().getHost(), port < 0 ? usual : port),
              (int) PROBE.toMillis());
        }
        return Optional.empty();
      }
      URI health = URI.create(server.url() + server.health().get());
      int status =
          client
              .send(
                  HttpRequest.newBuilder(health)
                      .version(ServerRun.version(health))
                      .timeout(PROBE)
                      .build(),
                  BodyHandlers.discarding())
              .statusCode();
      return status / 100 == 2
          ? Optional.empty()
          : Optional.of("%s answered with status %s".formatted(health, status));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("the service is stopping");
    } catch (Exception e) {
      return Optional.of("%s: %s".formatted(server.url(), ServerRun.words(e)));
    }
  }

  /** {@inheritDoc} What was sent is cut off, and lost. */
  @Override
  public void close() {
    closed = true;
    timer.shutdownNow();
    client.shutdownNow();
    threads.shutdownNow();
  }
}
