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
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.espalier.cli.CommandJvm;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.SlurmCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A live service whose machines are in jobs of a real Slurm, of which one thing after another
 * fails.
 */
@Tag("slurm")
final class SlurmMachinesTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

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

  @TempDir private Path directory;
  private Process service;
  private String address;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    cluster = SlurmCluster.start(place, 2, "ReturnToService=0");
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
        cluster.start(
            CommandJvm.command(List.of("serve", directory.resolve("live.yaml"))),
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
    await(Duration.ofMinutes(3), condition);
  }

  private static void await(Duration atMost, Callable<Boolean> condition) {
    Awaitility.await().atMost(atMost).ignoreExceptions().until(condition);
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
    Process check =
        cluster.start(
            CommandJvm.command(List.of("serve", directory.resolve("live.yaml"), "--check")));
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

  /** A sample has it on one of four days; {@code HostileSlurmTest} does worse each day. */
  @Test
  @Sampled(0.25)
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
    cluster.signal("KILL", SlurmCluster.CONTROLLER);
    awaitCompleted(some);
    assertThat(attempts(some)).as("tasks do not need Slurm").isEqualTo(1);
    cluster.revive(SlurmCluster.CONTROLLER);

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
    Files.writeString(login, LOGIN.formatted(cluster.configuration(), event));
    Files.writeString(
        live,
        Files.readString(live).replace("slurm: {", "slurm: {via: [sh, %s], ".formatted(login)));
    serve();
    await(Duration.ofMinutes(2), this::areAllThere);
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
