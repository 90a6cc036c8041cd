package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.ResolvedStudy;
import org.espalier.simulator.study.SystemSource;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.espalier.workload.generator.ArrivalPattern;
import org.espalier.workload.generator.WorkloadGenerator;
import org.espalier.workload.generator.WorkloadSpec;
import org.espalier.workload.system.OtherPet;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.WorkloadFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies whose workloads are files, by their block {@code with_data}. */
final class WorkloadFilesStudyTest {
  private static final int TASKS = 60;

  @TempDir Path directory;
  private final Problems problems = new Problems();
  private Path study;
  private Path data;

  @BeforeEach
  void writeFiles() throws IOException {
    data = Files.createDirectories(directory.resolve("my data"));
    Path inputs = Repository.file("inputs/spec");
    Files.copy(inputs.resolve("system.yaml"), data.resolve("system.yaml"));
    Files.copy(inputs.resolve("means.csv"), data.resolve("means.csv"));
    HcSystem system = SystemFiles.read(data.resolve("system.yaml")).value();
    WorkloadSpec spec = WorkloadSpec.of(TASKS, 20_000, ArrivalPattern.Steady.OF_SOURCES);
    for (int trial = 1; trial <= 2; trial++) {
      Workload workload = WorkloadGenerator.generate(spec, system, 5, trial);
      WorkloadFiles.write(data.resolve("at-20k-%d.csv".formatted(trial)), workload, system);
    }
    study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: files
        trials: 2
        leave_out_first: 0
        leave_out_last: 0
        system: "%s"
        with_data:
          system: system.yaml
          workload: {files: {steady: "at-{intensity}-{trial}.csv"}, arrival_intensity: 20k}
        axes: {policy: [PAM, MM]}
        """
            .formatted(inputs.resolve("system.yaml")));
  }

  private Optional<Experiment> load(Path file, String... assignments) {
    return Experiment.load(file, List.of(assignments), PolicyRegistry.builtIn(), problems);
  }

  private Path write(Experiment experiment, String name) throws IOException {
    ExperimentResults results =
        ExperimentRunner.run(experiment, new RunSettings(1, () -> 0, ExperimentProgress.NONE));
    Path out = directory.resolve(name);
    new ResultDirectory(out).write(results, "0");
    return out;
  }

  @Test
  void takeThePlaceOfTheGenerator() throws IOException {
    Path out = write(load(study, "data=" + data).orElseThrow(), "out");

    assertThat(Files.readAllLines(out.resolve("trials.csv")))
        .hasSize(1 + 4)
        .last()
        .asString()
        .matches(".*," + TASKS + ",[0-9]+,,(,[0-9a-f]{64}){2}"); // ..., failed, poorer, digests
    assertThat(load(study)).as("without data, all is generated").isPresent();
  }

  @Test
  void resolveToPathsThatCanBeRunAgain() throws IOException {
    Path one = write(load(study, "data=" + data).orElseThrow(), "one");
    Experiment again = load(one.resolve("study.resolved.yaml")).orElseThrow();
    Path two = write(again, "two");

    assertThat(two.resolve("trials.csv")).hasSameTextualContentAs(one.resolve("trials.csv"));
    assertThat(one.resolve("study.resolved.yaml"))
        .content()
        .contains("system: ../my data/system.yaml\n")
        .contains("steady: ../my data/at-{intensity}-{trial}.csv\n")
        .satisfies(text ->
            assertThat(text.replaceFirst("(?m)^  directory: .*$", ""))
                .doesNotContain(directory.toString()));
  }

  @Test
  void trialsWithoutFilesAreToldOnce() {
    assertThat(load(study, "data=" + data, "trials=4")).isEmpty();
    assertThat(problems.listed())
        .singleElement()
        .asString()
        .contains("study.yaml:", "there is no file", "at-20k-3.csv; set trials to 2");
  }

  @Test
  void aLoadWithoutFilesIsTold() {
    assertThat(load(study, "data=" + data, "arrival_intensity=12k,20k")).isEmpty();
    assertThat(problems.listed())
        .singleElement()
        .asString()
        .contains("there is no file", "at-12k-1.csv; mend the name");
  }

  @Test
  void numbersStandBesideValuesThatAreWrittenOtherwise() throws IOException {
    for (int trial = 1; trial <= 2; trial++) {
      Path file = data.resolve("at-20k-%d.csv".formatted(trial));
      Files.copy(file, data.resolve("at-9k-%d.csv".formatted(trial)));
    }
    Path out = write(load(study, "data=" + data, "arrival_intensity=20k,9k").orElseThrow(), "out");
    List<String> lines = Files.readAllLines(out.resolve("summary.csv"));
    assertThat(lines.getFirst())
        .startsWith("policy,arrival_intensity,arrival_intensity_number,trials,");
    assertThat(lines.get(1)).startsWith("PAM,20k,20000,2,");
    StoredResults stored = StoredResults.read(out, problems).orElseThrow();
    assertThat(stored.axes()).containsExactly("policy", "arrival_intensity");
    assertThat(stored.scenarios().getFirst().values()).containsExactly("PAM", "20k");
  }

  @Test
  void aSystemThatIsNotThereIsToldWithWhoNamedIt() throws IOException {
    Files.writeString(study, Files.readString(study).replace("spec/system.yaml", "nowhere.yaml"));
    assertThat(load(study)).isEmpty();
    assertThat(problems.listed())
        .singleElement()
        .asString()
        .contains("nowhere.yaml: there is no such file, as named at ", "study.yaml:5: system;");
  }

  @Test
  void reportAPatternWithoutFiles() {
    assertThat(load(study, "data=" + data, "pattern=spiky")).isEmpty();
    assertThat(problems.listed().getFirst().message())
        .isEqualTo("no workload files for pattern spiky");
  }

  @Test
  void reportADirectoryThatIsNotThere() {
    assertThat(load(study, "data=" + data + "/nowhere")).isEmpty();
    assertThat(problems.listed())
        .singleElement()
        .asString()
        .startsWith("--set data=" + data + "/nowhere: data: there is no such directory");
  }

  @Test
  void refuseAxesThatHaveNoEffect() {
    assertThat(load(study, "data=" + data, "slack=1,2")).isEmpty();
    assertThat(problems.listed().getFirst().message())
        .isEqualTo("has no effect on workloads read from files");
  }

  @Test
  void reportFilesWithTooFewTasks() {
    assertThat(load(study, "data=" + data, "leave_out_first=60")).isEmpty();
    assertThat(problems.listed()).hasSize(2);
    assertThat(problems.listed().getFirst().message())
        .startsWith("60 tasks, of which the first 60");
  }

  @Test
  void mayComeWithOtherValuesOfAnAxis() throws IOException {
    String text = Files.readString(study);
    Files.writeString(
        study,
        text.replace(", arrival_intensity: 20k}", "}\n  axes: {arrival_intensity: [20k]}")
            .replace("[PAM, MM]}", "[PAM, MM], arrival_intensity: [10k, 20k, 25k]}"));
    assertThat(load(study).orElseThrow().scenarios()).hasSize(2 * 3);
    assertThat(load(study, "data=" + data).orElseThrow().scenarios()).hasSize(2);
    assertThat(load(study, "data=" + data, "arrival_intensity=10k")).isEmpty();
    assertThat(problems.listed().getFirst().message()).endsWith("at-10k-1.csv");
  }

  @Test
  void comeWithValuesOnlyOfWhatCanBeAnAxis() throws IOException {
    String text = Files.readString(study);
    Files.writeString(study, text.replace("axes:", "  axes: {slak: [2]}\naxes:"));
    assertThat(load(study, "data=" + data)).isEmpty();
    assertThat(problems.listed().getFirst().message()).isEqualTo("unknown key");
  }

  @Test
  void measuredTimesTakeThePlaceOfThoseOfTheSystem() throws IOException {
    Files.writeString(
        data.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\nfilter,cpu,0.1\nfilter,cpu,0.3\n");
    Files.writeString(
        data.resolve("m.csv"), "task_type,machine_type,mean_execution_time_s\nfilter,gpu,0.05\n");
    Files.writeString(directory.resolve("means.csv"), "task_type,cpu,gpu\nfilter,1,1\n");
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: small
        tick: 1 ms
        task_types: [filter]
        machine_types: [{name: cpu}, {name: gpu}]
        pet: {generate: {means: means.csv}}
        """);
    Files.writeString(
        study,
        """
        name: measured
        trials: 2
        leave_out_first: 0
        leave_out_last: 0
        system: system.yaml
        workload: {tasks: 50, arrival_intensity: 1M}
        with_data:
          pet: {samples: times.csv, means: m.csv, step: 10 ms}
          workload: {tasks: 50, arrival_intensity: 1M}
        axes: {policy: [PAM]}
        """);
    assertThat(load(study).orElseThrow().system().pet().get(0, 0, 0).mean()).isGreaterThan(500);
    Experiment measured = load(study, "data=" + data).orElseThrow();
    assertThat(measured.system().pet().get(0, 0, 0).mean()).isEqualTo(200);
    assertThat(measured.system().pet().get(0, 1, 0).mean()).isBetween(45.0, 55.0);
    assertThat(measured.notes())
        .contains(
            "m.csv: no samples, so scaled to their means: filter on gpu (from filter on cpu)");

