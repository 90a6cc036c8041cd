package org.espalier.cli.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.espalier.cli.CommandRun;
import org.espalier.cli.SlurmCluster;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A live service whose machines are in jobs of a real Slurm, of which one thing after another
 * fails.
 */
@Tag("slurm")
final class SlurmMachinesTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static final int NODES =
      Integer.getInteger("espalier.nodes", TestSample.isFull() ? 8 : 2);

  /** How often something bad happens in the test of that, and of which seed. */
  private static final int HARMS =
      Integer.getInteger("espalier.kills", TestSample.isFull() ? 40 : 6);

  private static final long SEED = Long.getLong("espalier.seed", TestSample.seed());

  /** Says so where an earlier run of its task goes on, and ends when there is the file "go". */
  private static final String RUN =
      """
      look() {
        read -r stat <"/proc/$1/stat" && set -- $stat && state=$3 began=${22}
      }
      runs=$1/runs-$ESPALIER_TASK
      while read -r earlier start; do
        look "$earlier" && [ "$began" = "$start" ] && [ "$state" != Z ] && echo "$runs $earlier" >>"$1/twice"
      done 2>/dev/null <"$runs"
      look $$
      echo "$$ $began" >>"$runs"
      until [ -e "$1/go" ]; do sleep 0.2; done
      """;

  /**
   * Plays ssh to a login node, on which something happens to slurmctld while sbatch is called
   * first.
   */
  private static final String LOGIN =
      """
      export SLURM_CONF=%s
      cd "${0%%/*}" # where Slurm writes what its jobs say
      controller() { kill "-$1" "$(sed -n s/SlurmctldPidFile=//p "$SLURM_CONF" | xargs cat)"; }
      case $* in
        *--parsable*) mkdir "$0.once" 2>/dev/null || exec sh -c "$*" ;;
        *) exec sh -c "$*" ;;
      esac
      %s
      """;

  @TempDir private static Path place;
  private static SlurmCluster cluster;
  private static String conf;

  @TempDir private Path directory;
  private Process service;
  private String address;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    cluster = SlurmCluster.start(place, NODES, "ReturnToService=0");
    conf = cluster.run("printenv", "SLURM_CONF");
  }

  @AfterAll
  static void end() throws IOException {
    if (cluster != null) {
      cluster.close();
    }
  }

  private Path write(String partition) throws IOException {
    if (Files.notExists(directory.resolve("gate.key"))) {
      assertThat(CommandRun.of("agent", "--make-key", directory.resolve("gate.key")).status())
          .isZero();
    }
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: small
        tick: 1 ms
        machines: [{type: box, count: 4}]
        pet: {samples: times.csv, step: 10 ms}
        """);
    Files.writeString(
        directory.resolve("times.csv"), "task_type,machine_type,execution_time_s\nnap,box,5\n");
    Files.writeString(directory.resolve("run.sh"), RUN);
    return Files.writeString(
        directory.resolve("live.yaml"),
        """
        system: system.yaml
        policy: MM
        data: data
        backend: agents
        gate: {listen: "127.0.0.1:%s", key: gate.key}
        slurm: {box: {machines_per_job: 2, time: 20 min, options: [--partition=%s]}}
        machines: {box: {grace: 300 ms}}
        task_types:
          nap:
            command: [sh, %s, %s]
            retry: {count: 5, on: lost}
        http: {port: 0}
        """
            .formatted(port(), partition, directory.resolve("run.sh"), directory));
  }

  /** The same in a test, so that agents find the next service. */
  private int port() {
    return 20_000 + Math.floorMod(directory.hashCode(), 10_000);
  }

  private void serve() throws IOException {
    service =
        cluster.espalier(
            List.of("serve", directory.resolve("live.yaml")),
            "SBATCH_PARTITION",
            "none",
            "JAVA_TOOL_OPTIONS",
            "-Despalier.slurm.look=2000");
    BufferedReader lines = service.inputReader(UTF_8);
    String line = lines.readLine();
    while (line != null && !line.startsWith("Dashboard:")) {
      line = lines.readLine();
    }
    assertThat(line).isNotNull();
    address = line.replaceFirst("Dashboard: *", "").replaceFirst("/$", "");
    Thread.ofVirtual().start(() -> lines.lines().forEach(_ -> {}));
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address + path)).build();
    return JsonMapper.shared()
        .readTree(CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofMinutes(3)).ignoreExceptions().until(condition);
  }

  private boolean areAllThere() throws IOException, InterruptedException {
    return get("/v1/machines")
        .get("machines")
        .valueStream()
        .allMatch(m -> m.get("available").asBoolean());
  }

  private String state(int task) throws IOException, InterruptedException {
    return get("/v1/tasks/" + task).get("state").asString();
  }

  /** A task that runs on each of the four machines, until all may end. */
  private List<Integer> submit() throws IOException, InterruptedException {
    Files.deleteIfExists(directory.resolve("go"));
    List<Integer> some = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      some.add(submitOne());
    }
    await(() -> running(some) == 4);
    return some;
  }

  private int submitOne() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/v1/tasks"))
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"type\": \"nap\", \"deadline\": \"in 2 h\"}"))
            .build();
    String answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
    return JsonMapper.shared().readTree(answer).get("id").asInt();
  }

  /** How many of them have run all the time since they were submitted. */
  private int running(List<Integer> some) throws IOException, InterruptedException {
    int running = 0;
    for (int task : some) {
      JsonNode now = get("/v1/tasks/" + task);
      boolean isFirst = now.get("attempts").asInt() == 1;
      running += isFirst && now.get("state").asString().equals("running") ? 1 : 0;
    }
    return running;
  }

  private void awaitCompleted(List<Integer> some) throws IOException, InterruptedException {
    Files.writeString(directory.resolve("go"), "");
    for (int task : some) {
      await(() -> !List.of("queued", "assigned", "running").contains(state(task)));
      assertThat(state(task))
          .as("task %s: %s", task, get("/v1/tasks/" + task))
          .isEqualTo("completed");
    }
    await(this::areAllThere);
  }

  private int attempts(List<Integer> some) throws IOException, InterruptedException {
    int most = 0;
    for (int task : some) {
      most = Math.max(most, get("/v1/tasks/" + task).get("attempts").asInt());
    }
    return most;
  }

  private static List<String> job() throws IOException, InterruptedException {
    return cluster.run("squeue", "-h", "-t", "R", "-o", "%A %N").lines().sorted().toList();
  }

  /** Kills the agent of a machine, and its script if that is wanted. */
  private void kill(String machine, boolean script) throws IOException, InterruptedException {
    String wanted = "[a]gent --gate .*%s/gate.key --machines.*%s".formatted(directory, machine);
    String agent = cluster.run("pgrep", "-f", wanted).lines().findFirst().orElseThrow();
    if (script) {
      cluster.run("sh", "-c", "kill -KILL $(ps -o ppid= -p %1$s) %1$s".formatted(agent));
    } else {
      cluster.run("kill", "-KILL", agent);
    }
  }

  @Test
  @Sampled(0.5)
  void whatSlurmRefusesIsToldInItsWords() throws Exception {
    write("nowhere");
    Process check = cluster.espalier(List.of("serve", directory.resolve("live.yaml"), "--check"));
    String printed = new String(check.getInputStream().readAllBytes(), UTF_8);

    assertThat(check.waitFor()).isNotZero();
    assertThat(printed).contains("slurm.box: Slurm refuses such jobs", "nowhere");
    serve();
    await(() -> get("/v1/machines").toString().contains("Slurm refuses its job"));
    service.destroy();
  }

  @Test
  @Sampled(0.5)
  void machinesComeWhenTasksWaitAndGoWhenTheyAreIdle() throws Exception {
    Path live = write("main");
    Files.writeString(live, "scale: {box: {max: 2, idle: 3 s}}\n", StandardOpenOption.APPEND);
    serve();
    await(() -> get("/v1/machines").toString().contains("it is not needed now"));
    assertThat(cluster.run("squeue", "-h", "-o", "%j")).isEmpty();

    Files.writeString(directory.resolve("go"), "");
    int task = submitOne();
    await(() -> state(task).equals("completed"));

    assertThat(cluster.run("squeue", "-h", "-o", "%j").lines()).as("one group of two").hasSize(1);
    await(() -> cluster.run("squeue", "-h", "-o", "%j").isEmpty());
    end(service);
  }

  /** All hours of the day have as many tasks, so that it does not matter when this is run. */
  @Test
  @Sampled(0.5)
  void byForecastMachinesAreThereBeforeATaskComes() throws Exception {
    StringBuilder day = new StringBuilder("task_type,arrival_s,deadline_s\n");
    for (int minute = 0; minute < 24 * 60; minute++) {
      day.append("nap,%s,%s\n".formatted(60 * minute, 60 * minute + 60));
    }
    Files.writeString(directory.resolve("day.csv"), day);
    Files.writeString(
        write("main"),
        "scale: {box: {by: forecast, forecast: day.csv}}\n",
        StandardOpenOption.APPEND);
    serve();

    await(() -> get("/v1/machines").toString().contains("\"available\":true"));
    assertThat(cluster.run("squeue", "-h", "-o", "%j").lines()).as("one group of two").hasSize(1);
    assertThat(get("/v1/machines").toString()).contains("it is not needed now");
    end(service);
    cluster.run("scancel", "--me");
    await(() -> cluster.run("squeue", "-h", "-o", "%j").isEmpty());
  }

  @Test
  void nothingIsLostAndNothingRunsTwiceWhateverFails() throws Exception {
    write("main");
    serve();
    await(this::areAllThere);
    assertThat(get("/v1/machines").get("machines").get(0).get("computer").asString())
        .matches(".*, Slurm job \\d+, node m\\d.*");

    List<Integer> some = submit();
    kill("box-0", false);
    await(() -> !areAllThere());
    await(this::areAllThere);
    awaitCompleted(some);
    assertThat(attempts(some)).as("the next agent takes up what runs").isEqualTo(1);

    some = submit();
    service.destroyForcibly().waitFor();
    serve();
    await(this::areAllThere);
    awaitCompleted(some);
    assertThat(attempts(some)).as("so does the next service").isEqualTo(1);

    some = submit();
    String controller =
        cluster.run("sh", "-c", "cat $(sed -n s/SlurmctldPidFile=//p " + conf + ")");
    cluster.run("kill", "-KILL", controller);
    awaitCompleted(some);
    assertThat(attempts(some)).as("tasks do not need Slurm").isEqualTo(1);
    cluster.run("slurmctld", "-f", conf);

    some = submit();
    cluster.run("scancel", job().getFirst().split(" ")[0]);
    awaitLossOfTwo(some);

    some = submit();
    kill("box-2", true);
    awaitLossOfTwo(some);

    some = submit();
    String node = job().getLast().split(" ")[1];
    cluster.run("scontrol", "update", "nodename=" + node, "state=down", "reason=test");
    cluster.run("scontrol", "update", "nodename=" + node, "state=resume");
    awaitLossOfTwo(some);

    assertThat(directory.resolve("twice")).doesNotExist();
    assertThat(cluster.run("squeue", "-h", "-o", "%j").lines()).hasSize(2).doesNotHaveDuplicates();
    endAndAwaitNothingLeft();
  }

  @Test
  @Sampled(0.5)
  void nothingIsLostAndNothingRunsTwiceWhateverFailsAtRandom() throws Exception {
    write("main");
    Path system = directory.resolve("system.yaml");
    Files.writeString(system, Files.readString(system).replace("count: 4", "count: " + 2 * NODES));
    Files.writeString(
        directory.resolve("run.sh"), RUN + "sleep 1.5; echo $ESPALIER_TASK >>$1/ended\n");
    Files.writeString(directory.resolve("go"), "");
    serve();
    await(this::areAllThere);
    Random random = new Random(SEED);
    List<Integer> acknowledged = Collections.synchronizedList(new ArrayList<>());
    AtomicBoolean over = new AtomicBoolean();
    Thread load = Thread.ofVirtual().start(() -> submitUntil(over, acknowledged));
    List<String> harms = new ArrayList<>();
    for (int i = 0; i < HARMS; i++) {
      Thread.sleep(random.nextInt(500, 4000));
      harms.add(harm(random));
    }
    over.set(true);
    load.join();
    try {
      await(() -> {
        // Slurm drains a node by itself, as for a "Duplicate jobid" after slurmctld was killed.
        cluster.run("sh", "-c", "scontrol update nodename=ALL state=resume 2>/dev/null || :");
        return areAllThere();
      });
    } catch (ConditionTimeoutException e) {
      String queue = cluster.run("squeue", "-t", "all", "-o", "%A %j %T %r %N");
      String nodes = cluster.run("sinfo", "-N", "-o", "%N %T %E");
      throw new AssertionError(
          "seed %s, %s; %s%n%s%n%s".formatted(SEED, harms, get("/v1/machines"), queue, nodes), e);
    }
    for (int task : acknowledged) {
      await(() -> !List.of("queued", "assigned", "running").contains(state(task)));
    }

    String all = "seed %s, %s tasks, %s".formatted(SEED, acknowledged.size(), harms);
    System.out.println(all);
    Set<String> ended = Set.copyOf(Files.readAllLines(directory.resolve("ended")));
    for (int task : acknowledged) {
      assertThat(state(task)).as("task %s: %s", task, all).isEqualTo("completed");
      assertThat(ended).as(all).contains(Integer.toString(task));
    }
    assertThat(directory.resolve("twice")).as(all).doesNotExist();
    assertThat(cluster.run("squeue", "-h", "-o", "%j").lines()).as(all).doesNotHaveDuplicates();
    endAndAwaitNothingLeft();
  }

  /** Neither tasks nor launchers outlive their jobs. */
  private void endAndAwaitNothingLeft() throws IOException, InterruptedException {
    String ofStore = cluster.run("squeue", "-h", "-o", "%j").replaceFirst("(?s)-box.*", "");
    assertThat(processes(ofStore + "-box.*/[l]auncher.sh")).contains(ofStore);
    end(service);
    String left = "[s]h %s/run.sh|%s-box.*/[l]auncher.sh".formatted(directory, ofStore);
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(processes(left)).isEmpty());
  }

  private static String processes(String like) throws IOException, InterruptedException {
    return cluster.run("sh", "-c", "pgrep -af '%s' || :".formatted(like));
  }

  private void submitUntil(AtomicBoolean over, List<Integer> acknowledged) {
    while (!over.get()) {
      try {
        acknowledged.add(submitOne());
        Thread.sleep(300);
      } catch (IOException | JacksonException e) {
        LockSupport.parkNanos(100_000_000); // the service is killed
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Something bad happens; what it was. Where there is nothing to hit, nothing happens. */
  private String harm(Random random) throws IOException, InterruptedException {
    String machine = "box-" + random.nextInt(2 * NODES);
    List<String> jobs = job();
    String[] job = (jobs.isEmpty() ? "0 m1" : jobs.get(random.nextInt(jobs.size()))).split(" ", -1);
    switch (random.nextInt(9)) {
      case 0 -> {
        service.destroyForcibly().waitFor();
        serve();
        return "kill -9 of the service";
      }
      case 1 -> {
        return stop(Long.toString(service.pid()), random.nextInt(1, 6)) + " of the service";
      }
      case 2 -> {
        cluster.run("sh", "-c", "kill -KILL %s || :".formatted(agent(machine)));
        return "kill -9 of the agent of " + machine;
      }
      case 3 -> {
        String both = "kill -KILL $(ps -o ppid= -p %1$s) %1$s || :".formatted(agent(machine));
        cluster.run("sh", "-c", both);
        return "kill -9 of the agent and the script of " + machine;
      }
      case 4 -> {
        return stop(agent(machine), random.nextInt(1, 15)) + " of the agent of " + machine;
      }
      case 5 -> {
        String pid = cluster.run("sh", "-c", "cat $(sed -n s/SlurmctldPidFile=//p " + conf + ")");
        cluster.run("kill", "-KILL", pid);
        Thread.sleep(random.nextInt(3000));
        cluster.run("slurmctld", "-f", conf);
        return "kill -9 of slurmctld";
      }
      case 6 -> {
        cluster.run("sh", "-c", "scancel %s || :".formatted(job[0]));
        return "scancel " + job[0];
      }
      case 7 -> {
        cluster.run("sh", "-c", "scontrol requeue %s 2>/dev/null || :".formatted(job[0]));
        return "requeue " + job[0];
      }
      default -> {
        String state = random.nextBoolean() ? "down" : "drain";
        cluster.run("scontrol", "update", "nodename=" + job[1], "state=" + state, "reason=test");
        Thread.sleep(random.nextInt(3000));
        cluster.run("scontrol", "update", "nodename=" + job[1], "state=resume");
        return state + " " + job[1];
      }
    }
  }

  /** The process of the agent of a machine; one that is none where it has none. */
  private String agent(String machine) throws IOException, InterruptedException {
    String wanted = "[a]gent --gate .*%s/gate.key --machines.*%s".formatted(directory, machine);
    String found = cluster.run("sh", "-c", "pgrep -f '%s(,|$)' || :".formatted(wanted));
    return found.lines().findFirst().orElse("999999999");
  }

  private static String stop(String process, int seconds) throws IOException, InterruptedException {
    cluster.run("sh", "-c", "kill -STOP %s || :".formatted(process));
    Thread.sleep(1000L * seconds);
    cluster.run("sh", "-c", "kill -CONT %s || :".formatted(process));
    return "stop for %s s".formatted(seconds);
  }

  private void awaitLossOfTwo(List<Integer> some) throws IOException, InterruptedException {
    await(() -> running(some) == 2);
    awaitCompleted(some);
    assertThat(attempts(some)).as("what is lost runs again").isEqualTo(2);
  }

  private static void end(Process service) throws IOException, InterruptedException {
    service.destroy();
    service.waitFor();
    cluster.run("scancel", "--me");
    await(() -> cluster.run("squeue", "-h", "-o", "%j").isEmpty());
  }

  /** Its agent is refused until that of the first has been told to end, a minute before it does. */
  @Test
  @Tag("slow")
  void theNextJobIsThereWhenTheFirstEnds() throws Exception {
    Path live = write("main");
    Files.writeString(
        live,
        Files.readString(live)
            .replace("slurm: {", "slurm: {overlap: 90 s, ")
            .replace("machines_per_job: 2, time: 20 min", "machines_per_job: 1, time: 2 min")
            .replace("grace: 300 ms", "grace: 300 ms, cpus: 1"));
    Path system = directory.resolve("system.yaml");
    Files.writeString(system, Files.readString(system).replace("count: 4", "count: 1"));
    Files.writeString(directory.resolve("run.sh"), "echo $ESPALIER_CPUS >>$1/cpus\n" + RUN);
    serve();
    await(this::areAllThere);
    String first = computer();
    Files.deleteIfExists(directory.resolve("go"));
    int task = submitOne();
    await(() -> state(task).equals("running"));

    await(() -> job().size() == 2);
    assertThat(computer()).as("the first has it still").startsWith(first);
    await(() -> !computer().isEmpty() && !computer().startsWith(first));

    Files.writeString(directory.resolve("go"), "");
    await(() -> state(task).equals("completed"));
    assertThat(attempts(List.of(task))).as("it was lost with the first").isEqualTo(2);
    assertThat(directory.resolve("twice")).doesNotExist();
    assertThat(directory.resolve("cpus")).hasContent("1\n1");
    end(service);
  }

  /** Of the one machine, without the end of its job; empty while it is away. */
  private String computer() throws IOException, InterruptedException {
    JsonNode computer = get("/v1/machines").get("machines").get(0).path("computer");
    return computer.asString("").replaceFirst(", until.*", "");
  }

  /** The last seconds of what slurmctld has acknowledged are lost, of which it started some. */
  @Test
  @Tag("slow")
  void jobsThatSlurmForgetsAreAskedForAgain() throws Exception {
    comesToOneAgentForEachJob(
        """
        sh -c "$*"
        controller KILL
        until slurmctld -f "$SLURM_CONF"; do sleep 1; done
        """);
  }

  @Test
  @Tag("slow")
  void aJobThatWasRefusedAndYetRunsIsTheOnlyOne() throws Exception {
    comesToOneAgentForEachJob(
        """
        controller STOP
        sh -c "$*"
        status=$?
        controller CONT
        exit $status
        """);
  }

  private void comesToOneAgentForEachJob(String event) throws Exception {
    Path live = write("main");
    Path login = directory.resolve("login.sh");
    Files.writeString(login, LOGIN.formatted(conf, event));
    Files.writeString(
        live,
        Files.readString(live).replace("slurm: {", "slurm: {via: [sh, %s], ".formatted(login)));
    serve();
    await(this::areAllThere);
    assertThat(directory.resolve("login.sh.once")).exists();

    List<Integer> some = submit();
    awaitCompleted(some);

    assertThat(directory.resolve("twice")).doesNotExist();
    assertThat(job()).as("%s", cluster.run("squeue")).hasSize(2);
    assertThat(
            cluster.run("pgrep", "-f", "[a]gent --gate .*%s/gate.key".formatted(directory)).lines())
        .hasSize(2);
    end(service);
  }
}
