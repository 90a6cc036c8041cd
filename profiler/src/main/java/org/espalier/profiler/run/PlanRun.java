package org.espalier.profiler.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.measure.Stop;
import org.espalier.profiler.plan.Application;
import org.espalier.profiler.plan.Colocation;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Conditions;
import org.espalier.profiler.sample.MeasuredRun;

/**
 * Measures a plan. Each task type runs some times to warm up, each in a simulated cache where that
 * is wanted, and then all cells run in rounds, each once in a round until it is known well enough.
 * The order in a round is drawn from the seed, so that a drift of the machine falls on all cells
 * alike and does not look like an effect of one.
 *
 * <p>Every run is in the journal before the next begins; what the journal holds is not measured
 * again.
 */
public final class PlanRun {
  private final ProfilePlan plan;
  private final OpenMachines machines;
  private final Settings settings;
  private final Map<String, CellRunner> runners = new LinkedHashMap<>();
  private final Tally tally;
  private final List<MeasuredRun> rows = new ArrayList<>();

  /**
   * Where and how a plan is measured.
   *
   * @param journal none if the runs are kept in memory only
   * @param locks the directory of the files that lock cores, the same for all plans on a machine;
   *     none are locked if empty
   */
  public record Settings(
      Optional<PlanJournal> journal, Stop stop, PlanProgress progress, Optional<Path> locks) {
    /**
     * With locks in the directory for temporary files, or in that of the system property {@code
     * espalier.locks}.
     */
    public static Settings of(PlanJournal journal, Stop stop, PlanProgress progress) {
      String temporary = System.getProperty("java.io.tmpdir");
      Path locks = Path.of(System.getProperty("espalier.locks", temporary));
      return new Settings(Optional.of(journal), stop, progress, Optional.of(locks));
    }

    /** Without a journal and without locks. */
    public static Settings inMemory(Stop stop, PlanProgress progress) {
      return new Settings(Optional.empty(), stop, progress, Optional.empty());
    }
  }

  /** On machines that were found fit for the plan. */
  public PlanRun(ProfilePlan plan, OpenMachines machines, Settings settings) {
    this.plan = plan;
    this.machines = machines;
    this.settings = settings;
    Map<Host, Set<List<String>>> prepared = new HashMap<>();
    for (MachineSetup machine : machines.setups()) {
      Set<List<String>> ofHost = prepared.computeIfAbsent(machine.host(), h -> new HashSet<>());
      runners.put(machine.name(), new CellRunner(plan, machine, ofHost));
    }
    this.tally = new Tally(plan.repeats(), cells(plan, machines));
    settings.journal().ifPresent(journal -> rows.addAll(journal.runs().before()));
    rows.stream()
        .filter(row -> !row.counts().simulated())
        .forEach(row -> tally.add(row.cell(), row.seconds()));
  }

  /** All that a plan measures, in the order of the plan. */
  public static List<Cell> cells(ProfilePlan plan, OpenMachines machines) {
    Set<Cell> cells = new LinkedHashSet<>();
    for (MachineSetup machine : machines.setups()) {
      int pStates = machine.pStates().size();
      IntStream.range(0, Math.max(1, pStates))
          .mapToObj(p -> pStates == 0 ? OptionalInt.empty() : OptionalInt.of(p))
          .map(pState -> new Conditions(machine.name(), pState))
          .forEach(conditions -> addCells(plan, conditions, machine.wanted().energy(), cells));
    }
    return List.copyOf(cells);
  }

  private static void addCells(
      ProfilePlan plan, Conditions conditions, boolean withSets, Set<Cell> cells) {
    List<String> taskTypes = plan.applications().stream().map(Application::taskType).toList();
    taskTypes.forEach(type -> cells.add(new Cell(type, conditions, List.of())));
    for (Colocation each : plan.colocations()) {
      cells.add(new Cell(each.measured(), conditions, each.beside()));
      if (withSets) {
        List<String> members = each.members();
        List<String> others = members.subList(1, members.size());
        cells.add(new Cell(members.getFirst(), conditions, others, true));
      }
    }
    plan.prediction()
        .ifPresent(prediction -> {
          for (String type : taskTypes) {
            prediction.pressures().stream()
                .map(pressure -> new Cell(type, conditions, List.of(pressure.taskType())))
                .forEach(cells::add);
            cells.add(new Cell(prediction.reference(), conditions, List.of(type)));
          }
        });
  }

