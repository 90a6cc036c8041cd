package org.espalier.workload.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.system.SystemFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpreadFilesTest {
  @TempDir private Path directory;

  private static HcSystem system(String name) {
    return SystemFiles.read(Repository.file("inputs/pareto/%s.yaml".formatted(name))).value();
  }

  private List<String> problems(HcSystem system, String text) throws IOException {
    Path file = Files.writeString(directory.resolve("x.spread.csv"), text);
    Problems problems = new Problems();
    assertThat(SpreadFiles.read(file, system, problems)).isEmpty();
    return problems.listed().stream().map(Problem::toString).toList();
  }

  @Test
  void theSpreadOfTheSourceIsRead() {
    HcSystem system = system("four-hours");
    Problems problems = new Problems();
    Spread spread =
        SpreadFiles.read(Repository.file("inputs/pareto/four-hours.spread.csv"), system, problems)
            .orElseThrow();
    assertThat(problems.isEmpty()).isTrue();
    int general =
        system.machineTypes().stream()
            .filter(type -> type.name().equals("general 1"))
            .findFirst()
            .orElseThrow()
            .id();
    assertThat(system.taskTypes().getFirst().name()).isEqualTo("task-type-01");
    assertThat(spread.timeCov(0, general, 0)).isEqualTo(0.781256);
    assertThat(spread.powerCov(0, general, 2)).isEqualTo(0.44254);
  }

  @Test
  void pStatesMayBeLeftOutWhereThereIsOne() throws IOException {
    HcSystem system = system("data-set-1");
    StringBuilder text = new StringBuilder("task_type,machine_type,power_cov,time_cov\n");
    system
        .taskTypes()
        .forEach(task ->
            system
                .machineTypes()
                .forEach(machine ->
                    text.append(
                        "%s,%s,0.2,0.%d\n".formatted(task.name(), machine.name(), machine.id()))));
    Path file = Files.writeString(directory.resolve("x.spread.csv"), text);
    Spread spread = SpreadFiles.read(file, system, new Problems()).orElseThrow();
    assertThat(spread.timeCov(3, 7, 0)).isEqualTo(0.7);
    assertThat(spread.powerCov(3, 7, 0)).isEqualTo(0.2);
  }

  @Test
  void allProblemsAreToldAtOnce() throws IOException {
    List<String> problems =
        problems(
            system("four-hours"),
            """
            task_type,machine_type,p_state,time_cov,power_cov
            task-type-01,general 1,0,0.5,0.5
            task-type-01,general 1,0,0.5,0.5
            task-type-1x,general 1,0,0.5,0.5
            task-type-01,generl 1,0,0.5,0.5
            task-type-01,general 1,3,0.5,0.5
            task-type-01,general 1,1,-0.5,much
            """);
    assertThat(problems).hasSize(6);
    assertThat(problems.get(0))
        .contains("a second value for task-type-01 on general 1 in P-state 0");
    assertThat(problems.get(1)).contains("task-type-1x", "is no task type of the system");
    assertThat(problems.get(2)).contains("is no machine type", "did you mean general 1?");
    assertThat(problems.get(3)).contains("is no P-state of machine type general 1");
    assertThat(problems.get(4)).contains("-0.5", "is no coefficient of variation");
    assertThat(problems.get(5)).contains("much", "expected a number from 0 to 10.0");
  }

  @Test
  void whatHasNoRowIsTold() throws IOException {
    List<String> problems =
        problems(
            system("data-set-1"),
            "task_type,machine_type,time_cov,power_cov\nC-Ray,AMD FX-8159,0.1,0.1\n");
    assertThat(problems).hasSize(5 * 9 - 1);
    assertThat(problems.getFirst())
        .contains("C-Ray on AMD A8-3870k", "has no spread in P-state 0, in which it can run");
    assertThat(
            problems(
                system("data-set-1"),
                "task_type,machine_type,time_cov,power_cov,time_max\nC-Ray,AMD FX-8159,0,0,3\n"))
        .singleElement()
        .asString()
        .contains("has columns that are not read: time_max", "remove them");
    assertThat(problems(system("data-set-1"), "task_type,time_cov\n"))
        .anyMatch(problem -> problem.contains("column missing from the header"));
  }
}
