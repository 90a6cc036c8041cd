package org.espalier.workload.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.testsupport.RealData;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerFiles;
import org.espalier.workload.power.PowerTable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemFilesTest {
  private static final String PET =
      """
      # tick 1 ms, step 1
      task_type,machine_type,time_s,mass
      a,fast,0.001,1
      a,slow,0.002,1
      b,fast,0.003,1
      b,slow,0.004,1
      """;

  private final Problems problems = new Problems();

  @TempDir Path directory;

  @BeforeEach
  void writePet() throws IOException {
    Files.writeString(directory.resolve("p.pet.csv"), PET);
  }

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("system.yaml"), text);
  }

  private HcSystem sound(String text) throws IOException {
    return SystemFiles.read(write(text)).value();
  }

  private List<String> refused(String text) throws IOException {
    assertThat(SystemFiles.read(write(text), problems)).isEmpty();
    return problems.listed().stream()
        .map(problem -> problem.toString().replace(directory + "/", ""))
        .toList();
  }

  @Test
  void everythingNamed() throws IOException {
    HcSystem system =
        sound(
            """
            name: two
            tick: 1 ms
            machine_types:
              - {name: slow, price_per_hour: 0.34, rated_power: 133 W}
              - {name: fast}
            machines:
              - {name: gateway, type: fast}
              - {type: slow, count: 2}
              - {type: slow}
            pet: p.pet.csv
            missing: cannot-run
            """);

    assertThat(system.name()).isEqualTo("two");
    assertThat(system.tick()).isEqualTo(Duration.ofMillis(1));
    assertThat(system.taskTypes()).extracting(TaskType::name).containsExactly("a", "b");
    assertThat(system.machineTypes())
        .containsExactly(
            new MachineType(0, "slow", 0.34, 0.25 * 133, 0.7 * 133), new MachineType(1, "fast"));
    assertThat(system.machines())
        .extracting(Machine::name)
        .containsExactly("gateway", "slow-0", "slow-1", "slow-2");
    // Columns follow the machine types of the document, not of the file.
    assertThat(system.pet().get(0, 0, 0).mean()).isEqualTo(2);
    assertThat(system.pet().get(1, 1, 0).mean()).isEqualTo(3);
  }

  @Test
  void sharesOfThePower() throws IOException {
    HcSystem system =
        sound(
            """
            name: shares
            tick: 1 ms
            machine_types:
              - {name: slow, rated_power: 200 W}
              - {name: fast, idle_power: 1 W, p_states: [{power: 900 W}]}
            pet: p.pet.csv
            """);

    assertThat(system.machineTypes())
        .containsExactly(
            new MachineType(0, "slow", 0, 50, 140), new MachineType(1, "fast", 0, 1, 900));
    assertThat(system.machineTypes().getFirst().activeWatts(0)).isEqualTo(140);
    assertThat(system.machineTypes().getFirst().idleWatts()).isEqualTo(50);
  }

  private static final String PRICED =
      """
      name: priced
      tick: 1 ms
      machine_types:
        - {name: slow, price_per_hour: 0.5}
        - {name: fast, price_per_hour: 2}
      pet: p.pet.csv
      """;

  @Test
  void anotherPetKeepsMachinesAndPrices() throws IOException {
    Path etc = directory.resolve("o.etc");
    Files.writeString(
        etc, "machineCount=2;taskCount=1;\nmachine=0;task=0;\n7 1\nmachine=1;task=0;\n3 1\n");
    HcSystem system = read(write(PRICED), new OtherPet(etc)).orElseThrow().value();

    assertThat(problems.listed()).isEmpty();
    assertThat(system.taskTypes()).extracting(TaskType::name).containsExactly("task-0");
    assertThat(system.machineTypes())
        .containsExactly(
            new MachineType(0, "slow", 0.5, 0, 0), new MachineType(1, "fast", 2, 0, 0));
    assertThat(system.pet().get(0, 0, 0).mean()).isEqualTo(7);
    assertThat(system.pet().get(0, 1, 0).mean()).isEqualTo(3);
  }

  @Test
  void anotherPetMustFit() throws IOException {
    Path etc = directory.resolve("o.etc");
    Files.writeString(etc, "machineCount=1;taskCount=1;\nmachine=0;task=0;\n7 1\n");

    assertThat(read(write(PRICED), new OtherPet(etc))).isEmpty();
    assertThat(read(etc, new OtherPet(etc))).isEmpty();
    assertThat(problems.listed())
        .extracting(problem -> problem.toString().replace(directory + "/", ""))
        .containsExactlyInAnyOrder(
            "o.etc: is a PET itself, so that other times cannot take its place; leave out pet, or"
                + " name a system in YAML",
            "system.yaml:4: machine_types: 2 machine types are named, o.etc has 1; name one for"
                + " each machine of the file, in their order");
  }

  private Optional<Loaded<HcSystem>> read(Path file, OtherTimes times) {
    return SystemFiles.read(file, Optional.of(times), problems);
  }

  @Test
  void theLeast() throws IOException {
    HcSystem system = sound("name: least\ntick: 1 ms\npet: p.pet.csv\n");

    assertThat(system.machines()).extracting(Machine::name).containsExactly("fast-0", "slow-0");
  }

  @Test
  void everyProblemOfAllFilesIsTold() throws IOException {
    Files.writeString(directory.resolve("p.pet.csv"), PET + "b,slow,x,1\n");

    assertThat(
            refused(
                """
                name: bad
                tik: 1 ms
                machine_types:
                  - {name: slow, price_per_hour: -1, rated_power: 133}
                  - {name: slow}
                machines:
                  - {type: slwo}
                  - {name: x, type: slow, count: 2}
                pet: p.pet.csv
                missing: maybe
                """))
        .containsExactly(
            "system.yaml:1: tick: missing; add tick",
            "system.yaml:10: missing: unknown word (value maybe); expected one of error,"
                + " cannot-run",
            "system.yaml:2: tik: unknown key; did you mean tick?",
            "system.yaml:4: machine_types[0].price_per_hour: does not fit (value -1); expected a"
                + " number from 0 to 1.0E9",
            "system.yaml:4: machine_types[0].rated_power: does not fit (value 133); expected a"
                + " power: a number and one of mW, W, kW, MW, for example 133 W",
            "system.yaml:5: machine_types[1].name: two machine types have this name (value slow);"
                + " rename one",
            "p.pet.csv:7: time_s: is not a time in seconds (value x); expected whole ticks, from 0"
                + " on",
            "system.yaml:7: machines[0].type: unknown machine type (value slwo); did you mean"
                + " slow?",
            "system.yaml:8: machines[1].name: one name for several machines (value x); leave out"
                + " name or count");
  }

  @Test
  void theDocumentAndThePetMustAgree() throws IOException {
    assertThat(refused("name: s\ntick: 2 ms\npet: p.pet.csv\n"))
        .containsExactly(
            "system.yaml:3: pet: the PET file has ticks of 1 ms, the system of 2 ms (value"
                + " p.pet.csv); give both the same tick");
  }

  @Test
  void machineTypesNeedAColumn() throws IOException {
    assertThat(refused("name: s\ntick: 1 ms\nmachine_types: [{name: fats}]\npet: p.pet.csv\n"))
        .containsExactly(
            "system.yaml:3: machine_types: machine type fats has no column in the PET; did you mean"
                + " fast?");
  }

  @Test
  void absentFilesAreTold() throws IOException {
    assertThat(refused("name: s\ntick: 1 ms\npet: no.pet.csv\n"))
        .containsExactly(
            "no.pet.csv: there is no such file, as named at system.yaml:3: pet; give the path of an"
                + " existing file");
  }

  @Test
  void samplesMakeAPet() throws IOException {
    Files.writeString(
        directory.resolve("s.csv"), "task_type,machine_type,execution_time_s\na,x,1\nb,y,2\n");
    Loaded<HcSystem> loaded =
        SystemFiles.read(
            write(
                """
                name: s
                tick: 1 ms
                pet: {samples: s.csv, step: 10 ms}
                missing: cannot-run
                """));

    assertThat(loaded.value().pet().step()).isEqualTo(10);
    assertThat(loaded.value().pet().canRun(0, 1)).isFalse();
    assertThat(loaded.notes()).last().isEqualTo("s.csv: no samples, so cannot run: a on y, b on x");
  }

  @Test
  void whatWouldHaveNoEffectOnThePetIsRefused() throws IOException {
    Files.writeString(directory.resolve("m.csv"), "task_type,x\na,10\n");
    String generated = "name: s\ntick: 1 ms\npet: {generate: {means: m.csv, %s}}\n";

    assertThat(refused("name: s\ntick: 1 ms\npet: {file: p.pet.csv, unit: 1 s}\n"))
        .containsExactly(
            "system.yaml:3: pet.unit: is of .etc files; a PET in CSV is in seconds (value 1 s);"
                + " leave it out");
    for (String range : List.of("shape: []", "scale: [1]", "bimodal: [0.2, 5000]")) {
      String key = range.substring(0, range.indexOf(':'));
      assertThat(refused(generated.formatted(range)))
          .last()
          .asString()
          .startsWith("system.yaml:3: pet.generate.%s: does not fit; expected [".formatted(key));
    }
  }

  @Test
  void stepsAreWholeTicks() throws IOException {
    assertThat(refused("name: s\ntick: 1 ms\npet: {samples: no.csv, step: 10 us}\n"))
        .first()
        .asString()
        .contains("pet.step: is not a whole number of ticks of 1 ms");
  }

  @Test
  void theShippedSystemReads() {
    Path file = Repository.file("inputs/spec/system.yaml");
    HcSystem system = SystemFiles.read(file).value();

    assertThat(system.taskTypes()).hasSize(12);
    assertThat(system.machines()).hasSize(8);
    assertThat(system.pet().step()).isEqualTo(200);
    // The mean of the means is 94.72 ms; 96 draws of 500 samples come within a hundredth of it.
    assertThat(system.pet().meanOverAll()).isCloseTo(9472, within(95.0));
    assertThat(SystemFiles.read(file).value().pet().get(3, 5, 0))
        .isEqualTo(system.pet().get(3, 5, 0));
  }

  @Test
  void aPetFileOfThePapersIsASystem() {
    HcSystem system = SystemFiles.read(RealData.path("hcw19/classes_2.etc")).value();

    assertThat(system.name()).isEqualTo("classes_2");
    assertThat(system.machines()).hasSize(8);
    assertThat(system.tick()).isEqualTo(Duration.ofNanos(10_000));
  }

  @Test
  void taskTypesAreChosenByName() throws IOException {
    HcSystem system = sound("name: b\ntick: 1 ms\ntask_types: [b]\npet: p.pet.csv\n");

    assertThat(system.taskTypes()).containsExactly(new TaskType(0, "b"));
    assertThat(system.pet().get(0, 1, 0).mean()).isEqualTo(4);
    assertThat(refused("name: b\ntick: 1 ms\ntask_types: [b, c, b]\npet: p.pet.csv\n"))
        .hasSize(2)
        .anySatisfy(text -> assertThat(text).contains("task type c has no row in the PET"))
        .anySatisfy(text -> assertThat(text).contains("stands here twice (value b)"));
  }

  @Test
  void samplesMayBeScaledToMeans() throws IOException {
    Files.writeString(
        directory.resolve("s.csv"),
        "task_type,machine_type,execution_time_s\na,fast,0.1\na,other,7\nb,slow,1\n");
    Files.writeString(
        directory.resolve("m.csv"), "task_type,machine_type,mean_execution_time_s\na,slow,0.2\n");
    String text =
        """
        name: scaled
        tick: 1 ms
        task_types: [a]
        machine_types: [{name: slow}, {name: fast}]
        pet: {samples: s.csv, means: m.csv, step: 10 ms}
        """;
    Loaded<HcSystem> loaded = SystemFiles.read(write(text));

    assertThat(loaded.value().pet().get(0, 0, 0).mean()).isEqualTo(200);
    assertThat(loaded.value().pet().get(0, 1, 0).mean()).isEqualTo(100);
    assertThat(loaded.notes())
        .contains("m.csv: no samples, so scaled to their means: a on slow (from a on fast)");
  }

  @Test
  void theUnitOfMeansInSecondsIsNotAnother() throws IOException {
    Files.writeString(
        directory.resolve("m.csv"), "task_type,machine_type,mean_execution_time_s\na,x,0.2\n");
    String text = "name: n\ntick: 1 ms\npet: {generate: {means: m.csv, unit: 1 ms}}\n";

    assertThatThrownBy(() -> SystemFiles.read(write(text)))
        .hasMessageContaining("unit: is not that of the means, which are in seconds");
    assertThat(
            SystemFiles.read(write(text.replace(", unit: 1 ms", "")))
                .value()
                .pet()
                .get(0, 0, 0)
                .mean())
        .isBetween(100.0, 300.0);
  }

  @Test
  void measuredTimesMayTakeThePlaceOfThePet() throws IOException {
    Path samples =
        Files.writeString(
            directory.resolve("s.csv"),
            "task_type,machine_type,execution_time_s\na,fast,0.1\na,slow,0.3\nz,slow,9\n");
    MeasuredTimes times =
        new MeasuredTimes(samples, Optional.empty(), Optional.of(Duration.ofMillis(10)));
    Path file =
        write(
            """
            name: replaced
            tick: 1 ms
            task_types: [a]
            machine_types: [{name: slow}, {name: fast}]
            pet: p.pet.csv
            """);

    HcSystem system = read(file, times).orElseThrow().value();
    assertThat(system.taskTypes()).containsExactly(new TaskType(0, "a"));
    assertThat(system.pet().get(0, 0, 0).mean()).isEqualTo(300);
    assertThat(system.pet().step()).isEqualTo(10);

    Path etc = Files.writeString(directory.resolve("x.etc"), "");
    assertThat(read(etc, times)).isEmpty();
    assertThat(problems.listed().getFirst().message())
        .isEqualTo("is a PET itself, so that other times cannot take its place");
  }

  private static final String TWO_P_STATES =
      """
      name: two
      tick: 1 ms
      machine_types:
        - name: node
          idle_power: 10 W
          p_states:
            - {name: fast, power: 100 W}
            - {power: 60 W}
      pet: two.pet.csv
      """;

  @Test
  void pStatesAreReadWithTheirPowerAndTimes() throws IOException {
    Files.writeString(
        directory.resolve("two.pet.csv"),
        """
        # tick 1 ms, step 1
        task_type,machine_type,p_state,time_s,mass
        a,node,0,0.004,1
        a,node,1,0.006,0.5
        a,node,1,0.008,0.5
        """);
    HcSystem system = SystemFiles.read(write(TWO_P_STATES)).value();

    assertThat(system.machineTypes())
        .containsExactly(
            new MachineType(
                0, "node", 0, 10, List.of(new PState("fast", 100), new PState("P1", 60))));
    assertThat(system.pet().get(0, 0, 0)).isEqualTo(Pmf.at(4, 1));
    assertThat(system.pet().get(0, 0, 1).mean()).isEqualTo(7);
    assertThat(system.placements()).hasSize(2);
  }

  @Test
  void everyProblemOfPStatesIsTold() throws IOException {
    Files.writeString(
        directory.resolve("two.pet.csv"),
        "# tick 1 ms\ntask_type,machine_type,time_s,mass\na,node,1,1\n");
    assertThat(refused(TWO_P_STATES))
        .singleElement(STRING)
        .contains("machine type node has 2 P-states, the PET has times in 1");
    assertThat(
            refused(
                TWO_P_STATES
                    .replace("60 W", "160 W")
                    .replace("idle_power: 10 W", "idle_power: 101 W\n    rated_power: 3 W")))
        .anyMatch(problem -> problem.contains("is more than the 100.0 W of the P-state before"))
        .anyMatch(problem -> problem.contains("idle 101.0 W, active 100.0 W"))
        .anyMatch(problem -> problem.contains("stands beside p_states"));
    assertThat(refused(TWO_P_STATES.replace("power: 60 W", "name: fast")))
        .anyMatch(problem -> problem.contains("two P-states have the name fast"));
  }

  private static final String TWO_TIMES =
      """
      # tick 1 ms, step 1
      task_type,machine_type,p_state,time_s,mass
      a,node,0,0.004,1
      a,node,1,0.006,1
      """;

  @Test
  void powerByTaskTypeIsReadAndWritten() throws IOException {
    Files.writeString(directory.resolve("two.pet.csv"), TWO_TIMES);
    Files.writeString(
        directory.resolve("two.power.csv"),
        """
        task_type,machine_type,p_state,power_w
        other,node,0,1
        other,node,1,1
        a,node,0,110.5
        a,node,1,70
        """);
    HcSystem system = sound(TWO_P_STATES + "power: two.power.csv\n");

    assertThat(system.apc()).contains(ApcMatrix.of(new double[][][] {{{110.5, 70}}}));
    assertThat(writtenAndRead(system)).isEqualTo(system);
  }

  private HcSystem writtenAndRead(HcSystem system) throws IOException {
    SystemParts parts = SystemParts.of(directory.resolve("copy.yaml"), system);
    SystemFiles.write(parts.description(), system, parts);
    PetFiles.write(parts.pet(), PetTable.of(system));
    if (parts.power().isPresent()) {
      PowerFiles.write(parts.power().get(), PowerTable.of(system, system.apc().orElseThrow()));
    }
    return SystemFiles.read(parts.description()).value();
  }

  @Test
  void namesPricesAndMachinesAreWritten() throws IOException {
    HcSystem system =
        sound(
            """
            name: "1: two"
            tick: 1 ms
            machine_types:
              - {name: slow, price_per_hour: 0.34, rated_power: 133 W}
              - {name: "fast", rated_power: 0.001 mW}
            machines:
              - {type: fast}
              - {type: slow, count: 2}
              - {type: fast}
              - {type: slow}
            pet: p.pet.csv
            """);

    assertThat(writtenAndRead(system)).isEqualTo(system);
    assertThat(directory.resolve("copy.yaml")).content().contains("- {type: slow, count: 2}");
    HcSystem named =
        sound(
            """
            name: named
            tick: 1 ms
            machines: [{type: fast, name: gateway}, {type: slow}, {type: slow}]
            pet: p.pet.csv
            """);
    assertThat(writtenAndRead(named)).isEqualTo(named);
  }

  @Test
  void everyProblemOfPowerIsTold() throws IOException {
    Files.writeString(directory.resolve("two.pet.csv"), TWO_TIMES.replace("0.006", "0.003"));
    Files.writeString(
        directory.resolve("two.power.csv"), "task_type,machine_type,power_w\na,node,100\n");
    assertThat(
            refused(TWO_P_STATES.replace("power: 60 W", "power: 0 W") + "power: two.power.csv\n"))
        .containsExactly(
            "system.yaml:8: machine_types[0].p_states[1].power: is no power (value 0 W); give one"
                + " above 0, or leave it out where it is not known",
            "system.yaml:9: pet: task type a on machine type node takes 3.0 ticks on average in"
                + " P-state 1, 4.0 in P-state 0 (value two.pet.csv); let P-state 0 be the fastest",
            "system.yaml:10: power: does not have the power of all that can run: a on node in 1 of"
                + " 2 P-states (value two.power.csv); give it for each P-state of each pair that"
                + " has execution times, or power to the P-states of the machine type");
  }

  @Test
  void aPairWithoutPowerDrawsWhatItsMachineTypeDraws() throws IOException {
    Files.writeString(directory.resolve("p.pet.csv"), PET);
    Files.writeString(
        directory.resolve("p.power.csv"), "task_type,machine_type,power_w\na,fast,100\n");
    Loaded<HcSystem> loaded =
        SystemFiles.read(
            write(
                """
                name: partly
                tick: 1 ms
                machine_types:
                  - {name: fast, p_states: [{power: 70 W}]}
                  - {name: slow, p_states: [{power: 40 W}]}
                pet: p.pet.csv
                power: p.power.csv
                """));

    assertThat(loaded.value().activeWatts(0, 0, 0)).isEqualTo(100);
    assertThat(loaded.value().activeWatts(0, 1, 0)).isEqualTo(40);
    assertThat(loaded.value().activeWatts(1, 0, 0)).isEqualTo(70);
    assertThat(String.join(";", loaded.notes()))
        .contains("power has no rows for a on slow, b on fast", ": taken from the P-states");
  }

  @Test
  void aMachineTypeThatRunsNothingIsRefused() throws IOException {
    Files.writeString(directory.resolve("p.pet.csv"), PET + "a,special,,\nb,special,,\n");
    assertThat(
            refused(
                """
                name: idle
                tick: 1 ms
                machine_types: [{name: fast}, {name: special}]
                pet: p.pet.csv
                """))
        .singleElement(STRING)
        .contains("machine type special can run no task type", "leave it out");
  }

  /** Looking for each machine's number from 0 on takes hours. */
  @Test
  void asManyMachinesAsThereMayBe() throws IOException {
    String text =
        """
        name: many
        tick: 1 ms
        machines:
          - {type: fast, name: fast-1}
          - {type: fast, count: 99998}
          - {type: slow}
        pet: p.pet.csv
        """;
    HcSystem system = assertTimeoutPreemptively(Duration.ofMinutes(1), () -> sound(text));

    assertThat(system.machines())
        .hasSize(100_000)
        .extracting(Machine::name)
        .startsWith("fast-1", "fast-0", "fast-2")
        .endsWith("fast-99998", "slow-0");
  }
}
