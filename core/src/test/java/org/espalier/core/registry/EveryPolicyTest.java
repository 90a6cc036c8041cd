package org.espalier.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.pmf.DroppingScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each policy that the registry lists maps, on a small system of two P-states. */
class EveryPolicyTest {
  /** A task is worth 50 as it arrives and 1 less with each tick, down to nothing. */
  private record Falling() implements UtilityFunction {
    @Override
    public double of(Task task, long completion) {
      return Math.max(0, 50 - (completion - task.arrival()));
    }
  }

  private static final AllocationRules SOFT =
      new AllocationRules(
          new TaskManagement.PendingSlot(),
          DroppingScope.NONE,
          DeadlineKind.SOFT,
          AllocationRules.bounded(1, DroppingScope.NONE).trigger());

  private static HcSystem system() {
    SplittableRandom random = new SplittableRandom(7);
    long[][][] times = new long[3][3][2];
    for (long[][] row : times) {
      for (long[] cell : row) {
        cell[0] = random.nextLong(2, 20);
        cell[1] = 2 * cell[0];
      }
    }
    List<PState> pStates = List.of(new PState("P0", 100), new PState("P1", 40));
    List<MachineType> types =
        IntStream.range(0, 3).mapToObj(j -> new MachineType(j, "t" + j, 0, 0, pStates)).toList();
    return new HcSystem(
        "small",
        Duration.ofSeconds(1),
        IntStream.range(0, 3).mapToObj(i -> new TaskType(i, "k" + i)).toList(),
        types,
        IntStream.range(0, 4).mapToObj(m -> new Machine(m, "m" + m, types.get(m % 3))).toList(),
        PetMatrix.ofExecutionTimes(times, 1));
  }

  /** What a policy decides in its first event, in which eight tasks wait, as lines. */
  private static List<String> decided(String name, PolicySettings settings) {
    return decided(name, settings, 40, id -> new Falling());
  }

  private static List<String> decided(
      String name, PolicySettings settings, int soonest, IntFunction<UtilityFunction> utility) {
    HcSystem system = system();
    AllocationPolicy policy =
        PolicyRegistry.builtIn().find(name).orElseThrow().create(settings.withSeed(3));
    First first = new First(policy);
    ResourceManager manager =
        new ResourceManager(system, settings.rules(), first, first, Journal.NONE);
    for (int id = 0; id < 8; id++) {
      manager.taskArrived(id, new Task(id, id % 3, id, soonest + 3 * id, utility.apply(id)));
    }
    manager.settle(7);
    return first.lines;
  }

  /** Writes down what a policy decides in its first event. */
  private static final class First extends ForwardingPolicy implements ExecutionBackend {
    private List<String> lines = new ArrayList<>();
    private boolean isOver;

    First(AllocationPolicy policy) {
      super(policy);
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      List<Decision> decisions = super.decide(event);
      if (!isOver) {
        isOver = true;
        lines = decisions.stream().map(First::line).toList();
      }
      return decisions;
    }

    private static String line(Decision decision) {
      String placement =
          decision instanceof Decision.Assign assign ? " in " + assign.placement().pState() : "";
      return decision.task().id() + " on " + decision.machine() + placement;
    }

    @Override
    public void start(long now, Placement placement, Task task) {}

    @Override
    public void evict(long now, Machine machine, Task task) {}
  }

