package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Workload;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.CountedTrial;
import org.espalier.simulator.column.Counting;
import org.espalier.simulator.column.LeftOut;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.simulator.column.TrialResult;
import org.espalier.testkit.CheckedPolicy;
import org.espalier.testkit.ManualDriver;
import org.espalier.testkit.NotificationRecorder;
import org.espalier.testkit.TinyWorkloads;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.system.SystemFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A system with two P-states, read from files and simulated by policies that do not know of them.
 */
class TwoPStatesTest {
  private static final PolicySettings SETTINGS = PolicySettings.JOURNAL;

  @TempDir Path directory;
  private HcSystem system;
  private Trial trial;

  @BeforeEach
  void read() throws IOException {
    Files.writeString(
        directory.resolve("two.pet.csv"),
        """
        # tick 1 ms, step 1
        task_type,machine_type,p_state,time_s,mass
        short,node,0,0.004,0.5
        short,node,0,0.006,0.5
        short,node,1,0.005,0.25
        short,node,1,0.009,0.75
        long,node,0,0.010,0.5
        long,node,0,0.020,0.5
        long,node,1,0.015,0.5
        long,node,1,0.030,0.5
        short,old,0,0.008,1
        long,old,0,0.025,1
        """);
    Path file =
        Files.writeString(
            directory.resolve("two.yaml"),
            """
            name: two P-states
            tick: 1 ms
            machine_types:
              - name: node
                idle_power: 50 W
                p_states: [{name: fast, power: 200 W}, {name: slow, power: 110 W}]
              - {name: old, rated_power: 100 W}
            machines: [{type: old}, {type: node, count: 2}]
            pet: two.pet.csv
            """);
    system = SystemFiles.read(file).value();
    CounterStream times = new CounterStream(3, 0, system.pet());
    trial = new Trial(system, SETTINGS.rules(), workload(), times);
  }

  private static Workload workload() {
    TinyWorkloads workload = TinyWorkloads.empty();
    for (int i = 0; i < 200; i++) {
      int type = i % 3 == 0 ? 1 : 0;
      workload.task(type, 3L * i, 3L * i + (type == 0 ? 15 : 40));
    }
    return workload.build();
  }

  private static AllocationPolicy policy(String name) {
    return PolicyRegistry.builtIn().find(name).orElseThrow().create(SETTINGS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"MM", "PAM", "MCT", "MaxRobust", "MOC", "KPB", "Random", "Round-Robin", "MM-P"})
  void existingPoliciesRunOnIt(String name) {
    NotificationRecorder recorder = new NotificationRecorder();
    TrialOutcome outcome = EventEngine.run(trial, new CheckedPolicy(policy(name)), recorder);

    assertThat(outcome.departures()).hasSize(200);
    assertThat(outcome.departures().stream().map(d -> d.task().id()).distinct()).hasSize(200);
    assertEnergyIsThatOfTasksAndIdleMachines(outcome, recorder.entries());
    NotificationRecorder replayed =
        ManualDriver.replay(system, SETTINGS.rules(), policy(name), recorder.notifications());
    assertThat(replayed.entries()).isEqualTo(recorder.entries());
    assertJournalComesBack(recorder.entries());
  }

  private void assertEnergyIsThatOfTasksAndIdleMachines(
      TrialOutcome outcome, List<Journal.Entry> entries) {
    TimeSpan all = new TimeSpan(0, outcome.endTime());
    CountedTrial counted =
        new CountedTrial(outcome, system, new Counting(LeftOut.NONE, all, EnergySettings.NONE));
    TrialResult result = TrialResult.of(counted, new SchedulerTime(0, 0, 0, 0));
    double ofMachines = MachineEnergy.joules(system, entries, all);
    assertThat(result.get(Column.ENERGY)).isCloseTo(ofMachines, within(1e-9 * ofMachines));
  }

  private static void assertJournalComesBack(List<Journal.Entry> entries) {
    List<Journal.Entry> read =
        JournalFiles.read(Path.of("journal"), entries.stream().map(JournalFiles::line));
    assertThat(read).isEqualTo(entries);
  }

  /** Task by task a random machine is drawn, and used in its fastest P-state. */
  @Test
  void aRandomMachineIsUsedInItsFastestPState() {
    NotificationRecorder recorder = new NotificationRecorder();
    EventEngine.run(trial, policy("Random"), recorder);

    assertThat(recorder.decisions().stream().map(Journal.Decided::decision))
        .filteredOn(Decision.Assign.class::isInstance)
        .isNotEmpty()
        .allMatch(decision -> ((Decision.Assign) decision).placement().pState() == 0)
        .allMatch(decision -> decision.basis().measure().equals("machines to choose from"));
  }

  /**
   * A random choice may be any of the five placements, and what runs slowly takes the times of its
   * P-state.
   */
  @Test
  void tasksTakeTheTimesOfTheirPState() {
    PolicySettings polled =
        SETTINGS.withRules(SETTINGS.rules().withManagement(new TaskManagement.Polled()));
    AllocationPolicy random = PolicyRegistry.builtIn().find("Random").orElseThrow().create(polled);
    TrialOutcome outcome =
        EventEngine.run(
            new Trial(system, polled.rules(), workload(), new CounterStream(3, 0, system.pet())),
            random);
    List<Placement> slow =
        system.placements().stream().filter(placement -> placement.pState() == 1).toList();

    assertThat(slow)
        .hasSize(2)
        .allMatch(
            placement -> outcome.activeTicks(system, TimeSpan.ALWAYS).get(placement.id()) > 0);
    assertThat(outcome.departures().stream().filter(d -> d.fate() == Fate.ON_TIME))
        .filteredOn(d -> slow.contains(d.placement()) && d.task().type() == 0)
        .isNotEmpty()
        .allMatch(d -> d.time() - d.start() == 5 || d.time() - d.start() == 9);
  }
}
