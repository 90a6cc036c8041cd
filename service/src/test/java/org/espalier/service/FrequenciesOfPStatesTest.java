package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.service.cpufreq.FakeCpufreq;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** P-states by cpufreq on a pretended kernel, in a service with real commands. */
class FrequenciesOfPStatesTest {
  private static final String KERNEL = "espalier.kernel";

  @TempDir private Path directory;
  private FakeCpufreq kernel = new FakeCpufreq(Path.of("/"));

  @BeforeEach
  void pretend() throws IOException {
    kernel = new FakeCpufreq(directory.resolve("kernel")).with(0);
    System.setProperty(KERNEL, kernel.root().toString());
    write("system.yaml", system("1.2 GHz"));
    write(
        "times.pet.csv",
        """
        # tick 1 ms, step 10
        task_type,machine_type,p_state,time_s,mass
        cool,m,0,0.2,1
        cool,m,1,0.3,1
        hot,m,0,0.2,1
        hot,m,1,90,1
        """);
    write(
        "live.yaml",
        """
        system: system.yaml
        data: data
        policy: Max-UPE
        settings: {energy_budget: 1 GJ, energy_period: 24 h}
        task_types:
          cool: {command: &meter [sh, -c, 'a=$(cat "$1"); [ "$2" != 0 ] || until [ -e "$4" ]; do sleep 0.05; done; sleep "$2"; echo "$ESPALIER_TASK $ESPALIER_P_STATE $a $(cat "$1")" >>"$3"', sh, %s, "{time}", %s, %s], parameters: &time {time: {number: [0, 100]}}}
          hot: {command: *meter, parameters: *time}
        machines: {m: {cpus: "0"}}
        http: {port: 0}
        """
            .formatted(kernel.of(0).resolve("scaling_min_freq"), meter(), go()));
  }

  @AfterEach
  void forget() {
    System.clearProperty(KERNEL);
  }

  private static String system(String slow) {
    return """
    name: one
    tick: 1 ms
    machine_types:
      - {name: m, idle_power: 0 W, p_states: [{name: 3.4 GHz, power: 100 W}, {name: %s, power: 30 W}]}
    machines: [{type: m, count: 1}]
    pet: times.pet.csv
    """
        .formatted(slow);
  }

  /** While this is not there, tasks of no time go on. */
  private Path go() {
    return directory.resolve("go");
  }