  /**
   * Measures until all is known well enough, or until it is stopped.
   *
   * @throws MeasuringFailedException if a run fails; what was measured before is in the journal
   */
  public PlanResults run() throws IOException, MeasuringFailedException {
    try (CoreLocks _ = locks()) {
      settings.stop().enter();
      try {
        warmUp();
        simulate();
        measure();
      } catch (InterruptedException e) {
        if (!settings.stop().isRequested()) {
          Thread.currentThread().interrupt();
        }
      } catch (MeasuringFailedException e) {
        if (!settings.stop().isRequested()) {
          throw e;
        }
      } finally {
        settings.stop().leave();
      }
    }
    return results();
  }

  /** What a stop breaks off may look like a failure. */
  private CoreLocks locks() throws IOException, MeasuringFailedException {
    return settings.locks().isPresent()
        ? CoreLocks.take(settings.locks().get(), localCores())
        : CoreLocks.none();
  }

  private Set<Integer> localCores() {
    Set<Integer> cores = new TreeSet<>();
    machines.setups().stream()
        .filter(machine -> machine.planned().ssh().isEmpty())
        .forEach(machine -> cores.addAll(machine.allCores()));
    return cores;
  }

  private void warmUp() throws MeasuringFailedException, InterruptedException {
    List<Cell> cells = aloneCells(tally.unfinished());
    int times = plan.repeats().warmUps();
    settings.progress().begins("warm-up", times * cells.size());
    for (Cell cell : cells) {
      for (int i = 1; i <= times; i++) {
        String which = "warm-up run %s of %s".formatted(i, cell.describe());
        tally.warmedUp(cell, runner(cell).measure(cell, which).seconds());
        settings.progress().ran(cell);
      }
    }
    settings.progress().ends();
  }

  /** Each application of some cells alone, once for each machine. */
  private static List<Cell> aloneCells(List<Cell> cells) {
    Map<Cell, Cell> alone = new LinkedHashMap<>();
    cells.forEach(cell -> alone.putIfAbsent(cell.aloneInAnyPState(), cell.alone()));
    return List.copyOf(alone.values());
  }

  private CellRunner runner(Cell cell) {
    return Objects.requireNonNull(runners.get(cell.machineType()));
  }

  private void simulate() throws IOException, MeasuringFailedException, InterruptedException {
    List<Cell> wanted = new ArrayList<>();
    for (CellRunner runner : runners.values()) {
      if (runner.machine().simulates()) {
        plan.applications().stream()
            .map(application -> simulatedCell(runner, application))
            .filter(cell -> !isSimulated(cell))
            .forEach(wanted::add);
      }
    }
    settings.progress().begins("cache simulation", wanted.size());
    for (Cell cell : wanted) {
      add(runner(cell).simulate(cell));
      settings.progress().ran(cell);
    }
    settings.progress().ends();
  }

  private static Cell simulatedCell(CellRunner runner, Application application) {
    Conditions conditions = new Conditions(runner.machine().name(), OptionalInt.empty());
    return new Cell(application.taskType(), conditions, List.of());
  }

  private boolean isSimulated(Cell cell) {
    return rows.stream().anyMatch(row -> row.counts().simulated() && row.cell().equals(cell));
  }

  private void measure() throws IOException, MeasuringFailedException, InterruptedException {
    settings.progress().begins("measuring", tally.standing().cells());
    for (List<Cell> round = tally.round(); !round.isEmpty(); round = tally.round()) {
      for (Cell cell : shuffled(round)) {
        if (settings.stop().isRequested()) {
          return;
        }
        measure(cell);
        settings.progress().measured(cell, tally.standing(), tally.left());
      }
    }
    settings.progress().ends();
  }

  /** In an order that depends on the seed and the number of the round alone. */
  private List<Cell> shuffled(List<Cell> round) {
    List<Cell> order = new ArrayList<>(round);
    long number = 1L + tally.runs(round.getFirst());
    Collections.shuffle(order, new Random(plan.seed() * 0x9e3779b97f4a7c15L + number));
    return order;
  }

  private void measure(Cell cell)
      throws IOException, MeasuringFailedException, InterruptedException {
    String which = "run %s of %s".formatted(tally.runs(cell) + 1, cell.describe());
    CellRunner runner = runner(cell);
    MeasuredRun run = cell.isSet() ? runner.measureSet(cell, which) : runner.measure(cell, which);
    add(run);
    tally.add(cell, run.seconds());
  }

  private void add(MeasuredRun row) throws IOException {
    if (settings.journal().isPresent()) {
      settings.journal().get().runs().append(row);
    }
    rows.add(row);
  }

  private PlanResults results() {
    return new PlanResults(plan, machines.measured(), rows, tally.unfinished().isEmpty());
  }
}
