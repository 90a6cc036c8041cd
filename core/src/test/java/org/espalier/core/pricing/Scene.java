package org.espalier.core.pricing;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;

/** A system in which tasks arrive and only a test decides; its mapping events are there to see. */
public final class Scene implements AllocationPolicy, ExecutionBackend {
  public static final AllocationRules RULES = AllocationRules.bounded(3, DroppingScope.EXECUTING);

  private final ResourceManager manager;
  private Consumer<MappingSession> policy = session -> {};
  private int tasks;
  private @Nullable MappingSession last;

  public Scene(HcSystem system) {
    this(system, RULES);
  }

  public Scene(HcSystem system, AllocationRules rules) {
    manager = new ResourceManager(system, rules, this, this, Journal.NONE);
  }

  /** A machine of each type, where a tick is a second; [task type][machine type]. */
  public static HcSystem system(@Nullable Pmf[][] times) {
    return system(times, IntStream.range(0, times[0].length).toArray());
  }

  /** Machines of some types. */
  public static HcSystem system(@Nullable Pmf[][] times, int... machineTypes) {
    List<MachineType> types =
        IntStream.range(0, times[0].length).mapToObj(j -> new MachineType(j, "t" + j)).toList();
    return new HcSystem(
        "scene",
        Duration.ofSeconds(1),
        IntStream.range(0, times.length).mapToObj(i -> new TaskType(i, "k" + i)).toList(),
        types,
        IntStream.range(0, machineTypes.length)
            .mapToObj(m -> new Machine(m, "m" + m, types.get(machineTypes[m])))
            .toList(),
        PetMatrix.of(times));
  }

  /** Whom every later mapping event is shown to, which may decide. */
  public Scene to(Consumer<MappingSession> policy) {
    this.policy = policy;
    return this;
  }

  /** What a decision of a test is based on. */
  public static Basis basis() {
    return Basis.of("test", 1);
  }

  /** Who gives the task that has waited longest to a machine, once. */
  public Scene given(int machine) {
    boolean[] isDone = new boolean[1];
    return to(session -> {
      if (!isDone[0] && !session.open().isEmpty()) {
        isDone[0] = true;
        session.assign(
            session.open().getFirst(), session.fastestPlacement(machine), Basis.of("test", 1));
      }
    });
  }

  public Scene arrive(long now, int type, long deadline) {
    return arrive(now, new Task(tasks++, type, now, deadline));
  }

  public Scene arrive(long now, Task task) {
    manager.taskArrived(now, task);
    return this;
  }

  public Scene settle(long now) {
    manager.settle(now);
    return this;
  }

  public ResourceManager manager() {
    return manager;
  }

  /** The last mapping event, as if nothing had been decided in it. */
  public MappingSession session() {
    return Objects.requireNonNull(last);
  }

  @Override
  public String name() {
    return "test";
  }

  @Override
  public List<Decision> decide(MappingEvent event) {
    MappingSession session = new MappingSession(event);
    policy.accept(session);
    last = new MappingSession(event);
    return session.decisions();
  }

  @Override
  public void start(long now, Placement placement, Task task) {}

  @Override
  public void evict(long now, Machine machine, Task task) {}
}
