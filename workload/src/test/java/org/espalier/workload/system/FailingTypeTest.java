package org.espalier.workload.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.DailyOff;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.RecordedOutages;
import org.espalier.core.model.Timetable;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.BelievedPets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machine types of which machines fail. */
class FailingTypeTest {
  @TempDir Path directory;

  private final Problems problems = new Problems();

  private Optional<Loaded<HcSystem>> read(String failures) throws IOException {
    return readWith("failures: " + failures);
  }

  private Optional<Loaded<HcSystem>> readWith(String absence) throws IOException {
    Files.writeString(
        directory.resolve("times.pet.csv"),
        """
        # tick 1 s, step 1000
        task_type,machine_type,p_state,time_s,mass
        encode,node,0,1000,0.5
        encode,node,0,3000,0.5
        """);
    Path file =
        Files.writeString(
            directory.resolve("system.yaml"),
            """
            name: frail
            tick: 1 s
            machine_types:
              - {name: node, ABSENCE}
              - {name: old, like: node, factor: 2}
            pet: times.pet.csv
            """
                .replace("ABSENCE", absence));
    return SystemFiles.read(file, problems);
  }

  /** Half take 1,000 s and half 3,000 s; a machine lives 2,000 s in the mean. */
  @Test
  void aChanceOfSuccessCountsThatTheMachineLives() throws IOException {
    Loaded<HcSystem> read = read("{mtbf: 2000 s, mttr: 1 h}").orElseThrow();

    HcSystem believed = BelievedPets.thinned(read.value());
    Pmf time = believed.pet().get(0, 0, 0);
    double shortOnes = 0.5 * Math.exp(-0.5);
    double longOnes = 0.5 * Math.exp(-1.5);
    Pmf now = Pmf.at(0, 1_000);
    assertThat(CompletionTimes.chanceOfSuccess(now, time, 1_000))
        .isCloseTo(shortOnes, within(1e-12));
    assertThat(CompletionTimes.chanceOfSuccess(now, time, 3_000))
        .isCloseTo(shortOnes + longOnes, within(1e-12));
    // what has run for 1,500 s takes 3,000 s, and is to live for 1,500 s more
    assertThat(time.later(1_500).completes()).isCloseTo(Math.exp(-0.75), within(1e-12));
    assertThat(read.value().machineTypes().get(1).failures())
        .contains(new MachineType.Failures(Duration.ofSeconds(2_000), Duration.ofHours(1)));
    assertThat(read.notes())
        .contains(
            "system frail: machines fail in the trials of studies, live with backend: simulated,"
                + " and nowhere else");
  }

  @Test
  void allThatIsWrongIsToldAtOnce() throws IOException {
    assertThat(read("{mtbf: 0 s, mtttr: 2 h}")).isEmpty();

    assertThat(problems.listed()).hasSize(3).extracting(Problem::line).containsOnly(4);
    assertThat(problems.listed().toString())
        .contains("expected a duration above 0", "mttr", "mtttr");
  }

  @Test
  void aTypeMayBeOffAtNightAndIsWrittenSo() throws IOException {
    Loaded<HcSystem> read = readWith("off: \"22:00-06:30\"").orElseThrow();

    DailyOff night = new DailyOff(Duration.ofHours(22), Duration.ofMinutes(390));
    assertThat(read.value().machineTypes())
        .extracting(MachineType::off)
        .containsOnly(Optional.<Timetable>of(night));
    assertThat(read.notes())
        .contains(
            "system frail: machines are off at times in the trials of studies, live with backend:"
                + " simulated, and nowhere else");
    SystemParts parts =
        new SystemParts(
            directory.resolve("a.yaml"), directory.resolve("a.pet.csv"), Optional.empty());
    assertThat(new SystemWriter(read.value()).yaml(parts)).contains("off: '22:00-06:30'");
  }

  @Test
  void timesOfTheDayThatAreNoneAreTold() throws IOException {
    for (String times :
        List.of(
            "22:00",
            "22-6",
            "25:00-06:00",
            "22:75-06:00",
            "06:00-06:00",
            "00:00-24:00",
            "10:00-٢٢:00")) {
      assertThat(readWith("off: \"%s\"".formatted(times))).as(times).isEmpty();
    }
    assertThat(problems.listed())
        .hasSize(7)
        .allMatch(problem ->
            problem.toString().contains("expected two times of the day, as \"22:00-06:00\""));
    assertThat(readWith("off: \"22:00-06:00\", failures: {mtbf: 1 h, mttr: 1 h}")).isEmpty();
    assertThat(problems.listed().getLast().toString()).contains("stands beside failures");
  }

  @Test
  void outagesAreReadFromAFile() throws IOException {
    Files.writeString(
        directory.resolve("out.csv"), "machine,from_s,until_s\nnode-0,10,20.5\nnode-0,3600,7200\n");
    Loaded<HcSystem> read = readWith("outages: out.csv").orElseThrow();

    MachineType node = read.value().machines().getFirst().type();
    assertThat(node).isEqualTo(read.value().machineTypes().getFirst());
    assertThat(node.off())
        .contains(
            new RecordedOutages(
                List.of(
                    new RecordedOutages.Outage(
                        "node-0", Duration.ofSeconds(10), Duration.ofMillis(20_500)),
                    new RecordedOutages.Outage(
                        "node-0", Duration.ofHours(1), Duration.ofHours(2)))));
    assertThat(read.value().machineTypes().get(1).off()).isEmpty();
    assertThat(read.value().hasFailures()).isTrue();
    assertThat(read.notes())
        .contains(
            "system frail: machines fail in the trials of studies, live with backend: simulated,"
                + " and nowhere else");
  }

  @Test
  void columnsOfOutagesThatAreNotReadAreTold() throws IOException {
    Files.writeString(
        directory.resolve("out.csv"), "machine,from_s,until_s,racks\nnode-0,10,20.5,2\n");
    assertThat(readWith("outages: out.csv").orElseThrow().notes())
        .contains("out.csv: not read: racks");
  }

  @Test
  void outagesThatCannotBeAreTold() throws IOException {
    Files.writeString(
        directory.resolve("out.csv"),
        "machine,from_s,until_s\nold-0,0,1\nnode-0,-1,5\nnode-0,5,5\nnode-0,5,soon\n");
    assertThat(readWith("outages: out.csv")).isEmpty();

    assertThat(problems.listed()).extracting(Problem::line).containsExactly(2, 3, 4, 5);
    assertThat(problems.listed().toString())
        .contains("out.csv", "old-0", "is no machine of this type", "node-0", "soon")
        .contains("expected seconds after from_s");
    assertThat(readWith("outages: none.csv")).isEmpty();
    assertThat(readWith("outages: out.csv, off: \"22:00-06:00\"")).isEmpty();
    assertThat(problems.listed().toString()).contains("none.csv", "leave out one of them");
  }

  @Test
  void aSystemThatIsWrittenStillFails() throws IOException {
    HcSystem system = read("{mtbf: 100 h, mttr: 90 min}").orElseThrow().value();

    String yaml =
        new SystemWriter(system)
            .yaml(
                new SystemParts(
                    directory.resolve("a.yaml"), directory.resolve("a.pet.csv"), Optional.empty()));

    assertThat(yaml).contains("mtbf: 100 h", "mttr: 90 min");
  }
}
