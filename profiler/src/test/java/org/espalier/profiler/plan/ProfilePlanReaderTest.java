package org.espalier.profiler.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.espalier.profiler.host.EnergySource;
import org.espalier.testsupport.Repository;
import org.espalier.workload.cpufreq.Hertz;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilePlanReaderTest {
  @TempDir private Path directory;

  private final Problems problems = new Problems();

  private ProfilePlan read(Path file) {
    ProfilePlan plan = ProfilePlanReader.read(file, OptionalLong.empty(), problems).orElse(null);
    assertThat(problems.listed()).isEmpty();
    assertThat(plan).isNotNull();
    return plan;
  }

  private ProfilePlan read(String text) throws IOException {
    return read(file(text));
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("plan.yaml"), text);
  }

  private List<String> problems(String text) throws IOException {
    assertThat(ProfilePlanReader.read(file(text), OptionalLong.empty(), problems)).isEmpty();
    return problems.listed().stream().map(Problem::toString).toList();
  }

  @Test
  void combinationsOfParametersAreTaskTypes() throws IOException {
    ProfilePlan plan =
        read(
            """
            name: p
            applications:
              - name: xz
                command: [xz, "-{level}", "{file}", "{print}"]
                parameters: {level: [1, 9], file: [a, b]}
              - {name: wait, command: "sleep 1 | cat"}
            """);
    assertThat(plan.applications())
        .extracting(Application::taskType)
        .containsExactly("xz-1-a", "xz-1-b", "xz-9-a", "xz-9-b", "wait");
    assertThat(plan.applications().get(1).command()).containsExactly("xz", "-1", "b", "{print}");
    assertThat(plan.applications().getLast().command())
        .containsExactly("sh", "-c", "sleep 1 | cat");
  }

  @Test
  void eachMemberOfASetIsMeasuredInTurnWithTheOthersBeside() throws IOException {
    ProfilePlan plan =
        read(
            """
            name: p
            applications: [{name: c, command: [a]}, {name: s, command: [a]}]
            colocation:
              - [c, s]
              - [c, c, s, s]
              - {measured: [s], beside: [c, c]}
              - {pairs: all}
            """);
    assertThat(plan.colocations())
        .extracting(each -> each.measured() + " beside " + String.join(" ", each.beside()))
        .containsExactly(
            "c beside s",
            "s beside c",
            "c beside c s s",
            "s beside c c s",
            "s beside c c",
            "c beside c",
            "s beside s");
    assertThat(plan.colocations().get(2).members()).containsExactly("c", "c", "s", "s");
  }

  @Test
  void machinesHaveCoresFrequenciesAndMeters() throws IOException {
    ProfilePlan plan =
        read(
            """
            name: p
            measure: [energy, cache-simulation]
            applications: [{name: c, command: [a]}]
            machines:
              - {name: far, ssh: me@far, ssh_command: ssh -p 22, cores: 3, niceness: 10}
              - {name: near, cores: all, p_states: [2 GHz, 3.4 GHz], power_command: my meter}
              - {name: usual, p_states: all, energy: none, subtract_idle: 3 s}
            """);
    PlannedMachine far = plan.machines().getFirst();
    assertThat(far.ssh().orElseThrow().command()).containsExactly("ssh", "-p", "22");
    assertThat(far.cores()).isEqualTo(new PlannedMachine.Cores(List.of(3), List.of(), true));
    PlannedMachine near = plan.machines().get(1);
    assertThat(near.pStates()).contains(List.of(3_400_000_000L, 2_000_000_000L));
    assertThat(near.energyDemanded()).isTrue();
    assertThat(plan.machines().get(2).instruments().energy()).isEqualTo(EnergySource.NONE);
    assertThat(plan.machines().get(2).instruments().idle()).contains(Duration.ofSeconds(3));
    assertThat(plan.measures().demanded())
        .isEqualTo(Set.of(Measurement.TIME, Measurement.ENERGY, Measurement.CACHE_SIMULATION));
  }

  @Test
  void allProblemsAreToldAtOnce() throws IOException {
    assertThat(
            problems(
                """
                name: a/b
                runs: {least: 9, most: 3, precision: much}
                colour: green
                measure: [warmth]
                applications:
                  - {name: a+b, command: [a]}
                  - {name: c, command: ["{szie}"], parameters: {size: [1]}}
                  - {name: d, command: [a]}
                  - {name: d, command: [a]}
                  - {name: e}
                machines:
                  - {name: m, cores: all, p_states: [fast], energy: sun}
                  - {name: m, cores: [1, 1], corunner_cores: [1]}
                colocation:
                  - [x, d]
                  - [d]
                prediction: {reference: nobody}
                """))
        .anyMatch(text -> text.contains("plan.yaml:1: name: does not fit"))
        .anyMatch(text -> text.contains("runs.most: is less than the least"))
        .anyMatch(text ->
            text.contains("runs.precision: does not fit (value much); expected a share above 0"))
        .anyMatch(text -> text.contains("colour: unknown key"))
        .anyMatch(text -> text.contains("measure[0]: unknown word (value warmth)"))
        .anyMatch(text -> text.contains("applications[0].name") && text.contains("+"))
        .anyMatch(text -> text.contains("applications[1]") && text.contains("{size}"))
        .anyMatch(text -> text.contains("task type is there twice, first at line 8"))
        .anyMatch(text -> text.contains("applications[4].command: missing"))
        .anyMatch(text -> text.contains("p_states[0]: does not fit (value fast)"))
        .anyMatch(text -> text.contains("machines[0].energy: unknown word"))
        .anyMatch(text -> text.contains("the machine is there twice"))
        .anyMatch(text -> text.contains("machines[1].cores[1]: is there twice"))
        .anyMatch(text -> text.contains("has cores of the measured application"))
        .anyMatch(text -> text.contains("machines[0].cores: leaves no cores for co-runners"))
        .anyMatch(text -> text.contains("colocation[0][0]: unknown application (value x)"))
        .anyMatch(text -> text.contains("colocation[1]: has fewer than two members"))
        .anyMatch(text -> text.contains("prediction.reference: unknown application"));
  }

  @Test
  void theReferenceAndStockPlansAreRead() throws IOException {
    for (String name :
        List.of(
            "docs/profile-reference.yaml",
            "studies/profile/stock.yaml",
            "studies/profile/parsec.yaml")) {
      Path file = Repository.root().resolve(name);
      ProfilePlan plan = read(file);
      assertThat(plan.applications()).isNotEmpty();
      assertThat(plan.about().text()).isEqualTo(Files.readString(file));
    }
  }

  @Test
  void defaultsOfTheReferenceAreThoseOfAPlanWithoutThem() throws IOException {
    ProfilePlan reference = read(Repository.root().resolve("docs/profile-reference.yaml"));
    ProfilePlan bare = read("{name: p, applications: [{name: a, command: [a]}]}");
    assertThat(bare.repeats()).isEqualTo(reference.repeats());
    assertThat(bare.seed()).isEqualTo(reference.seed());
    assertThat(bare.applications().getFirst().around().limit()).contains(Duration.ofMinutes(10));
    assertThat(bare.machines().getFirst().instruments())
        .isEqualTo(reference.machines().getFirst().instruments());
  }

  @Test
  void frequenciesAreReadAndWrittenExactly() {
    assertThat(Hertz.parse("3.4 GHz")).contains(3_400_000_000L);
    assertThat(Hertz.parse("800MHz")).contains(800_000_000L);
    assertThat(Hertz.parse("0 GHz")).isEmpty();
    assertThat(Hertz.parse("1.5 Hz")).isEmpty();
    assertThat(Hertz.text(3_400_000_000L)).isEqualTo("3.4 GHz");
    assertThat(Hertz.text(2_000_000_000L)).isEqualTo("2.0 GHz");
    assertThat(Hertz.parse(Hertz.text(1_600_001_000L))).contains(1_600_001_000L);
  }

  @Test
  void cutsBetweenClassesRise() throws IOException {
    String plan = "name: p\napplications: [{name: c, command: [a]}]\nintensity_cuts: ";
    assertThat(read(plan + "[1e-5, 0.001]").intensityCuts()).contains(List.of(1e-5, 1e-3));
    for (String wrong : List.of("[]", "[1e-3, 1e-5]", "[0.1, 0.2, 0.3]")) {
      assertThat(problems(plan + wrong).getLast())
          .contains("intensity_cuts")
          .contains("are no cuts between classes");
    }
  }
}