  private Path meter() {
    return directory.resolve("meter");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private static int submit(Client client, String type, String time) throws IOException {
    String task =
        "{\"type\":\"%s\",\"parameters\":{\"time\":\"%s\"},\"deadline\":\"in 600 s\"}"
            .formatted(type, time);
    return Client.json(client.post("/v1/tasks", task)).get("id").asInt();
  }

  /** What the pretended meter counts is the power of the frequency at which a task really ran. */
  @Test
  void energyAsAccountedIsWhatTheMeterSays() throws Exception {
    checkEnergy("3400000", "1200000");
    await().until(() -> kernel.isRestored(0));
  }

  /**
   * The service sets nothing itself: a script is handed the name of the P-state, and caps power.
   */
  @Test
  void energyIsWhatTheMeterSaysWhereCommandsSetTheirPStates() throws Exception {
    Path cap = Files.writeString(directory.resolve("cap"), "250");
    write(
        "set-cap",
        """
        case "$1" in full) echo 100 ;; saving) echo 30 ;; *) exit 1 ;; esac >%1$s
        before=$(cat %1$s); sleep "$2"
        echo "$ESPALIER_TASK $ESPALIER_P_STATE $before $(cat %1$s)" >>%2$s
        echo 250 >%1$s
        """
            .formatted(cap, meter()));
    write("system.yaml", system("saving").replace("3.4 GHz", "full"));
    Path live = directory.resolve("live.yaml");
    write(
        "live.yaml",
        Files.readString(live)
            .replaceAll(
                "&meter \\[.*?\\], parameters",
                "&meter [sh, %s, \"{p_state}\", \"{time}\"], parameters"
                    .formatted(directory.resolve("set-cap"))));
    checkEnergy("100", "30");
    assertThat(kernel.isRestored(0)).isTrue();
    assertThat(cap).hasContent("250");
  }

  /**
   * Checks the energy of tasks of which some run fast and some slowly.
   *
   * @param fast what the pretended machine shows while it takes 100 W
   * @param slow the same for 30 W
   */
  private void checkEnergy(String fast, String slow) throws Exception {
    Map<String, Double> watts = Map.of(fast, 100.0, slow, 30.0);
    try (LiveServer server = LiveServer.start(SmallSystem.settings(directory));
        Client client = new Client(server.address())) {
      for (String type : List.of("cool", "hot", "cool", "hot", "hot")) {
        submit(client, type, "0.2");
      }
      await().until(() -> client.json("/v1/tasks?state=completed").get("tasks").size() == 5);

      Map<Integer, Double> found = new HashMap<>();
      for (String line : Files.readAllLines(meter())) {
        String[] words = line.split(" ");
        assertThat(words[2]).as("from begin to end").isEqualTo(words[3]);
        assertThat(words[2]).isEqualTo(words[1].equals("0") ? fast : slow);
        found.put(Integer.valueOf(words[0]), watts.get(words[2]));
      }
      assertThat(found.values()).contains(30.0, 100.0);
      double metered = 0;
      for (JsonNode task : client.json("/v1/tasks?state=completed").get("tasks")) {
        Instant from = Instant.parse(task.get("started").asString());
        Instant to = Instant.parse(task.get("ended").asString());
        metered += found.get(task.get("id").asInt()) * Duration.between(from, to).toMillis() / 1e3;
      }
      assertThat(client.json("/v1/overview").get("energy_budget").get("spent").asDouble())
          .isCloseTo(metered, within(1.0));
    }
  }

  @Test
  void isRestoredWhenATaskIsKilledAndWhenTheServiceStops() throws Exception {
    try (LiveServer server = LiveServer.start(SmallSystem.settings(directory));
        Client client = new Client(server.address())) {
      int id = submit(client, "hot", "0");
      await().until(() -> !kernel.isRestored(0));
      client.delete("/v1/tasks/" + id);
      await().until(() -> kernel.isRestored(0));

      submit(client, "hot", "0");
      await().until(() -> !kernel.isRestored(0));
    }
    goOn(1);
  }

  /** The task goes on in its P-state, until its launcher or another service puts all back. */
  @Test
  void isRestoredThoughTheServiceIsKilled() throws Exception {
    String told = "export JAVA_TOOL_OPTIONS=-D%s=%s; ".formatted(KERNEL, kernel.root());
    int kills = TestSample.isFull() ? 20 : 2;
    for (int i = 0; i < kills; i++) {
      try (ServiceProcess service = ServiceProcess.start(directory, told);
          Client client = new Client(service.address())) {
        awaitBeginning(submit(client, "hot", "0"));
        assertThat(kernel.isRestored(0)).isFalse();
        service.kill();
      }
      if (i % 2 == 0) {
        goOn(i + 1);
      } else {
        try (ServiceProcess _ = ServiceProcess.start(directory, told)) {
          await().until(() -> !kernel.isRestored(0));
          goOn(i + 1);
        }
      }
    }
    assertThat(Files.readAllLines(meter())).allMatch(line -> line.endsWith("3400000 3400000"));
  }

  /** Nothing is set as long as the task runs, and what follows it has its own P-state. */
  @Test
  void aTaskThatRunsOnKeepsItsPStateThoughServicesComeAndGo() throws Exception {
    try (LiveServer server = LiveServer.start(SmallSystem.settings(directory));
        Client client = new Client(server.address())) {
      awaitBeginning(submit(client, "hot", "0"));
    }
    FileTime set = Files.getLastModifiedTime(limit());
    Set<ProcessHandle> first = ProcessHandle.current().children().collect(Collectors.toSet());
    LiveServer.start(SmallSystem.settings(directory)).close();
    await().until(() -> ProcessHandle.current().children().allMatch(first::contains));
    assertThat(Files.getLastModifiedTime(limit())).isEqualTo(set);

    try (LiveServer server = LiveServer.start(SmallSystem.settings(directory));
        Client client = new Client(server.address())) {
      submit(client, "hot", "0");
      assertThat(Files.getLastModifiedTime(limit())).isEqualTo(set);
      goOn(2);
    }
    assertThat(Files.readAllLines(meter())).allMatch(line -> line.endsWith("3400000 3400000"));
  }

  private void awaitBeginning(int task) {
    Path claim = directory.resolve("data/local/runs/m-0/%d-1/claim".formatted(task));
    await().until(() -> Files.exists(claim) && Files.readString(claim).endsWith("\n.\n"));
  }

  /** What is written when a frequency beyond it is set, and when all is put back. */
  private Path limit() {
    return kernel.of(0).resolve("scaling_max_freq");
  }

  private void goOn(int ended) throws IOException {
    Files.createFile(go());
    await().until(() -> kernel.isRestored(0));
    await().until(() -> Files.readAllLines(meter()).size() == ended);
    Files.delete(go());
  }

  @Test
  void aFrequencyThatThereIsNotIsRefusedWithItsLine() throws Exception {
    write("system.yaml", system("1.3 GHz"));
    assertThatThrownBy(() -> SmallSystem.settings(directory))
        .hasMessageContaining(
            "live.yaml:8: machines: the CPUs of machine m-0 have no frequency 1.3 GHz")
        .hasMessageContaining("name P-states by some of 3.4 GHz, 1.2 GHz");
    write("system.yaml", system("slow"));
    assertThatThrownBy(() -> SmallSystem.settings(directory))
        .hasMessageContaining("does not bring about the P-states of m")
        .hasMessageContaining("name P-states by frequencies that cpufreq sets, as 3.4 GHz");
  }

  /** Each would run at the frequency of the one that has the CPU for itself. */
  @Test
  void machinesOnAllCpusBesideOneWithFrequenciesAreRefusedAllAtOnce() throws Exception {
    write("system.yaml", system("1.2 GHz").replace("count: 1", "count: 3"));
    Path live = directory.resolve("live.yaml");
    String text = Files.readString(live);
    Files.writeString(live, text.replace("{m: {cpus", "{m-0: {cpus"));
    String others = " runs on all CPUs, also on those of machines whose P-states are frequencies";
    String own = "are frequencies, and it has no CPUs of its own";
    assertThatThrownBy(() -> SmallSystem.settings(directory))
        .hasMessageContaining("live.yaml:8: machines: the P-states of machine m-1 " + own)
        .hasMessageContaining("live.yaml:8: machines: the P-states of machine m-2 " + own);

    String type = "  - {name: other, idle_power: 0 W, p_states: [{power: 9 W}]}\nmachines: [";
    String both = "machines: [{type: other, count: 2}, ";
    write(
        "system.yaml",
        system("1.2 GHz").replace("machines: [", type).replace("\nmachines: [", "\n" + both));
    Files.writeString(
        directory.resolve("times.pet.csv"),
        "cool,other,0,0.2,1\nhot,other,0,0.2,1\n",
        StandardOpenOption.APPEND);
    assertThatThrownBy(() -> SmallSystem.settings(directory))
        .hasMessageContaining("live.yaml:8: machines: machine other-0" + others)
        .hasMessageContaining("live.yaml:8: machines: machine other-1" + others)
        .hasMessageContaining("give it cpus of its own");
    Files.writeString(live, text.replace("{m: {", "{other: {cpus: \"1\"}, m: {"));
    assertThat(SmallSystem.settings(directory).scheduler()).isNotNull();
  }
}
