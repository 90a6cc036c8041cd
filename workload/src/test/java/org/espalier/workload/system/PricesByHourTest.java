package org.espalier.workload.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machine types whose price changes over the day. */
class PricesByHourTest {
  @TempDir Path directory;

  private final Problems problems = new Problems();

  private Optional<Loaded<HcSystem>> read(String price) throws IOException {
    Files.writeString(
        directory.resolve("times.pet.csv"),
        """
        # tick 1 s, step 1000
        task_type,machine_type,p_state,time_s,mass
        encode,node,0,1000,1
        """);
    Path file =
        Files.writeString(
            directory.resolve("system.yaml"),
            """
            name: priced
            tick: 1 s
            machine_types:
              - {name: node, price_per_hour: PRICE}
              - {name: old, like: node, factor: 2}
              - {name: dear, like: node, price_per_hour: 7}
            pet: times.pet.csv
            """
                .replace("PRICE", price));
    return SystemFiles.read(file, problems);
  }

  private List<Cycle> prices(String price) throws IOException {
    Optional<Loaded<HcSystem>> read = read(price);
    assertThat(problems.listed()).isEmpty();
    return read.orElseThrow().value().machineTypes().stream().map(MachineType::price).toList();
  }

  private String csv(int hours) throws IOException {
    String rows =
        IntStream.range(0, hours).mapToObj(h -> h + "," + h).collect(Collectors.joining("\n"));
    Files.writeString(directory.resolve("prices.csv"), "hour,price_per_hour\n" + rows + "\n");
    return "prices.csv";
  }

  @Test
  void pricesAreNumbersSpansListsOrFiles() throws IOException {
    Cycle quarters = new Cycle(Duration.ofHours(6), List.of(0.05, 0.12, 0.12, 0.05));

    assertThat(prices("0.2").getFirst()).isEqualTo(Cycle.constant(0.2));
    assertThat(prices("{\"00:00-24:00\": 0.2}").getFirst()).isEqualTo(Cycle.constant(0.2));
    assertThat(prices("{\"18:00-06:00\": 0.05, \"06:00-18:00\": 0.12}"))
        .containsExactly(quarters, quarters, Cycle.constant(7));
    assertThat(prices("[0.05, 0.12, 0.12, 0.05]").getFirst()).isEqualTo(quarters);
    Cycle minutes = prices("{\"00:00-06:15\": 1, \"06:15-24:00\": 3}").getFirst();
    assertThat(minutes.step()).isEqualTo(Duration.ofMinutes(15));
    assertThat(minutes.values().indexOf(3.0)).isEqualTo(25);
    assertThat(prices(csv(168)).getFirst().length()).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Cycle prices = prices(csv(24)).getFirst();
    HcSystem system = read(csv(24)).orElseThrow().value();
    SystemParts parts =
        new SystemParts(
            directory.resolve("again.yaml"), directory.resolve("times.pet.csv"), Optional.empty());
    String yaml = new SystemWriter(system).yaml(parts);

    assertThat(yaml).contains("price_per_hour: [0.0, 1.0, 2.0").contains("price_per_hour: 7.0");
    String list = prices.values().toString();
    assertThat(prices(list).getFirst()).isEqualTo(prices);
  }

  @Test
  void readersAreToldWhereTheyHold() throws IOException {
    assertThat(read("[1, 2]").orElseThrow().notes())
        .anyMatch(note ->
            note.contains("machines have prices by the time of the day in the trials of studies"));
    assertThat(read("2").orElseThrow().notes()).isEmpty();
  }

  @Test
  void allThatIsWrongIsTold() throws IOException {
    Files.writeString(directory.resolve("short.csv"), "minute,price_per_hour\n0,1\n1,2\n");
    Files.writeString(directory.resolve("gap.csv"), "hour,price_per_hour\n0,1\n2,-2\n");
    String day = Files.readString(directory.resolve(csv(24)));
    Files.writeString(
        directory.resolve("two.csv"), day.replace("\n", ",9\n").replaceFirst("9", "at_weekend"));
    for (String wrong :
        List.of(
            "-1",
            "dear",
            "{\"00:00-06:00\": 1, \"07:00-24:00\": 2}",
            "{\"00:00-06:00\": 1, \"05:00-24:00\": 2}",
            "{\"00:00-06:30\": 1, \"07:00-24:00\": 2}",
            "{\"00:00-06:00\": 1, \"06:00-24:00\": 2, noon: 3}",
            "{}",
            "{\"00:00-25:00\": 1}",
            "{\"00:00-24:00\": -1}",
            "{\"00:00-24:00\": 1, \"06:00-24:00\": 2}",
            "{\"00:00-06:00\": -1, \"06:00-24:00\": 2}",
            "[1, 2, 3, 4, 5, 6, 7]",
            "[-1, 2]",
            "short.csv",
            "gap.csv",
            "two.csv",
            "none.csv",
            csv(23))) {
      long before = problems.count();
      assertThat(read(wrong)).as(wrong).isEmpty();
      assertThat(problems.count()).as(wrong).isGreaterThan(before);
    }
    assertThat(problems.listed().stream().map(Problem::toString).collect(Collectors.joining("\n")))
        .contains(
            "give each time of the day one price_per_hour",
            "7 values; give one price_per_hour for each hour of a day or a week",
            "23 rows; give one price_per_hour for each hour of a day or a week",
            "is not the next hour",
            "is no price_per_hour",
            "two.csv: has columns that are not read: at_weekend");
  }
}
