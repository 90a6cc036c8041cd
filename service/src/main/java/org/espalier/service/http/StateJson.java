package org.espalier.service.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Oversubscription;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.service.live.Headline;
import org.espalier.service.live.MachineGroup;
import org.espalier.service.live.Overview;
import org.espalier.service.live.Overview.Activity;
import org.espalier.service.live.Overview.EventTimes;
import org.espalier.service.live.Overview.MachineState;
import org.espalier.service.live.Overview.QueuedTask;
import org.espalier.service.live.Run;
import org.espalier.service.live.Timeline;
import org.espalier.service.live.TypeFigures;
import org.espalier.service.scheduling.LiveScheduler;
import org.espalier.workload.document.Names;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Machines, the overview, execution times and what was learned, as JSON. */
record StateJson(LiveScheduler service, Timeline timeline) {
  /** A cell of a wall says how many up to this; more are told as this many. */
  private static final int MOST_IN_A_CELL = 9;

  ObjectNode overview(Overview overview) {
    List<MachineGroup> groups = service.machineGroups();
    int machines = MachineGroup.count(groups, Activity.values());
    ObjectNode json =
        JsonMapper.shared()
            .createObjectNode()
            .put("at", timeline.instant(overview.time()).toString())
            .put("epoch", timeline.epoch().toString())
            .put("sequence", overview.sequence())
            .put("policy", overview.policy())
            .put("unmapped", overview.unmapped())
            .put("running", groups.stream().mapToInt(MachineGroup::busy).sum())
            .put("queued", groups.stream().mapToInt(MachineGroup::queued).sum())
            .put("machine_count", machines);
    json.set("machine_types", groups(groups));
    boolean isAll = machines == overview.machines().size();
    int tasks = isAll ? Integer.MAX_VALUE : Overview.FEW_TASKS;
    json.set("machines", machines(overview.machines(), tasks));
    json.set("batch", queue(overview.batch()));
    put(overview.fates(), json.putObject("fates"));
    put(overview.recent(), json.putObject("recent"));
    overview.oversubscription().ifPresent(view -> put(view, json));
    put(overview.events(), json.putObject("mapping_events"));
    overview.energyJoules().ifPresent(energy -> json.put("energy_joules", energy));
    overview.energyBudget().ifPresent(budget -> put(budget, json.putObject("energy_budget")));
    Headline headline = Headline.of(overview, groups);
    json.putObject("headline")
        .put("state", Names.word(headline.state()))
        .put("text", headline.text());
    ArrayNode types = json.putArray("types");
    overview.types().forEach(type -> put(type, types.addObject()));
    if (!overview.users().isEmpty()) {
      json.set("users", Exchange.MAPPER.valueToTree(overview.users()));
    }
    if (!overview.worth().isEmpty()) {
      json.set("worth", Exchange.MAPPER.valueToTree(overview.worth()));
    }
    overview.notices().forEach(json.putArray("notices")::add);
    if (timeline.setting().times() > 0) {
      json.putObject("clock_set")
          .put("at", timeline.instant(timeline.setting().from()).toString())
          .put("by_seconds", timeline.setting().step().toMillis() / 1e3);
    }
    return json;
  }

  private void put(TypeFigures type, ObjectNode json) {
    json.put("name", type.type())
        .put("left", type.left())
        .put("on_time", type.onTime())
        .put("failed", type.failed());
    if (!Double.isNaN(type.worthOnTime())) {
      json.put("worth_on_time", type.worthOnTime());
    }
    if (type.since() > 0) {
      json.put("per_second", 1e3 * type.left() / timeline.milliseconds(type.since()));
    }
    if (!Double.isNaN(type.response())) {
      json.put("response_ms", timeline.milliseconds(type.response()));
    }
    if (type.poorer() > 0) {
      json.put("poorer", type.poorer());
    }
    json.put("reason", type.reason()).put("doubt", type.doubt());
  }

  private static void put(EventTimes events, ObjectNode json) {
    json.put("count", events.count());
    if (events.count() > 0) {
      json.put("mean_ms", 1e3 * events.meanSeconds()).put("p99_ms", 1e3 * events.mostSeconds());
    }
  }

  private void put(EnergyStanding budget, ObjectNode json) {
    json.put("from", timeline.instant(budget.start()).toString())
        .put("until", timeline.instant(budget.end()).toString());
    EnergyStanding.Account account = budget.account();
    double each = account.perJoule();
    json.put("unit", account.unit())
        .put("budget", each * budget.budgetJoules())
        .put("spent", each * budget.spentJoules())
        .put("pending", each * budget.pendingJoules())
        .put("remaining", each * budget.remainingJoules());
    if (budget.isShare()) {
      json.putObject("of")
          .put("from", timeline.instant(account.start()).toString())
          .put("until", timeline.instant(account.end()).toString())
          .put("budget", each * account.budgetJoules())
          .put("spent", each * (account.beforeJoules() + budget.spentJoules()));
    }
  }