  static Stream<String> names() {
    return PolicyRegistry.builtIn().providers().stream().map(PolicyProvider::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void mapsTasksUnderItsOwnNameWhateverTheDeadlines(String name) {
    for (AllocationRules rules :
        List.of(
            PolicySettings.JOURNAL.rules(), SOFT, AllocationRules.unbounded(DroppingScope.NONE))) {
      for (int permuted : new int[] {1, 3}) {
        PolicySettings settings = PolicySettings.JOURNAL.withRules(rules).withPermuted(permuted);
        assertThat(decided(name, settings)).as("%s", rules).isNotEmpty();
      }
    }
    PolicyRegistry.Entry entry = PolicyRegistry.builtIn().find(name).orElseThrow();
    assertThat(entry.create(PolicySettings.JOURNAL).name()).isEqualTo(name);
    assertThat(entry.provider().summary()).isNotBlank();
    assertThat(entry.provider().source()).isNotBlank();
  }

  /** Each task in turn is worth a hundred times what the others are; deadlines are far or near. */
  private static boolean decidesByWorth(String name, PolicySettings settings) {
    return IntStream.of(40, 15, 10, 0)
        .anyMatch(soonest ->
            IntStream.range(0, 8)
                    .mapToObj(dear ->
                        decided(
                            name,
                            settings,
                            soonest,
                            id -> new DeadlineUtility(id == dear ? 100 : 1)))
                    .distinct()
                    .count()
                > 1);
  }

  @ParameterizedTest
  @MethodSource("names")
  void whoMindsWorthDecidesOtherwiseByIt(String name) {
    PolicyRegistry.Entry entry = PolicyRegistry.builtIn().find(name).orElseThrow();
    for (AllocationRules rules :
        List.of(
            PolicySettings.JOURNAL.rules().withManagement(new TaskManagement.BoundedQueues(1)),
            SOFT,
            AllocationRules.unbounded(DroppingScope.NONE))) {
      PolicySettings settings = PolicySettings.JOURNAL.withRules(rules);
      PolicySettings without = settings.withRules(rules.withWorth(false));

      assertThat(entry.mindsWorth(settings))
          .as("%s", rules)
          .isEqualTo(decidesByWorth(name, settings));
      assertThat(entry.mindsWorth(without))
          .as("%s", without.rules())
          .isEqualTo(decidesByWorth(name, without));
    }
  }

  /** All look at the same tasks, so what two decide alike they may decide by one measure. */
  @Test
  void policiesThatDifferByWhatTheyMeasureMapOtherwise() {
    List<List<String>> groups =
        List.of(
            List.of("MM", "MSD", "MMU", "MOC"),
            List.of("FCFS-P-state-0", "LCFS-P-state-0"),
            List.of("MCT", "MET", "SQ"),
            List.of("Max-Max-Util", "Max-Max-UPT", "Max-Max-UPE"));
    for (List<String> group : groups) {
      List<String> known =
          group.stream().filter(n -> PolicyRegistry.builtIn().find(n).isPresent()).toList();
      assertThat(known).as("names").isEqualTo(group);
      assertThat(known.stream().map(name -> decided(name, PolicySettings.JOURNAL.withRules(SOFT))))
          .as("%s", group)
          .doesNotHaveDuplicates();
    }
  }

  /** MSD and MM differ once the first tasks of each machine are put into their best order. */
  @Test
  void firstTasksArePermutedWhereTheSettingsSaySo() {
    List<String> permuting =
        PolicyRegistry.builtIn().providers().stream()
            .filter(PolicyProvider::permutes)
            .map(PolicyProvider::name)
            .toList();
    AllocationRules rules = AllocationRules.bounded(4, DroppingScope.NONE);
    PolicySettings plain = PolicySettings.JOURNAL.withRules(rules.withDeadlines(DeadlineKind.SOFT));

    assertThat(permuting).contains("Max-Max-Util", "Weighted-Util").doesNotContain("MCT", "JIT");
    assertThat(
            permuting.stream()
                .filter(name -> !decided(name, plain).equals(decided(name, plain.withPermuted(3)))))
        .as("who maps otherwise if it may")
        .isNotEmpty();
  }

  /** A heuristic that needs no more than a function; what a provider says of it by default. */
  @Test
  void whatIsNotSaidOfAPolicyIsSo() {
    MappingHeuristic nothing = MappingSession::open;
    PolicyProvider mine = PolicyProvider.ofHeuristic("Mine", "sum", "src", s -> nothing);

    assertThat(mine.name()).isEqualTo("Mine");
    assertThat(mine.summary()).isEqualTo("sum");
    assertThat(mine.source()).isEqualTo("src");
    assertThat(mine.needsPower()).isFalse();
    assertThat(mine.hasFirstPhase()).isFalse();
    assertThat(mine.permutes()).isFalse();
    assertThat(mine.suits(system())).isTrue();
    assertThat(mine.pruningParts()).isEqualTo(PruningParts.NONE);
    assertThat(mine.pruning(PolicySettings.JOURNAL)).isEqualTo(PolicySettings.JOURNAL.pruning());
    assertThat(mine.caution(PolicySettings.JOURNAL)).isEmpty();
  }
}
