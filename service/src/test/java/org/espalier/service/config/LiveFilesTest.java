package org.espalier.service.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.scheduling.Policies;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.InvalidInputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that is wrong with a live.yaml is told at once, each with its place and a remedy. */
class LiveFilesTest {
  private static final String GOOD =
      "system: system.yaml\ntask_types: {a: {command: [\"true\"]}, b: {command: [\"true\"]}}\n";

  @TempDir private Path directory;

  @BeforeEach
  void writeSystem() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        "name: two\ntick: 1 ms\nmachines: [{type: m, count: 2}]\n"
            + "pet: {samples: times.csv, step: 100 ms}\n");
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\na,m,0.2\na,m,0.4\nb,m,0.3\nb,m,0.6\n");
  }

  private LiveSettings read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("live.yaml"), text);
    return LiveFiles.read(file, new OnePolicy()).value();
  }

  private void assertProblems(String text, String... expected) {
    InvalidInputException refused =
        catchThrowableOfType(InvalidInputException.class, () -> read(text));
    List<String> told =
        refused.problems().stream()
            .map(problem -> problem.toString().replace(directory + "/", ""))
            .toList();
    assertThat(told).containsExactlyInAnyOrder(expected);
  }

  @Test
  void theLeastFileTakesAllDefaults() throws IOException {
    LiveSettings settings = read(GOOD);

    assertThat(settings.http().host()).isEqualTo("127.0.0.1");
    assertThat(settings.store()).isEqualTo(directory.resolve("data/espalier.db").toString());
    assertThat(settings.retention()).isEmpty();
    assertThat(settings.backend().machines()).containsOnlyKeys("m-0", "m-1");
  }

  @Test
  void unknownKeysAndWordsAreToldWithTheNearest() {
    assertProblems(
        GOOD + "retension: 3 d\npast_deadlines: droop\nhttp: {prot: 80}\n", "unset");
  }

  @Test
  void commandsAreHeldToTheTaskTypesOfTheSystem() {
    assertProblems(
        """
        system: system.yaml
        task_types:
          a: {command: "true"}
          c: {command: ["true"]}
        """,
        "unset");
  }

  @Test
  void parametersAreHeldToWhatTheyAre() {
    assertProblems(
        """
        system: system.yaml
        task_types:
          a:
            command: [echo, "{x}", "{z}"]
            parameters:
              x: {integer: [1]}
              y: {colour: red}
          b: {command: ["true"], output: keeep}
        """,
        "unset");
  }

  @Test
  void limitsAreToldAtTheirKeys() {
    assertProblems(
        GOOD
            + """
            machines:
              m-0: {cpus: 3-, nice: 20, memory: 1 MiB}
              n: {cpus: 0}
            """,
        "unset");
  }

  @Test
  void anAddressForOthersNeedsTokensAndTls() {
    assertProblems(
        GOOD
            + """
            http:
              host: 0.0.0.0
              tokens: [{name: ann, role: admin, sha256: abc}, {name: bob, role: read, sha256: abc}]
            """,
        "unset");
  }

  @Test
  void filesAndDirectoriesMustBeThere() {
    assertProblems(
        GOOD + "working_directory: nowhere\nhttp: {tls: {certificate: c.pem, key: k.pem}}\n",
        "unset");
  }

  @Test
  void aBrokenSystemHidesNoOtherProblem() {
    assertProblems(
        "system: none.yaml\npolicy: PAM\nbatch_queue: 0\nhtp: {}\nhttp: {port: 99999}\n", "unset");
  }

  private record OnePolicy() implements PolicyReader, Policies {
    @Override
    public Optional<Choice> read(DocumentNode document, HcSystem system) {
      return Optional.of(new Choice(this, "MM", PolicySettings.JOURNAL.rules()));
    }

    @Override
    public List<String> names() {
      return List.of("MM");
    }

    @Override
    public AllocationPolicy create(String name) {
      return PolicyRegistry.builtIn().find(name).orElseThrow().create(PolicySettings.JOURNAL);
    }

    @Override
    public String settings() {
      return "{}";
    }
  }
}
