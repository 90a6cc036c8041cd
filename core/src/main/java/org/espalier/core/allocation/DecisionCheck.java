package org.espalier.core.allocation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.IllegalDecisionException;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * Checks the decisions of one mapping event against its state, all of them before any is applied.
 */
final class DecisionCheck {
  private final MappingEvent event;
  private final List<String> problems = new ArrayList<>();
  private final Set<Integer> seen = new HashSet<>();
  private final BatchQueue waiting;

  /** By how many tasks the queue of a machine has grown so far. */
  private final Map<Integer, Integer> growth = new HashMap<>();

  private DecisionCheck(MappingEvent event, BatchQueue waiting) {
    this.event = event;
    this.waiting = waiting;
  }

  /**
   * Checks them.
   *
   * @param waiting the batch queue
   * @throws IllegalDecisionException with all problems, if there are any
   */
  static void check(
      String policy, MappingEvent event, BatchQueue waiting, @Nullable List<Decision> decisions) {
    if (decisions == null) {
      throw new IllegalDecisionException(
          "policy %s returned nothing at time %s; return an empty list to decide nothing"
              .formatted(policy, event.now()));
    }
    if (decisions.isEmpty()) {
      return;
    }
    DecisionCheck check = new DecisionCheck(event, waiting);
    for (Decision decision : decisions) {
      check.checkOne(decision);
    }
    if (!check.problems.isEmpty()) {
      throw new IllegalDecisionException(
          "policy %s took decisions at time %s that cannot be applied:%n  %s"
              .formatted(policy, event.now(), String.join("\n  ", check.problems)));
    }
  }

  private void checkOne(@Nullable Decision decision) {
    if (decision == null) {
      problems.add("a decision is null");
      return;
    }
    switch (decision) {
      case Decision.Assign assign -> checkAssign(assign);
      case Decision.Drop drop -> checkRemoval(drop.task(), drop.machine(), false);
      case Decision.Evict evict -> checkRemoval(evict.task(), evict.machine(), true);
      case Decision.Defer defer -> checkUnmapped(defer.task());
      case Decision.Discard discard -> {
        checkUnmapped(discard.task());
        checkOnce(discard.task());
      }
    }
  }

  private void checkAssign(Decision.Assign assign) {
    Task task = assign.task();
    if (!placementExists(task, assign.placement())) {
      return;
    }
    checkUnmapped(task);
    checkVersion(task);
    checkOnce(task);
    MachineQueue queue = event.queue(assign.machine());
    if (!queue.canRun(task.type())) {
      problems.add(
          "task %s is assigned to machine %s, where its type cannot run"
              .formatted(task.id(), queue.machine().name()));
    }
    int grown = growth.merge(assign.machine(), 1, Integer::sum);
    if (queue.size() + grown > event.rules().management().capacity()) {
      problems.add(
          "task %s is assigned to machine %s, whose queue is full (%s tasks)"
              .formatted(task.id(), queue.machine().name(), event.rules().management().capacity()));
    }
  }

  private void checkVersion(Task task) {
    Task asked = task.asked();
    if (task.isVersion()
        && (waiting.find(task.id()).filter(its -> its.task().equals(asked)).isEmpty()
            || event.system().taskTypes().get(asked.type()).versions().stream()
                .noneMatch(version -> asked.as(version).equals(task)))) {
      problems.add(
          "task %s is assigned as %s, which is no version of it".formatted(task.id(), task));
    }
  }

  private void checkRemoval(Task task, int machine, boolean running) {
    if (!machineExists(task, machine)) {
      return;
    }
    checkOnce(task);
    MachineQueue queue = event.queue(machine);
    int position = queue.positionOf(task.id());
    if (position < 0 || (queue.isBusy() && position == 0) != running) {
      Machine where = queue.machine();
      problems.add(
          "task %s is to be %s machine %s, but it is not there"
              .formatted(task.id(), running ? "evicted from" : "dropped from", where.name()));
      return;
    }
    growth.merge(machine, -1, Integer::sum);
  }

  private boolean placementExists(Task task, Placement placement) {
    if (!machineExists(task, placement.machine())) {
      return false;
    }
    List<Placement> placements = event.placements().asList();
    int id = placement.id();
    boolean exists = id >= 0 && id < placements.size() && placements.get(id).equals(placement);
    if (!exists) {
      problems.add(
          "task %s is assigned to %s, which the system does not have; take one of its placements"
              .formatted(task.id(), placement));
    }
    return exists;
  }

  private boolean machineExists(Task task, int machine) {
    if (machine >= 0 && machine < event.machines()) {
      return true;
    }
    problems.add(
        "a decision on task %s names machine %s; there are machines 0 to %s"
            .formatted(task.id(), machine, event.machines() - 1));
    return false;
  }

  private void checkOnce(Task task) {
    if (!seen.add(task.id())) {
      problems.add("task %s is assigned, dropped or discarded twice".formatted(task.id()));
    }
  }

  private void checkUnmapped(Task task) {
    if (waiting.find(task.id()).isEmpty()) {
      problems.add("task %s is not in the batch queue".formatted(task.id()));
    }
  }
}
