package org.espalier.core.heuristic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.MappingState;
import org.espalier.core.allocation.PairFilter;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;

/** A system whose mapping events are decided by one heuristic after the other. */
final class Life implements AllocationPolicy, ExecutionBackend {
  final ResourceManager manager;
  private final List<PairFilter> filters = new ArrayList<>();
  private Consumer<MappingSession> mapping = session -> {};
  private List<Decision> decisions = List.of();

  Life(HcSystem system, AllocationRules rules) {
    manager = new ResourceManager(system, rules, this, this, Journal.NONE);
  }

  /** A system where a tick is a second. */
  static HcSystem system(PetMatrix pet, int... typeOfMachine) {
    List<MachineType> types =
        IntStream.range(0, pet.machineTypes())
            .mapToObj(j -> new MachineType(j, "type " + j, 0, 0, pStates(pet.pStates(j))))
            .toList();
    return new HcSystem(
        "life",
        Duration.ofSeconds(1),
        IntStream.range(0, pet.taskTypes()).mapToObj(i -> new TaskType(i, "task " + i)).toList(),
        types,
        IntStream.range(0, typeOfMachine.length)
            .mapToObj(m -> new Machine(m, "machine " + m, types.get(typeOfMachine[m])))
            .toList(),
        pet);
  }

  private static List<PState> pStates(int count) {
    return IntStream.range(0, count).mapToObj(p -> new PState("P" + p, 100.0 / (p + 1))).toList();
  }

  /** The same where each time is certain, by task type, machine type and P-state. */
  static HcSystem certain(long[][][] times, int... typeOfMachine) {
    return system(PetMatrix.ofExecutionTimes(times, 1), typeOfMachine);
  }

  /** From now on some placements are refused to a task. */
  Life refusing(int task, Integer... placements) {
    List<Integer> refused = List.of(placements);
    PairNumber refusal =
        (state, candidate, placement) ->
            candidate.task().id() == task && refused.contains(placement) ? 1 : 0;
    filters.add(new Refusing(refusal, false));
    return this;
  }

  /** From now on no task is mapped behind so many others. */
  Life limiting(int ahead) {
    PairNumber tooMany =
        (state, candidate, placement) -> state.queue(state.machineOf(placement)).size() - ahead + 1;
    filters.add(new Refusing(tooMany, true));
    return this;
  }

  /** Refuses pairs for which a number is above 0. */
  private record Refusing(PairNumber number, boolean mindsTypeOnly) implements PairFilter {
    @Override
    public String reason() {
      return "refused";
    }

    @Override
    public boolean admits(MappingState state, Candidate candidate, int placement) {
      return number.of(state, candidate, placement) <= 0;
    }

    @Override
    public Basis basis(MappingState state, Candidate candidate, int placement) {
      return Basis.of("refusal", number.of(state, candidate, placement));
    }
  }

  /** What a heuristic maps in the event in which tasks arrive, as {@code 3 on 0}, in its order. */
  List<String> event(long now, MappingHeuristic heuristic, Task... arriving) {
    hold(now, heuristic::map, arriving);
    return assigned().stream()
        .map(assign -> "%d on %d".formatted(assign.task().id(), assign.placement().id()))
        .toList();
  }

  /** Lets somebody look at the session of the event in which tasks arrive. */
  void hold(long now, Consumer<MappingSession> looker, Task... arriving) {
    mapping = looker;
    for (Task task : arriving) {
      manager.taskArrived(now, task);
    }
    manager.settle(now);
  }

  /** What was mapped in the last event. */
  List<Decision.Assign> assigned() {
    return decisions.stream()
        .filter(Decision.Assign.class::isInstance)
        .map(Decision.Assign.class::cast)
        .toList();
  }

  @Override
  public String name() {
    return "under test";
  }

  @Override
  public List<Decision> decide(MappingEvent event) {
    MappingSession session = new MappingSession(event);
    filters.forEach(session::filterBy);
    mapping.accept(session);
    decisions = List.copyOf(session.decisions());
    return decisions;
  }

  @Override
  public void start(long now, Placement placement, Task task) {}

  @Override
  public void evict(long now, Machine machine, Task task) {}
}
