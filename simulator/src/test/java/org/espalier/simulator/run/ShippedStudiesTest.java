package org.espalier.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;
import org.espalier.simulator.study.SystemSource;
import org.espalier.simulator.study.WorkloadChoice;
import org.espalier.simulator.study.WorkloadSource;
import org.espalier.testsupport.RealData;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Problems;
import org.espalier.workload.system.OtherTimes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every study of the project is good, as it stands and on the papers' trials, and can be run. */
final class ShippedStudiesTest {
  private static final Set<String> INTENSITIES = Set.of("9k", "15k", "30k", "34k");

  private static final List<String> FEW_TASKS =
      List.of("trials=1", "tasks=250", "leave_out_first=100", "leave_out_last=100");

  /** A few tasks of 100 types, and two hours of the day after the two before it. */
  private static final List<String> SMALL_DAY =
      List.of("trials=1", "tasks=400", "longest_gap=24 h", "horizon=4 h");

  private final Problems problems = new Problems();

  static Stream<Path> studies() throws IOException {
    try (Stream<Path> files = Files.list(Repository.file("studies"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  static Stream<Path> sampleOfStudies() throws IOException {
    List<Path> all = studies().toList();
    return TestSample.of(6, all.size()).mapToObj(all::get);
  }

  static Stream<Path> studiesWithData() throws IOException {
    return studies().filter(study -> root(study).has("with_data"));
  }

  private static DocumentNode root(Path study) {
    return Document.read(study, new Problems()).orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("studies")
  void expands(Path study) {
    Experiment experiment = load(study, List.of());
    assertThat(problems.listed()).isEmpty();
    assertThat(experiment.scenarios()).isNotEmpty();
    assertThat(study.getFileName()).hasToString(experiment.study().about().name() + ".yaml");
    assertThat(experiment.study().about().description()).isNotBlank();
    assertThat(experiment.study().presentation().figures()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("studiesWithData")
  void expandsOnThePapersTrials(Path study) {
    DocumentNode withData = root(study).mapping("with_data").find().orElseThrow();
    boolean measured = withData.node("pet").find().filter(DocumentNode::isMapping).isPresent();
    Path trials = RealData.papers();
    Path data = measured ? trials.resolve("..").normalize() : trials;
    Experiment experiment = load(study, List.of("data=" + data, "trials=1"));
    Study.Inputs inputs = experiment.study().inputs();
    assertThat(inputs.system()).isInstanceOf(SystemSource.Described.class);
    SystemSource.Described system = (SystemSource.Described) inputs.system();
    assertThat(system.times().map(OtherTimes::file).orElseGet(() -> system.systems().get("")))
        .hasParent(data); // where times come from
    if (inputs.workload() instanceof WorkloadSource.Files) {
      assertThat(experiment.scenarios())
          .allSatisfy(scenario -> assertThat(INTENSITIES).contains(intensity(scenario)));
    }
  }

  private static String intensity(Scenario scenario) {
    return ((WorkloadChoice.Files) scenario.workload()).intensity();
  }

  @ParameterizedTest
  @MethodSource("sampleOfStudies")
  void runs(Path study) {
    List<String> small =
        hasDays(study) ? SMALL_DAY : lasts(study) ? List.of("trials=1") : FEW_TASKS;
    Experiment experiment = load(study, small);
    ExperimentResults results =
        ExperimentRunner.run(experiment, new RunSettings(2, () -> 0, ExperimentProgress.NONE));
    assertThat(experiment.scenarios())
        .allSatisfy(scenario ->
            assertThat(results.mean(scenario, Column.ROBUSTNESS).mean()).isBetween(0.0, 100.0));
  }

  private static boolean hasDays(Path study) {
    return root(study)
        .mapping("workload")
        .find()
        .flatMap(workload -> workload.string("pattern").find())
        .filter(pattern -> Set.of("daily", "diurnal").contains(pattern))
        .isPresent();
  }

  /** Whether tasks arrive for a time in place of a number of tasks. */
  private static boolean lasts(Path study) {
    return root(study).mapping("workload").find().filter(w -> w.has("duration")).isPresent();
  }

  private Experiment load(Path study, List<String> set) {
    return Experiment.load(study, set, PolicyRegistry.builtIn(), problems)
        .orElseThrow(() -> new AssertionError(problems.listed()));
  }
}
