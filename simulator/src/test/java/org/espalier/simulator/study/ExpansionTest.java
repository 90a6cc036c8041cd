package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExpansionTest {
  private static final Path REFERENCE = Repository.file("docs/study-reference.yaml");

  @TempDir Path directory;

  private final Problems problems = new Problems();

  private Experiment load(PolicyRegistry registry, String... assignments) {
    return Experiment.load(REFERENCE, Arrays.asList(assignments), registry, problems)
        .orElseThrow(() -> new AssertionError(problems.listed()));
  }

  @Test
  void theLastAxisVariesFastest() {
    Experiment experiment =
        load(PolicyRegistry.builtIn(), "policy=PAM,MM", "pattern=steady,spiky", "toggle=1,2");

    assertThat(experiment.scenarios().stream().map(Scenario::label))
        .containsExactly(
            "PAM, steady, 1",
            "PAM, steady, 2",
            "PAM, spiky, 1",
            "PAM, spiky, 2",
            "MM, steady, 1",
            "MM, steady, 2",
            "MM, spiky, 1",
            "MM, spiky, 2");
    assertThat(experiment.scenarios().get(1).settings().pruning().toggle().on()).isEqualTo(2);
    assertThat(experiment.totalTrials()).isEqualTo(8 * 30);
  }

  @Test
  void thePolicyAxisMayBeSetToWhatTheStudyDescribes() {
    Experiment experiment = load(PolicyRegistry.builtIn(), "policy=PAM 0.75,MSD,PAM");

    assertThat(experiment.scenarios().stream().map(Scenario::label))
        .containsExactly("PAM 0.75", "MSD", "PAM");
    assertThat(experiment.scenarios())
        .extracting(scenario -> scenario.settings().pruning().deferring().threshold())
        .containsExactly(0.75, 0.9, 0.9);
  }

  @Test
  void aPolicyOfTheStudyMayHaveCommasInItsName() throws IOException {
    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: study
        system: "%s"
        axes: {policy: [MM, {policy: MM, name: "MM, two, queued", queue_capacity: 2}]}
        """
            .formatted(Repository.file("inputs/spec/system.yaml")));

    Experiment experiment =
        Experiment.load(
                study,
                List.of("policy=MSD, MM,two, queued,MM", "baseline=MM, two, queued"),
                PolicyRegistry.builtIn(),
                problems)
            .orElseThrow(() -> new AssertionError(problems.listed()));

    assertThat(experiment.scenarios().stream().map(Scenario::policy))
        .containsExactly("MSD", "MM, two, queued", "MM");
    assertThat(experiment.study().comparison().baseline()).contains("MM, two, queued");
  }

  @Test
  void aMisspeltPolicyOfTheStudyIsSuggested() {
    assertThat(
            Experiment.load(
                REFERENCE, List.of("policy=PAM 0.7"), PolicyRegistry.builtIn(), problems))
        .isEmpty();

    assertThat(problems.listed().getFirst().remedy()).startsWith("did you mean PAM 0.75?");
  }

  @Test
  void scenariosOfOneWorkloadAreAGroup() {
    List<List<Scenario>> groups =
        load(PolicyRegistry.builtIn(), "policy=PAM,MM", "tasks=300,400", "toggle=1,2").groups();

    assertThat(groups).hasSize(2).allSatisfy(group -> assertThat(group).hasSize(4));
  }

  @Test
  void aBaselineHasTheSameOtherValues() {
    Experiment experiment = load(PolicyRegistry.builtIn(), "policy=PAM,MM", "tasks=300,400");

    assertThat(experiment.baselineOf(experiment.scenarios().get(1)).map(Scenario::label))
        .contains("MM, 400");
    assertThat(experiment.baselineOf(experiment.scenarios().get(3))).isEmpty();
  }

  /** A policy that needs the power of machines. */
  private record Frugal(String name) implements PolicyProvider {
    @Override
    public String summary() {
      return "for machines of known power";
    }

    @Override
    public String source() {
      return "none";
    }

    @Override
    public boolean needsPower() {
      return true;
    }

    @Override
    public AllocationPolicy create(PolicySettings settings, PruningParts pruning) {
      throw new UnsupportedOperationException("not for this system");
    }
  }

  @Test
  void aPolicyWhoseNeedsAreNotMetIsRefused() {
    List<PolicyProvider> policies = new ArrayList<>(PolicyRegistry.builtIn().providers());
    policies.add(new Frugal("Frugal"));
    PolicyRegistry registry = PolicyRegistry.of(policies);

    assertThat(Experiment.load(REFERENCE, List.of("policy=Frugal"), registry, problems)).isEmpty();
    assertThat(problems.listed().getFirst().message())
        .isEqualTo("policy Frugal needs power of machines, which system spec does not have");
  }

  /** Those of users do, if they do not say otherwise; it is told once for all its scenarios. */
  @Test
  void aPolicyThatNeedsFallingWorthIsRefusedWhereThatOfATaskRises() throws IOException {
    List<PolicyProvider> policies = new ArrayList<>(PolicyRegistry.builtIn().providers());
    policies.add(PolicyProvider.ofHeuristic("Mine", "mine", "none", _ -> _ -> {}));
    PolicyRegistry registry = PolicyRegistry.of(policies);
    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: study
        system: "%s"
        trials: 2
        leave_out_first: 0
        leave_out_last: 0
        workload: {files: "tasks-{trial}.csv"}
        axes:
          policy: [JIT, Mine]
          fill: [early, just-in-time]
        """
            .formatted(Repository.file("inputs/spec/system.yaml")));
    String header = "task_type,arrival_s,deadline_s,utility\n";
    Files.writeString(directory.resolve("tasks-1.csv"), header + "spec-01,0,,0:8 5:2\n");
    Files.writeString(directory.resolve("tasks-2.csv"), header + "spec-01,0,,0:8 5:2 6:3\n");

    assertThat(Experiment.load(study, List.of(), registry, problems)).isEmpty();
    assertThat(problems.listed()).hasSize(1);
    assertThat(problems.listed().getFirst().toString())
        .contains("study.yaml:8")
        .contains("policy Mine needs worth that never rises with time, and tasks of tasks-2.csv")
        .contains("have its provider say that it does not need that");
    assertThat(Experiment.load(study, List.of("policy=JIT"), registry, new Problems())).isPresent();
  }
}
