package org.espalier.service.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocket;
import org.espalier.service.ServiceJvm;
import org.espalier.service.backend.KernelClock;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Many agents in one process, whose machines only take the milliseconds that the second word of a
 * command says.
 */
public final class TimedAgents implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TimedAgents.class);
  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  private final Process process;

  private TimedAgents(Process process) {
    this.process = process;
  }

  /**
   * Starts a process of them.
   *
   * @param first of the agents; agent i is machines i * each to (i + 1) * each - 1
   */
  public static TimedAgents start(int port, Path key, int first, int agents, int each, Path log)
      throws IOException {
    List<String> command =
        ServiceJvm.get()
            .command(
                TimedAgents.class.getName(),
                Integer.toString(port),
                key.toString(),
                Integer.toString(first),
                Integer.toString(agents),
                Integer.toString(each));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("_JAVA_OPTIONS", "-XX:TieredStopAtLevel=4"); // as installed
    return new TimedAgents(builder.redirectOutput(log.toFile()).start());
  }

  /** The processor time that it has taken, in seconds. */
  public double cpuSeconds() {
    return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Is them until it is killed. */
  public static void main(String[] args) throws Exception {
    int first = Integer.parseInt(args[2]);
    int each = Integer.parseInt(args[4]);
    SocketFactory sockets = KeyFiles.context(List.of(Path.of(args[1]))).getSocketFactory();
    for (int i = first; i < first + Integer.parseInt(args[3]); i++) {
      begin(
          Integer.parseInt(args[0]),
          sockets,
          "timed-" + i,
          IntStream.range(i * each, (i + 1) * each).mapToObj(m -> "box-" + m).toList());
    }
    new CountDownLatch(1).await();
  }

  /** Begins one agent in this process; it ends with its connection. */
  public static void begin(int port, Path key, String name, List<String> machines)
      throws IOException {
    begin(port, KeyFiles.context(List.of(key)).getSocketFactory(), name, machines);
  }

  private static void begin(int port, SocketFactory sockets, String name, List<String> machines)
      throws IOException {
    Link link = Link.open((SSLSocket) sockets.createSocket("127.0.0.1", port), 10_000);
    link.stay();
    Thread.ofVirtual().start(() -> new One(link, new HashMap<>()).serve(name, machines));
  }

  /** One of them. */
  private record One(Link link, Map<String, Deque<Launch>> queues) {
    void serve(String name, List<String> machines) {
      link.send(
          new Frame.Hello(
              Frame.PROTOCOL, name, name, 1, machines, Optional.empty(), Optional.empty()));
      try (link) {
        while (true) {
          hear(link.read());
        }
      } catch (IOException e) {
        LOG.debug("the gate is gone: {}", e.toString());
      }
    }

    private synchronized void hear(Frame frame) {
      switch (frame) {
        case Frame.Ping ping -> link.send(new Frame.Pong(ping.number(), now()));
        case Frame.Welcome _ -> link.send(new Frame.Ready("none"));
        case Frame.Start start -> {
          Deque<Launch> queue = queue(start.launch());
          queue.add(start.launch());
          if (queue.size() == 1) {
            begin(start.launch());
          }
        }
        case Frame.TakeBack back -> giveUp(back.id(), false);
        case Frame.Stop stop -> giveUp(stop.id(), true);
        default -> {}
      }
    }

    private static long now() {
      return KernelClock.nanosSinceBoot();
    }

    private Deque<Launch> queue(Launch launch) {
      return queues.computeIfAbsent(launch.execution().machine(), _ -> new ArrayDeque<>());
    }

    private void begin(Launch launch) {
      link.send(new Frame.Began(launch.id(), false, now()));
      long milliseconds = Long.parseLong(launch.command().get(1));
      Future<?> unused =
          TIMER.schedule(
              () -> end(launch, LaunchEnd.Kind.EXITED, milliseconds),
              milliseconds,
              TimeUnit.MILLISECONDS);
    }

    private synchronized void end(Launch launch, LaunchEnd.Kind kind, long milliseconds) {
      Deque<Launch> queue = queue(launch);
      boolean ran = launch.equals(queue.peek());
      if (queue.remove(launch)) {
        int status = kind == LaunchEnd.Kind.EXITED ? 0 : -1;
        link.send(
            new Frame.Ended(new LaunchEnd(launch.id(), kind, status, milliseconds, ""), now()));
        if (ran && !queue.isEmpty()) {
          begin(queue.element());
        }
      }
    }

    private void giveUp(LaunchId id, boolean evenIfItRuns) {
      for (Deque<Launch> queue : List.copyOf(queues.values())) {
        for (Launch launch : List.copyOf(queue)) {
          boolean runs = launch.equals(queue.peek());
          if (launch.id().equals(id) && (evenIfItRuns || !runs)) {
            end(launch, runs ? LaunchEnd.Kind.STOPPED : LaunchEnd.Kind.NEVER_BEGAN, 0);
          }
        }
      }
    }
  }
}