  private static ArrayNode groups(List<MachineGroup> groups) {
    ArrayNode items = JsonMapper.shared().createArrayNode();
    for (MachineGroup group : groups) {
      ObjectNode item =
          items.addObject().put("name", group.type()).put("machines", group.machines().size());
      for (Activity activity : Activity.values()) {
        item.put(Names.word(activity), group.count(activity));
      }
      item.put("busy", group.busy())
          .put("queued", group.queued())
          .put("expected_late", group.expectedLate())
          .put("wall", wall(group, StateJson::queueDigit))
          .put("wall_late", wall(group, machine -> digit(machine.expectedLate(group.now()))));
    }
    return items;
  }

  private static String wall(MachineGroup group, Function<MachineState, String> letter) {
    return group.machines().stream().map(letter).collect(Collectors.joining());
  }

  /** A letter for what takes no tasks or is full, else how many tasks it has. */
  private static String queueDigit(MachineState machine) {
    return switch (machine.activity()) {
      case FAILED -> "x";
      case AWAY -> "a";
      case DRAINED -> "d";
      case FULL -> "f";
      case RUNNING, IDLE -> digit(machine.queue().size());
    };
  }

  private static String digit(int count) {
    return String.valueOf(Math.min(count, MOST_IN_A_CELL));
  }

  private static void put(Oversubscription view, ObjectNode json) {
    json.put("level", view.level()).put("dropping_engaged", view.droppingEngaged());
    view.on().ifPresent(on -> json.put("toggle_on", on));
    view.off().ifPresent(off -> json.put("toggle_off", off));
  }

  private static void put(Map<Fate, Long> counts, ObjectNode json) {
    for (Fate fate : Fate.values()) {
      json.put(Names.word(fate), counts.getOrDefault(fate, 0L));
    }
  }

  /**
   * Machines with their queues.
   *
   * @param tasks how many tasks from the head of each queue are told at most
   */
  ArrayNode machines(List<MachineState> machines, int tasks) {
    ArrayNode items = JsonMapper.shared().createArrayNode();
    machines.forEach(machine -> items.add(machine(machine, tasks)));
    return items;
  }

  ObjectNode machine(MachineState machine, int tasks) {
    ObjectNode json =
        JsonMapper.shared()
            .createObjectNode()
            .put("name", machine.name())
            .put("type", machine.type())
            .put("available", machine.available())
            .put("condition", machine.condition())
            .put("state", Names.word(machine.activity()))
            .put("busy", machine.busy())
            .put("capacity", machine.capacity())
            .put("queued", machine.queue().size())
            .put("expected_late", machine.expectedLate(service.now()));
    service.place(machine.name()).ifPresent(place -> json.put("computer", place));
    json.set("queue", queue(machine.queue().stream().limit(tasks).toList()));
    return json;
  }

  private ArrayNode queue(List<QueuedTask> tasks) {
    ArrayNode items = JsonMapper.shared().createArrayNode();
    for (QueuedTask task : tasks) {
      ObjectNode item =
          items
              .addObject()
              .put("id", task.id())
              .put("type", task.type())
              .put("submitted", timeline.instant(task.arrival()).toString())
              .put("deadline", timeline.instant(task.deadline()).toString());
      if (!Double.isNaN(task.chance())) {
        item.put("chance", task.chance());
      }
      if (task.start() != Run.NOT_STARTED) {
        item.put("started", timeline.instant(task.start()).toString());
      }
    }
    return items;
  }

  /** The execution times of a system. */
  record Pet(String tick, List<String> taskTypes, List<String> machineTypes, List<PetCell> cells) {}

  /** The execution times of a task type on a machine type. */
  record PetCell(
      String taskType,
      String machineType,
      double meanMs,
      long origin,
      long step,
      double... masses) {}

  Pet pet(HcSystem system) {
    List<String> taskTypes = system.taskTypes().stream().map(TaskType::name).toList();
    List<String> machineTypes = system.machineTypes().stream().map(MachineType::name).toList();
    List<PetCell> cells = new ArrayList<>();
    for (int i = 0; i < taskTypes.size(); i++) {
      for (int j = 0; j < machineTypes.size(); j++) {
        if (system.pet().canRun(i, j)) {
          Pmf pmf = system.pet().get(i, j, 0);
          double mean = timeline.milliseconds(pmf.mean());
          cells.add(
              new PetCell(
                  taskTypes.get(i),
                  machineTypes.get(j),
                  mean,
                  pmf.origin(),
                  pmf.step(),
                  pmf.masses()));
        }
      }
    }
    return new Pet(system.tick().toString(), taskTypes, machineTypes, cells);
  }
}
