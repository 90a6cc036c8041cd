package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** What can be wrong about utility, power and energy is told with place, value and remedy. */
final class EnergyInputTest {
  private static final String PET =
      """
      # tick 1 ms, step 1
      task_type,machine_type,p_state,time_s,mass
      a,x,0,10,1
      a,x,1,15,1
      b,x,0,20,1
      b,x,1,30,1
      """;
  private static final String POWERED =
      """
      name: lit
      tick: 1 ms
      machine_types:
        - {name: x, p_states: [{name: P0, power: 20 W}, {name: P1, power: 10 W}]}
      pet: ok.pet.csv
      """;
  private static final String DARK = POWERED.replace("lit", "dark").replaceAll(", power: .. W", "");

  @TempDir private Path directory;

  @BeforeEach
  void writeInput() throws IOException {
    write("ok.pet.csv", PET);
    write("lit.yaml", POWERED);
    write("dark.yaml", DARK);
    write("tasks.csv", "task_type,arrival_s,deadline_s,utility\na,0,,0:8 600:4\n");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private Path study(String system, String policies, String settings) throws IOException {
    return write(
        "study.yaml",
        """
        name: study
        trials: 1
        leave_out_first: 0
        leave_out_last: 0
        horizon: 1 h
        system: %s
        workload: {files: tasks.csv}
        axes: {policy: [%s]}
        settings:
          deadlines: soft
          dropping_scope: none
          queue_capacity: pending-slot
          trigger: 1 min
        %s\
        """
            .formatted(system, policies, settings.indent(2)));
  }

  /** The problems of files, by lines without the directory. */
  private String problems(Path... files) {
    CommandRun check = CommandRun.of(arguments(files));
    assertThat(check.status()).as(check.out()).isEqualTo(ExitCode.USAGE);
    return check.out().replace(directory + "/", "");
  }

  private static Object[] arguments(Path... files) {
    Object[] all = new Object[files.length + 1];
    all[0] = "check";
    System.arraycopy(files, 0, all, 1, files.length);
    return all;
  }

  @Test
  void aBudgetNeedsPower() throws IOException {
    assertThat(problems(study("dark.yaml", "Max-Max-Util", "energy_budget: 1 GJ")))
        .contains(
            "study.yaml:14: settings.energy_budget: energy_budget needs the power of machines,"
                + " which system dark does not give for all (value 1 GJ); give each machine type"
                + " power in each P-state or rated_power, or name a power file in the system; or"
                + " leave the budget out");
    Path without = study("dark.yaml", "Max-Max-Util", "energy_filter: none");
    CommandRun run =
        CommandRun.of(
            "run", without, "--set", "energy_budget=1 GJ", "--out", directory.resolve("r"));
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("energy_budget needs the power of machines");
  }

  @Test
  void aPolicyThatWeighsEnergyNeedsPower() throws IOException {
    assertThat(problems(study("dark.yaml", "Max-Max-UPE, Max-Max-Util", "energy_filter: none")))
        .contains(
            "study.yaml:8: axes.policy[0]: policy Max-Max-UPE needs power of machines, which"
                + " system dark does not have (value Max-Max-UPE); leave it out, or give each"
                + " machine type power in each P-state or rated_power, or name a power file in the"
                + " system")
        .hasLineCount(1);
  }

  @Test
  void aFilterNeedsABudget() throws IOException {
    String policies = "MM, {policy: Max-Max-UPE, name: U, energy_filter: adaptive}";
    assertThat(problems(study("lit.yaml", policies, "energy_filter: fixed 0.75")))
        .contains(
            "study.yaml:8: axes.policy[1].energy_filter: energy_filter has no effect without"
                + " energy_budget (value adaptive); give a budget, or leave the filter out")
        .contains(
            "study.yaml:14: settings.energy_filter: energy_filter has no effect without"
                + " energy_budget (value fixed 0.75); give a budget, or leave the filter out");
    Path axis = study("lit.yaml", "MM", "energy_period: 12 h");
    Files.writeString(
        axis, Files.readString(axis).replace("[MM]", "[MM], energy_filter: [none, adaptive]"));
    assertThat(problems(axis)).contains("study.yaml:8: axes.energy_filter: energy_filter has no");
    CommandRun set =
        CommandRun.of(
            "run",
            study("lit.yaml", "MM", ""),
            "--set",
            "energy_filter=adaptive",
            "--out",
            directory.resolve("r"));
    assertThat(set.status()).isEqualTo(ExitCode.USAGE);
    assertThat(set.err()).contains("energy_filter has no effect without energy_budget");
  }

  /** Policies with budgets of their own, and an axis on which some scenarios have none. */
  @Test
  void aFilterThatAnyBudgetMeetsIsNoMistake() throws IOException {
    Path own =
        study(
            "lit.yaml",
            "MM, {policy: MM, name: M, energy_budget: 1 kJ}",
            "energy_filter: fixed 0.75");
    assertThat(CommandRun.of("check", own).status()).isEqualTo(ExitCode.OK);
    Path axis = study("lit.yaml", "{policy: MM, energy_filter: adaptive}", "");
    Files.writeString(
        axis, Files.readString(axis).replace("}]}", "}], energy_budget: [none, 1 kJ]}"));
    assertThat(CommandRun.of("check", axis).status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void allThatIsWrongOfABudgetIsToldAtOnce() throws IOException {
    assertThat(
            problems(
                study(
                    "lit.yaml",
                    "Max-Max-UPE",
                    """
                    energy_budget: 1 GJ then 0 GJ
                    energy_period: 0 s
                    energy_start: 3
                    energy_filter: fixed 0
                    utility_threshold: -1
                    charge: fast
                    """)))
        .contains(
            "study.yaml:14: settings.energy_budget: does not fit (value 1 GJ then 0 GJ); expected"
                + " none, or a number above 0 and one of J, kJ, MJ, GJ, money, g CO2, kg CO2, t"
                + " CO2, as 1.11 GJ, 1.1 GJ then 0.9 GJ, or 1.11 GJ at 95%\n")
        .contains("study.yaml:15: settings.energy_period: does not fit (value 0 s)")
        .contains("study.yaml:16: settings.energy_start: does not fit (value 3)")
        .contains("study.yaml:17: settings.energy_filter: does not fit (value fixed 0)")
        .contains("study.yaml:18: settings.utility_threshold: does not fit (value -1)")
        .contains("study.yaml:19: settings.charge: does not fit (value fast)")
        .contains("6 problems");
  }

  @Test
  void budgetsWithoutAUnitAndPeriodsShorterThanATick() throws IOException {
    assertThat(problems(study("lit.yaml", "Max-Max-UPE", "energy_budget: 1.1")))
        .contains("settings.energy_budget: does not fit (value 1.1); expected none, or a number");
    for (String bad : new String[] {"1 GJ at 30%", "1 GJ at 100%", "none at 95%", "1 GJ at"}) {
      assertThat(problems(study("lit.yaml", "Max-Max-UPE", "energy_budget: " + bad)))
          .contains("settings.energy_budget: does not fit (value %s); expected".formatted(bad));
    }
    assertThat(
            problems(
                study("lit.yaml", "Max-Max-UPE", "energy_budget: 1 kJ\nenergy_period: 1 us\n")))
        .contains("an energy period of 1 us is shorter than a tick of 1 ms; give at least one");
  }

  @Test
  void utilityThatIsNone() throws IOException {
    Path tasks =
        write(
            "bad.csv",
            """
            task_type,arrival_s,deadline_s,utility
            a,0,,0:8 600:x
            a,1,,600:8 60:4
            a,2,,0:-1
            """);
    assertThat(problems(tasks))
        .contains("bad.csv:2: utility: \"x\" is no number")
        .contains("bad.csv:3: utility: point 2 of a utility function is earlier than the one")
        .contains("bad.csv:4: utility: point 1 of a utility function has utility -1.0;")
        .contains(
            "(value 0:8 600:x); expected a worth until the deadline, as 8, or points"
                + " as 0:8 600:4");
  }

  @Test
  void pStatesAndPowerOfASystem() throws IOException {
    write("bad.pet.csv", PET.replace("b,x,1,30,1\n", "") + "c,y,0,5,1\n");
    write(
        "bad.power.csv",
        "task_type,machine_type,p_state,power_w\na,x,0,0\na,x,1,-5\nb,x,0,5\nc,y,0,7\n");
    Path system =
        write(
            "bad.yaml",
            """
            name: bad
            tick: 1 ms
            machine_types:
              - {name: x, p_states: [{name: P0, power: 0 W}, {name: P1, power: -10 W}]}
              - {name: y, rated_power: 100}
            pet: bad.pet.csv
            power: bad.power.csv
            """);
    assertThat(problems(system, directory.resolve("bad.power.csv")))
        .contains("bad.yaml:4: machine_types[0].p_states[0].power: is no power (value 0 W);")
        .contains("bad.yaml:4: machine_types[0].p_states[1].power: does not fit (value -10 W);")
        .contains(
            "bad.yaml:5: machine_types[1].rated_power: does not fit (value 100); expected a power")
        .contains("bad.pet.csv:5: b on x: has no times in P-state 1 of 2; give all P-states")
        .contains(
            "bad.power.csv:2: power_w: is not a power (value 0); expected watts above 0; also line"
                + " 3 (-5)")
        .contains("bad.power.csv:4: b on x: has no power in P-state 1 of 2; give all P-states");
  }

  @Test
  void aPStateThatIsFasterThanTheFirst() throws IOException {
    write("ok.pet.csv", PET.replace("a,x,1,15,1", "a,x,1,5,1"));
    assertThat(problems(directory.resolve("lit.yaml")))
        .contains(
            "lit.yaml:5: pet: task type a on machine type x takes 5000.0 ticks on average in"
                + " P-state 1, 10000.0 in P-state 0 (value ok.pet.csv); let P-state 0 be the"
                + " fastest");
  }

  @Test
  void aTaskTypeThatNoMachineCanRun() throws IOException {
    Path system = write("none.yaml", POWERED + "missing: cannot-run\ntask_types: [a, b, c]\n");
    assertThat(problems(system))
        .contains("none.yaml:7: task_types: task type c has no row in the PET; known: a, b");
  }

  @Test
  void generatedSystems() {
    CommandRun idle =
        CommandRun.of(
            "system", "generate", "-o", directory.resolve("g.yaml"), "--special-each", "0..0");
    assertThat(idle.err())
        .contains("a special machine type without a special task type has nothing to run");
    CommandRun shares =
        CommandRun.of(
            "system", "generate", "-o", directory.resolve("g.yaml"), "--power-shares", "1,1.2");
    assertThat(shares.err()).contains("power-shares").contains("1.2");
    assertThat(shares.status()).isEqualTo(ExitCode.USAGE);
  }
}
