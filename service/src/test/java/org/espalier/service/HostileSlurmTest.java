package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.espalier.service.agent.AgentProcess;
import org.espalier.service.agent.CutWire;
import org.espalier.service.agent.TestKeys;
import org.espalier.service.store.PostgresServer;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.testsupport.SlurmCluster;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The hostile world of machines in jobs of a real Slurm: service, agents, keepers and the daemons
 * of Slurm are killed and stand still at random under load, the wire between agents and service is
 * cut, and jobs are cancelled, requeued and lose their nodes. Nothing is lost, nothing runs twice,
 * no process outlives its job, the journal replays, and what is recorded is what happened. How many
 * harms there are, of which seed, and by how many milliseconds records may differ can be said as
 * for {@link HostileWorldTest}; {@code -Despalier.nodes=8} says on how many nodes.
 */
@Tag("slurm")
class HostileSlurmTest {
  private static final int FEW = 6;
  private static final int HARMS =
      Integer.getInteger("espalier.kills", TestSample.isFull() ? 40 : FEW);
  private static final int NODES =
      Integer.getInteger("espalier.nodes", TestSample.isFull() ? 8 : 2);
  private static final long SEED = Long.getLong("espalier.seed", TestSample.seed());
  private static final Duration TOLERANCE = Duration.ofMillis(Long.getLong("espalier.within", 400));
  private static final int KINDS = 15;

  /** No machine stays without an agent for longer, once all is mended. */
  private static final Duration BACK = Duration.ofMinutes(2);

  /** The agent of a job, which dials the wire; it is called as {@code espalier agent} is. */
  private static final String AGENT =
      """
      #!/bin/sh
      exec %s %s "$5" "$9" "$7" job
      """;

  /** Says so where an earlier run of its task goes on. */
  private static final String AGAIN =
      """
      look() {
        read -r stat <"/proc/$1/stat" && set -- ${stat##*) } && state=$1 began=${20}
      }
      while read -r earlier start; do
        look "$earlier" && [ "$began" = "$start" ] && [ "$state" != Z ] && echo "$1 $earlier" >>"$2.twice"
      done 2>/dev/null <"$2.$1"
      look $$
      echo "$$ $began" >>"$2.$1"
      echo "$1" >>"$2"
      exec sleep "$3"
      """;

  @TempDir private Path directory;
  private final HostileLoad load = HostileLoad.ofLostMachines();
  private final Random random = new Random(SEED);
  private final List<String> harms = new ArrayList<>();
  private SlurmCluster cluster;
  private CutWire wire;
  private ServiceProcess service;

