package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.column.LeftOut;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.espalier.workload.generator.SystemSpec;
import org.espalier.workload.policy.ParameterSetting;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.PolicyVocabulary;
import org.espalier.workload.policy.Preset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies that come with the project, the reference of all options among them, are good. */
final class StudyReferenceTest {
  private static final Path REFERENCE = Repository.file("docs/study-reference.yaml");
  private static final Duration TICK = Duration.ofNanos(10_000);
  private static final List<String> KEYS =
      List.of(
          "version",
          "name",
          "title",
          "description",
          "seed",
          "trials",
          "leave_out_first",
          "leave_out_last",
          "measure_from",
          "horizon",
          "retries",
          "preset",
          "settings",
          "system",
          "machines",
          "pet",
          "believed_pet",
          "workload",
          "axes",
          "baseline",
          "figures",
          "traces",
          "with_data");

  private static final List<String> INNER_KEYS =
      List.of(
          "kind", "column", "x", "series", "where", "title", "caption", "files", "trial", "name",
          "windows", "types");

  private final Problems problems = new Problems();

  @Test
  void theReferenceLoads() {
    Experiment.load(REFERENCE, List.of(), PolicyRegistry.builtIn(), problems);
    assertThat(problems.listed()).isEmpty();
  }

  @Test
  void theReferenceHasEveryOption() throws IOException {
    String text = Files.readString(REFERENCE);
    List<String> keys = new ArrayList<>(KEYS);
    keys.addAll(INNER_KEYS);
    WorkloadOptions.ALL.forEach(option -> keys.add(option.key()));
    SystemOptions.ALL.forEach(option -> keys.add(option.key()));
    keys.addAll(new PolicyVocabulary(PolicyRegistry.builtIn()).keys());

    assertThat(keys).allSatisfy(key -> assertThat(text).containsPattern("(?m)^[ #-]*" + key + ":"));
  }

  @Test
  void theReferenceShowsTheDefaults() {
    Study study = experiment().study();
    PolicySettings journal = PolicySettings.JOURNAL;

    assertThat(study.plan())
        .isEqualTo(new Study.Plan(1, 30, LeftOut.DEFAULT, Optional.empty(), Optional.empty(), 0));
    assertThat(study.comparison().preset()).isEqualTo(Preset.JOURNAL);
    for (PolicyOption option : PolicyOption.values()) {
      assertThat(study.comparison().settings()).containsEntry(option, option.text(journal, TICK));
    }
    for (PolicyProvider policy : PolicyRegistry.builtIn().providers()) {
      for (ParameterSetting parameter : PolicyVocabulary.parameters(policy)) {
        assertThat(study.comparison().settings()).containsEntry(parameter, parameter.byDefault());
      }
    }
    for (InputOption<?> option : WorkloadOptions.OF_GENERATED) {
      assertThat(study.inputs().workload().options().texts())
          .containsEntry(option, option.byDefault());
    }
  }

  /** The options of generated systems stand in comments, since a study has one system. */
  @Test
  void theReferenceShowsTheDefaultsOfGeneratedSystems(@TempDir Path directory) throws IOException {
    List<String> block =
        Files.readAllLines(REFERENCE).stream()
            .dropWhile(line -> !line.equals("#   system:"))
            .takeWhile(line -> line.startsWith("#   "))
            .map(line -> line.substring(4))
            .toList();
    Path study = directory.resolve("study.yaml");
    Files.write(study, block);
    Files.writeString(
        study,
        "name: generated\nworkload: {tasks: 300}\naxes: {policy: [MM]}\n",
        StandardOpenOption.APPEND);

    Experiment read =
        Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems).orElseThrow();

    SystemSource.Generated system = (SystemSource.Generated) read.study().inputs().system();
    for (InputOption<?> option : SystemOptions.ALL) {
      assertThat(system.options().texts()).containsEntry(option, option.byDefault());
    }
    assertThat(SystemOptions.model("source", InputValues.NONE).spec())
        .isEqualTo(SystemSpec.of("source"));
  }

  private Experiment experiment() {
    return Experiment.load(REFERENCE, List.of(), PolicyRegistry.builtIn(), problems).orElseThrow();
  }
}
