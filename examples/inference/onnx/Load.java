import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients of servers or of a service in front of them.
 *
 * <pre>
 * java Load.java measure SECONDS samples.csv KIND... -- MACHINE=URL...
 * java Load.java load RATE SECONDS SEED KIND... -- URL...
 * </pre>
 *
 * The first has each server answer one request after another, all servers at the same time, and writes
 * how long each took. The second sends requests at random times (Poisson), whatever becomes of earlier
 * ones; of several servers each goes to one with the fewest requests under way. It tells the share that
 * was answered with status 200 in time, counted from when a request was due. A KIND is
 * NAME:WEIGHT:DEADLINE_MS:PATH.
 */
class Load {
  private static final byte[] BODY = "{\"inputs\": []}".getBytes(StandardCharsets.UTF_8);
  private static final int WARMING = 1000;

  record Kind(String name, double weight, long deadlineMillis, String path) {
    static Kind of(String text) {
      String[] parts = text.split(":", 4);
      return new Kind(
          parts[0], Double.parseDouble(parts[1]), Long.parseLong(parts[2]), parts[3]);
    }
  }

  /** A server, and how many requests to it are under way. */
  record Target(String url, AtomicInteger present) {}

  static final class Sent {
    private final Kind kind;
    private final long due;
    private volatile long end;
    private volatile int status = -1;

    Sent(Kind kind, long due) {
      this.kind = kind;
      this.due = due;
    }

    double millis() {
      return (end - due) / 1e6;
    }

    boolean isOnTime() {
      return status == 200 && millis() <= kind.deadlineMillis();
    }
  }

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client = HttpClient.newBuilder().executor(threads).build();

  public static void main(String[] args) throws Exception {
    List<String> all = List.of(args);
    int rest = all.indexOf("--");
    List<String> targets = all.subList(rest + 1, all.size());
    boolean measures = args[0].equals("measure");
    List<Kind> kinds =
        all.subList(measures ? 3 : 4, rest).stream().map(Kind::of).toList();
    Load load = new Load();
    try (load.threads) {
      if (measures) {
        load.measure(Double.parseDouble(args[1]), args[2], kinds, targets);
      } else {
        load.load(
            Double.parseDouble(args[1]),
            Double.parseDouble(args[2]),
            new Random(Long.parseLong(args[3])),
            kinds,
            targets.stream().map(url -> new Target(url, new AtomicInteger())).toList());
      }
    }
    System.exit(0);
  }

  private int send(String url, Kind kind) throws Exception {
    HttpResponse<byte[]> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(url + kind.path()))
                .header("Content-Type", "application/json")
                .header("Deadline", kind.deadlineMillis() + " ms")
                .timeout(Duration.ofMinutes(2))
                .POST(BodyPublishers.ofByteArray(BODY))
                .build(),
            BodyHandlers.ofByteArray());
    return answer.statusCode();
  }

  private void measure(double seconds, String file, List<Kind> kinds, List<String> machines)
      throws Exception {
    try (PrintWriter out = new PrintWriter(file, StandardCharsets.UTF_8)) {
      out.println("task_type,machine_type,execution_time_s");
      List<Future<?>> all = new ArrayList<>();
      for (String machine : machines) {
        String[] parts = machine.split("=", 2);
        all.add(
            threads.submit(() -> {
              long begin = System.nanoTime();
              for (int i = 0; System.nanoTime() - begin < seconds * 1e9; i++) {
                Kind kind = kinds.get(i % kinds.size());
                long sent = System.nanoTime();
                send(parts[1], kind);
                double took = (System.nanoTime() - sent) / 1e9;
                if (System.nanoTime() - begin > seconds * 1e8) { // the first tenth warms both
                  out.printf(Locale.ROOT, "%s,%s,%.6f%n", kind.name(), parts[0], took);
                }
              }
              return null;
            }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
  }

  private void load(
      double rate, double seconds, Random random, List<Kind> kinds, List<Target> targets)
      throws Exception {
    double weights = kinds.stream().mapToDouble(Kind::weight).sum();
    warm(targets);
    List<Sent> sent = new ArrayList<>();
    List<Future<?>> under = new ArrayList<>();
    long begin = System.nanoTime();
    double at = 0;
    while (true) {
      at += -Math.log(1 - random.nextDouble()) / rate;
      if (at > seconds) {
        break;
      }
      double pick = random.nextDouble() * weights;
      int k = 0;
      while (k < kinds.size() - 1 && pick >= kinds.get(k).weight()) {
        pick -= kinds.get(k++).weight();
      }
      Sent one = new Sent(kinds.get(k), begin + (long) (at * 1e9));
      sent.add(one);
      long left = one.due - System.nanoTime();
      if (left > 0) {
        LockSupport.parkNanos(left);
      }
      under.add(threads.submit(() -> send(one, targets)));
    }
    for (Future<?> each : under) {
      each.get();
    }
    tell("all", sent);
    for (Kind kind : kinds.size() > 1 ? kinds : List.<Kind>of()) {
      tell(kind.name(), sent.stream().filter(each -> each.kind == kind).toList());
    }
    StringBuilder parts = new StringBuilder("on time by 5 s:");
    for (double from = 0; from < seconds; from += 5) {
      double first = from;
      List<Sent> part =
          sent.stream()
              .filter(each -> (each.due - begin) / 1e9 >= first)
              .filter(each -> (each.due - begin) / 1e9 < first + 5)
              .toList();
      parts.append(String.format(Locale.ROOT, " %.1f", share(part)));
    }
    System.out.println(parts);
  }

  /** This client is slow at first too. */
  private void warm(List<Target> targets) throws Exception {
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(
          threads.submit(() -> {
            for (int j = 0; j < WARMING / 8; j++) {
              client.send(
                  HttpRequest.newBuilder(URI.create(targets.getFirst().url() + "/healthz")).build(),
                  BodyHandlers.ofByteArray());
            }
            return null;
          }));
    }
    for (Future<?> each : all) {
      each.get();
    }
  }

  private void send(Sent one, List<Target> targets) {
    Target target =
        targets.stream().min((a, b) -> a.present().get() - b.present().get()).orElseThrow();
    target.present().incrementAndGet();
    try {
      one.status = send(target.url(), one.kind);
    } catch (Exception e) {
      one.status = -1; // no answer, which is told among the statuses
    } finally {
      target.present().decrementAndGet();
      one.end = System.nanoTime();
    }
  }

  private static double share(List<Sent> sent) {
    return 100.0 * sent.stream().filter(Sent::isOnTime).count() / Math.max(1, sent.size());
  }

  private static void tell(String name, List<Sent> sent) {
    double[] took =
        sent.stream().filter(each -> each.status == 200).mapToDouble(Sent::millis).sorted().toArray();
    Map<Integer, Integer> statuses = new TreeMap<>();
    sent.forEach(each -> statuses.merge(each.status, 1, Integer::sum));
    System.out.printf(
        Locale.ROOT,
        "%-10s %6d sent, %5.1f %% on time; answered in ms: median %.1f, 99 %% %.1f; by status %s%n",
        name,
        sent.size(),
        share(sent),
        took.length == 0 ? Double.NaN : took[took.length / 2],
        took.length == 0 ? Double.NaN : took[(int) (took.length * 0.99)],
        statuses);
  }
}