    Path one = write(measured, "one");
    Experiment again = load(one.resolve("study.resolved.yaml")).orElseThrow();
    assertThat(write(again, "two").resolve("trials.csv"))
        .hasSameTextualContentAs(one.resolve("trials.csv"));
  }

  /** A PET of the data, with the machines, prices and power of the system of the study. */
  @Test
  void theDataMayBringNoMoreThanAPet() throws IOException {
    Path inputs = Repository.file("inputs/spec");
    StringBuilder etc = new StringBuilder("machineCount=8;taskCount=12;\n");
    for (int machine = 0; machine < 8; machine++) {
      for (int task = 0; task < 12; task++) {
        etc.append("machine=%d;task=%d;\n%d 1\n".formatted(machine, task, 10 + machine));
      }
    }
    Files.writeString(data.resolve("own.etc"), etc);
    String text = Files.readString(study);
    Files.writeString(
        study,
        text.replace("system.yaml\"", "priced.yaml\"")
            .replaceAll("  system: system.yaml\\n  workload: .*", "  pet: own.etc"));

    Experiment experiment =
        Experiment.load(study, List.of("data=" + data), PolicyRegistry.builtIn(), problems)
            .orElseThrow(() -> new AssertionError(problems.listed()));

    assertThat(experiment.study().inputs().system())
        .isEqualTo(
            new SystemSource.Described(
                Map.of("", inputs.resolve("priced.yaml")),
                Optional.of(new OtherPet(data.resolve("own.etc"))),
                Map.of()));
    assertThat(experiment.system().pet().get(3, 5, 0).mean()).isEqualTo(1500);
    assertThat(experiment.system().machineTypes().get(5).pricePerHour()).isEqualTo(0.17);
    assertThat(ResolvedStudy.text(experiment.study(), experiment.system().tick(), data, "0"))
        .contains("\npet: own.etc\n");
  }

  @Test
  void theUserMaySetThePet() throws IOException {
    Path pet = data.resolve("own.pet.csv");
    Files.writeString(pet, "nonsense");

    assertThat(Experiment.load(study, List.of("pet=" + pet), PolicyRegistry.builtIn(), problems))
        .isEmpty();
    assertThat(problems.listed()).isNotEmpty().allMatch(p -> p.toString().contains("own.pet.csv"));
  }
}
