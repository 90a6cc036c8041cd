package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.core.registry.ParameterValues;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parameters that policies declare, as studies set them. */
final class ParameterStudyTest {
  private static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();

  @SuppressWarnings("unchecked")
  private static final PolicyParameter<Double> ALPHA =
      (PolicyParameter<Double>)
          REGISTRY.find("MOC").orElseThrow().provider().parameters().getFirst();

  @TempDir Path directory;

  private final Problems problems = new Problems();

  private Optional<Experiment> load(String comparison, String... assignments) throws IOException {
    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: study
        system: "%s"
        %s
        """
            .formatted(Repository.file("inputs/spec/system.yaml"), comparison));
    return Experiment.load(study, List.of(assignments), REGISTRY, problems);
  }

  private List<Scenario> scenarios(String comparison, String... assignments) throws IOException {
    return load(comparison, assignments)
        .orElseThrow(() -> new AssertionError(problems.listed()))
        .scenarios();
  }

  private static double alpha(Scenario scenario) {
    return scenario.settings().parameters().get(ALPHA);
  }

  @Test
  void aPolicySetsItsOwnByTheirNames() throws IOException {
    List<Scenario> scenarios =
        scenarios(
            """
            settings: {MOC.alpha: 0.1}
            axes: {policy: [MOC, {policy: MOC-P, name: other, alpha: 0.2}, MOCA]}
            """);

    assertThat(scenarios).extracting(ParameterStudyTest::alpha).containsExactly(0.1, 0.2, 0.3);
  }

  @Test
  void anAxisVariesThatOfOnePolicy() throws IOException {
    List<Scenario> scenarios = scenarios("axes: {policy: [MOC, MOCA], MOC.alpha: [0.2, 0.4]}");

    assertThat(scenarios)
        .extracting(Scenario::label)
        .containsExactly("MOC, 0.2", "MOC, 0.4", "MOCA, 0.2", "MOCA, 0.4");
    assertThat(scenarios).extracting(ParameterStudyTest::alpha).containsExactly(0.2, 0.4, 0.3, 0.3);
    assertThat(scenarios.getLast().settings().parameters()).isEqualTo(ParameterValues.DEFAULTS);
  }

  @Test
  void theUserSetsOneValueOrMakesAnAxis() throws IOException {
    assertThat(scenarios("axes: {policy: [MOC]}", "MOC.alpha=0.5"))
        .extracting(ParameterStudyTest::alpha)
        .containsExactly(0.5);
    assertThat(scenarios("axes: {policy: [MOC]}", "MOC.alpha=0.5,0.6"))
        .extracting(ParameterStudyTest::alpha)
        .containsExactly(0.5, 0.6);
  }

  @Test
  void theStudyThatIsWrittenIsTheSame() throws IOException {
    String comparison =
        """
        settings: {MOCA.permuted: 2, MOC.alpha: 0.1}
        axes: {policy: [MOCA, MOC, {policy: MOC, name: other, alpha: 0.2}], MOC.permuted: [2, 3]}
        """;
    Experiment first = load(comparison).orElseThrow();
    String text = ResolvedStudy.text(first.study(), first.system().tick(), directory, "1");
    Path written = Files.writeString(directory.resolve("study.resolved.yaml"), text);

    Experiment second =
        Experiment.load(written, List.of(), REGISTRY, problems)
            .orElseThrow(() -> new AssertionError(problems.listed()));

    assertThat(text).contains("MOCA.permuted: 2", "alpha: 0.2", "MOC.permuted:\n  - 2\n  - 3\n");
    assertThat(second.scenarios())
        .extracting(scenario -> scenario.settings().parameters())
        .isEqualTo(
            first.scenarios().stream().map(scenario -> scenario.settings().parameters()).toList());
  }

  @Test
  void nothingIsCalledUnreadWhereNoScenarioCanBeMade() throws IOException {
    load(
        "axes: {policy: [MM]}",
        "fill=just-in-time",
        "queue_capacity=polled",
        "dropping_scope=executing");

    assertThat(problems.listed())
        .singleElement()
        .asString()
        .contains("scenario MM cannot be made: ");
  }

  /** A study that is written has all settings of its preset, which nobody asked for. */
  @Test
  void aSettingOfTheFileThatNoPolicyReadsIsRefusedUnlessItIsThePresets() throws IOException {
    String settings = "settings: {MOC.alpha: 0.1, deferring_threshold: %s}\n";
    assertThat(load(settings.formatted("0.4") + "axes: {policy: [MM, MSD]}")).isEmpty();
    assertThat(problems.listed())
        .extracting(problem -> problem.toString().replace(directory + "/", ""))
        .satisfiesExactlyInAnyOrder(
            first -> assertThat(first).startsWith("study.yaml:3: settings.MOC.alpha: changes not"),
            second ->
                assertThat(second)
                    .startsWith("study.yaml:3: settings.deferring_threshold: changes nothing: as")
                    .contains("none of MM, MSD reads it", "(value 0.4); leave it out; espalier"));
    assertThat(load("settings: {deferring_threshold: 0.9}\naxes: {policy: [MM]}")).isPresent();
    assertThat(load(settings.formatted("0.4") + "axes: {policy: [PAM, MOC, MM]}")).isPresent();
  }

  @Test
  void aSettingOfTheFileThatNoPolicyOfTheUserReadsIsTold() throws IOException {
    String comparison = "settings: {deferring_threshold: 0.4}\naxes: {policy: [PAM]}";

    assertThat(load(comparison, "policy=MM").orElseThrow().notes())
        .anyMatch(note -> note.startsWith("deferring_threshold changes nothing: as they are set,"));
    assertThat(load(comparison).orElseThrow().notes())
        .noneMatch(note -> note.contains("changes nothing"));
  }

  @Test
  void tooFewTasksAreToldOnceWhereTheyAreSet() throws IOException {
    String comparison = "axes: {policy: [MM], arrival_intensity: [15k, 30k]}";
    assertThat(load(comparison, "tasks=100")).isEmpty();
    assertThat(load(comparison + "\nworkload: {tasks: 100}")).isEmpty();

    assertThat(problems.listed())
        .extracting(problem -> problem.toString().replace(directory + "/", ""))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("--set tasks=100: tasks: 100 tasks, of which "),
            second -> assertThat(second).startsWith("study.yaml:4: workload: 100 tasks, of which"));
  }

  @Test
  void allThatIsWrongIsToldWithItsPlace() throws IOException {
    load(
        """
        settings:
          MOC.alfa: 0.1
          MOC.alpha: 1.1
        axes:
          policy:
            - {policy: MOC, alhpa: 0.2}
            - {policy: MOC, name: other, permuted: 0.5}
            - {policy: MM, alpha: 0.2}
          MOCA.alpha: [low]
        """);

    assertThat(problems.listed().stream().map(Object::toString))
        .anyMatch(told -> told.matches(".*:4: settings.MOC.alfa: .*did you mean MOC.alpha\\?"))
        .anyMatch(told -> told.matches(".*:5: settings.MOC.alpha: .*a number from 0 to 1"))
        .anyMatch(told -> told.matches(".*:8: .*alhpa: unknown key; did you mean alpha\\?"))
        .anyMatch(told -> told.matches(".*:9: .*permuted: .*a whole number from 1 to 10"))
        .anyMatch(told -> told.matches(".*:10: .*alpha: unknown key.*"))
        .anyMatch(told -> told.matches(".*:11: .*MOCA.alpha.*a number from 0 to 1"));
  }

  @Test
  void whatIsAnAxisIsSetNowhereElse() throws IOException {
    load(
        """
        settings: {MOC.permuted: 2}
        axes: {policy: [{policy: MOC, alpha: 0.2}], MOC.alpha: [0.2, 0.4], MOC.permuted: [2, 3]}
        """);

    assertThat(problems.listed().toString())
        .contains("MOC.permuted: is also an axis")
        .contains("alpha: is also an axis");
  }
}