  @AfterEach
  void end() throws Exception {
    load.close();
    if (service != null) {
      service.kill();
    }
    if (wire != null) {
      wire.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  /** Of the two stores one a day where only a sample is wanted. */
  private static void assumeDrawn(int store) {
    assumeTrue(
        TestSample.isFull() || HARMS > FEW || Math.floorMod(SEED, 2) == store,
        "not in the sample of " + TestSample.day() + "; ./verify --full runs all");
  }

  @Test
  void inSqliteWhatIsRecordedIsWhatHappened() throws Exception {
    assumeDrawn(0);
    run("", "ProctrackType=proctrack/linuxproc");
  }

  @Test
  void inPostgresWhatIsRecordedIsWhatHappened() throws Exception {
    assumeDrawn(1);
    PostgresServer postgres = new PostgresServer(directory.resolve("postgres"));
    try {
      run("store: " + postgres.url() + "\n", "ProctrackType=proctrack/linuxproc");
    } finally {
      postgres.stop();
    }
  }

  @Test
  @Tag("slow")
  void inCgroupsWhatIsRecordedIsWhatHappened() throws Exception {
    assumeTrue(
        Files.isWritable(Path.of("/sys/fs/cgroup/freezer")), "there are no cgroups of version 1");
    run("", "ProctrackType=proctrack/cgroup");
  }

  private void run(String store, String tracking) throws Exception {
    Path slurm = Files.createDirectory(directory.resolve("slurm"));
    cluster = SlurmCluster.start(slurm, NODES, "ReturnToService=0", tracking);
    int port = freePort();
    wire = new CutWire(port);
    SmallSystem system = write(port, store);
    try (Client client = new Client("http://127.0.0.1:9");
        JobProcesses processes =
            new JobProcesses(Path.of(cluster.configuration()), directory.resolve("tmp"));
        load) {
      serve(client);
      awaitAll(client);
      load.start(client);
      harm(client);
      awaitAll(client);
      load.finish(client, system);
      service.close();
      try (Store kept = Stores.open(system.settings().store())) {
        load.check(system, kept, TOLERANCE, all()).assertMuch(HARMS);
      }
      cluster.run("scancel", "--me");
      Thread.sleep(8_000);
      List<String> outlived = processes.faults();
      System.out.println(processes);
      assertThat(outlived).as(all()).isEmpty();
    }
    assertThat(Path.of(system.ran() + ".twice")).as(all()).doesNotExist();
  }

  private String all() {
    return "seed %s, %s: %s".formatted(SEED, harms.size(), harms);
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private SmallSystem write(int port, String more) throws IOException {
    Files.createDirectory(directory.resolve("tmp"));
    TestKeys.write(directory.resolve("gate.key"));
    Path agent = directory.resolve("agent.sh");
    String java =
        ServiceJvm.get().command(AgentProcess.class.getName()).stream()
            .collect(Collectors.joining("' '", "'", "'"));
    Files.writeString(agent, AGENT.formatted(java, wire.port()));
    Path again = Files.writeString(directory.resolve("again.sh"), AGAIN);
    SmallSystem system =
        SmallSystem.in(
            directory,
            100_000,
            "gate: {listen: \"127.0.0.1:%s\", key: gate.key}".formatted(port),
            "slurm: {program: [sh, %s], box: {machines_per_job: 2, time: 2 h}}".formatted(agent),
            more);
    Path live = directory.resolve("live.yaml");
    Files.writeString(
        live,
        Files.readString(live)
            .replace("policy: PAM", "policy: PAM\nbackend: agents")
            .replaceFirst("again:\n( *command: \\[sh), -c, '[^']*', sh", "again:\n$1, " + again));
    Path machines = directory.resolve("system.yaml");
    Files.writeString(
        machines, Files.readString(machines).replace("count: 4", "count: " + 2 * NODES));
    return system;
  }

  private void serve(Client client) throws IOException, InterruptedException {
    service =
        ServiceProcess.start(
            directory,
            "export SLURM_CONF='%s' TMPDIR='%s' JAVA_TOOL_OPTIONS=-Despalier.slurm.look=2000;"
                .formatted(cluster.configuration(), directory.resolve("tmp")));
    client.moveTo(service.address());
  }

  /**
   * Slurm drains a node by itself, as for a "Duplicate jobid" after slurmctld was killed. A job
   * that was requeued while it was still ending waits for two minutes, unless it is told to begin.
   */
  private void resumeNodes() throws IOException, InterruptedException {
    cluster.run(
        "sh",
        "-c",
        """
        scontrol update nodename=ALL state=resume 2>/dev/null
        squeue -h -t PENDING -o '%A %r' | while read -r job reason; do
          [ "$reason" != BeginTime ] || scontrol update jobid="$job" starttime=now
        done 2>/dev/null || :
        """);
  }

  private void awaitAll(Client client) throws Exception {
    try {
      Awaitility.await()
          .atMost(BACK)
          .pollInterval(Duration.ofSeconds(1))
          .ignoreExceptions()
          .until(() -> {
            resumeNodes();
            return client
                .json("/v1/machines")
                .get("machines")
                .valueStream()
                .allMatch(m -> m.get("available").asBoolean());
          });
    } catch (ConditionTimeoutException e) {
      String queue = cluster.run("squeue", "-t", "all", "-o", "%A %j %T %r %N");
      String nodes = cluster.run("sinfo", "-N", "-o", "%N %T %E");
      String machines = client.get("/v1/machines").body();
      throw new AssertionError("%s; %s%n%s%n%s".formatted(all(), machines, queue, nodes), e);
    }
  }

  /** Each kind of harm once before any comes again. */
  private void harm(Client client) throws Exception {
    List<Integer> kinds = new ArrayList<>(IntStream.range(0, KINDS).boxed().toList());
    for (int i = 0; i < HARMS; i++) {
      if (i % KINDS == 0) {
        Collections.shuffle(kinds, random);
      }
      Thread.sleep(random.nextInt(500, TestSample.isFull() ? 8_000 : 3_000));
      resumeNodes();
      harms.add(harm(kinds.get(i % KINDS), client) + " until " + Instant.now());
    }
  }

  /** Something bad happens; what it was. Where there is nothing to hit, nothing happens. */
  private String harm(int kind, Client client) throws Exception {
    int machine = random.nextInt(2 * NODES);
    String node = "m" + random.nextInt(1, NODES + 1);
    return switch (kind) {
      case 0 -> {
        service.kill();
        int millis = rest();
        serve(client);
        yield "kill -9 of the service, for " + millis;
      }
      case 1 -> "stop of the service " + stop(Long.toString(service.pid()));
      case 2 -> {
        cluster.run("sh", "-c", "kill -KILL %s || :".formatted(agent(machine)));
        yield "kill -9 of the agent of box-" + machine;
      }
      case 3 -> {
        String both = "kill -KILL $(ps -o ppid= -p %1$s) %1$s || :".formatted(agent(machine));
        cluster.run("sh", "-c", both);
        yield "kill -9 of agent and script of box-" + machine;
      }
      case 4 -> "stop of the agent of box-%s %s".formatted(machine, stop(agent(machine)));
      case 5 -> "kill -9 of " + hitKeeper("KILL");
      case 6 -> {
        Instant from = Instant.now();
        Keeper keeper = hitKeeper("STOP");
        int millis = rest();
        cluster.run("sh", "-c", "kill -CONT %s 2>/dev/null || :".formatted(keeper.process()));
        load.stoodStill(new Notes.Standstill(keeper.machine(), from, Instant.now()));
        yield "stop of %s, for %s".formatted(keeper, millis);
      }
      case 7 -> killDaemon(SlurmCluster.CONTROLLER);
      case 8 -> killDaemon(node);
      case 9 -> stopDaemon(SlurmCluster.CONTROLLER);
      case 10 -> stopDaemon(node);
      case 11 -> {
        wire.cut();
        int millis = rest();
        wire.mend();
        yield "cut of the connections, for " + millis;
      }
      case 12 -> {
        String job = job(node);
        cluster.run("sh", "-c", "scancel %s 2>&1 || :".formatted(job));
        yield "scancel of job " + job;
      }
      case 13 -> requeue(job(node));
      default -> {
        String state = random.nextBoolean() ? "down" : "drain";
        cluster.run("scontrol", "update", "nodename=" + node, "state=" + state, "reason=test");
        yield "%s of %s, for %s".formatted(state, node, rest());
      }
    };
  }

  /** Some seconds, at most a minute, short times more often than long ones; how many ms. */
  private int rest() throws InterruptedException {
    int millis = (int) (1000 * Math.pow(TestSample.isFull() ? 60 : 5, random.nextDouble()));
    Thread.sleep(millis);
    return millis;
  }

  private String stop(String process) throws IOException, InterruptedException {
    cluster.run("sh", "-c", "kill -STOP %s || :".formatted(process));
    int millis = rest();
    cluster.run("sh", "-c", "kill -CONT %s || :".formatted(process));
    return "for " + millis;
  }

  private String killDaemon(String daemon) throws IOException, InterruptedException {
    cluster.signal("KILL", daemon);
    int millis = rest();
    cluster.revive(daemon);
    return "kill -9 of the daemon %s, for %s".formatted(daemon, millis);
  }

  private String stopDaemon(String daemon) throws IOException, InterruptedException {
    cluster.signal("STOP", daemon);
    int millis = rest();
    cluster.signal("CONT", daemon);
    return "stop of the daemon %s, for %s".formatted(daemon, millis);
  }

  /**
   * An operator lets a job be requeued, which it asks not to be, and requeues it. It begins again
   * after a while, for which Slurm would take two minutes.
   */
  private String requeue(String job) throws IOException, InterruptedException {
    String update = "scontrol update jobid=" + job;
    String said =
        cluster.run(
            "sh",
            "-c",
            "%s requeue=1 2>&1 && scontrol requeue %s 2>&1 || :".formatted(update, job));
    int millis = rest();
    cluster.run("sh", "-c", update + " starttime=now 2>&1 || :");
    return "requeue of job %s, for %s%s".formatted(job, millis, said);
  }

  /** The job of a node; one that is none where it has none. */
  private String job(String node) throws IOException, InterruptedException {
    String jobs = cluster.run("sh", "-c", "squeue -h -t R -o %A -w " + node + " || :");
    return jobs.lines().findFirst().orElse("999999999");
  }

  /** The process of the agent of a machine; one that is none where it has none. */
  private String agent(int machine) throws IOException, InterruptedException {
    String wanted = "AgentProcess .*%s.* (box-.*,)?box-%s(,| |$)".formatted(directory, machine);
    String found = cluster.run("sh", "-c", "pgrep -f '%s' || :".formatted(wanted));
    return found.lines().findFirst().orElse("999999999");
  }

  /** A process that keeps commands of a machine; its files lie in a folder of that name. */
  private record Keeper(String process, String machine) {
    static Keeper of(String found) {
      return new Keeper(found.split(" ")[0], found.replaceFirst(".*/runs/([^/]*)/[^/]*$", "$1"));
    }
  }

  /** One of the launchers and the keepers that they have started. */
  private Keeper hitKeeper(String signal) throws IOException, InterruptedException {
    String like = "^/bin/sh %s/tmp/.*/launcher.sh".formatted(directory);
    String found = cluster.run("sh", "-c", "pgrep -af '%s' || :".formatted(like));
    List<String> all = found.lines().toList();
    Keeper keeper = Keeper.of(all.isEmpty() ? "999999999" : all.get(random.nextInt(all.size())));
    cluster.run("sh", "-c", "kill -%s %s 2>/dev/null || :".formatted(signal, keeper.process()));
    return keeper;
  }
}
