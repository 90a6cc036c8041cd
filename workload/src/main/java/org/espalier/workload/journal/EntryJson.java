package org.espalier.workload.journal;

import static org.espalier.workload.journal.Fields.at;
import static org.espalier.workload.journal.Fields.constant;
import static org.espalier.workload.journal.Fields.doubleAt;
import static org.espalier.workload.journal.Fields.flagAt;
import static org.espalier.workload.journal.Fields.intAt;
import static org.espalier.workload.journal.Fields.listAt;
import static org.espalier.workload.journal.Fields.longAt;
import static org.espalier.workload.journal.Fields.number;
import static org.espalier.workload.journal.Fields.textAt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Decision;
import org.espalier.core.allocation.DeferringFilter;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.DropReason;
import org.espalier.core.allocation.Fate;
import org.espalier.core.allocation.Journal;
import org.espalier.core.allocation.SpentEnergy;
import org.espalier.core.allocation.StopTimes;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.JsonReason;
import org.espalier.workload.document.Names;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A journal entry as one JSON object. */
final class EntryJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String P_STATE = "p_state";
  private static final String END = "end";
  private static final String UNTIL = "until";
  private static final String HELD = "held";
  private static final String SPENT = "spent";
  private static final String PLACEMENT = "placement";

  private EntryJson() {}

  static String line(Journal.Entry entry) {
    return MAPPER.writeValueAsString(object(entry));
  }

  private static ObjectNode object(Journal.Entry entry) {
    return switch (entry) {
      case Journal.Arrived e -> begin("arrived", e.time(), e.task());
      case Journal.Started e -> put(e.placement(), begin("started", e.time(), e.task()));
      case Journal.Finished e ->
          putEnd(e.time(), e.end(), begin("finished", e.time(), e.task()))
              .put("machine", e.machine());
      case Journal.EventHeld e ->
          begin("held", e.time()).put("unmapped", e.unmapped()).put("misses", e.misses());
      case Journal.Charged e -> begin("charged", e.time()).put("ticks", e.ticks());
      case Journal.EventEnded e -> begin("ended", e.time());
      case Journal.Decided e -> decision(e.time(), e.decision());
      case Journal.Left e -> departure(e.time(), e.departure());
      case Journal.Executing e ->
          begin("executing", e.time(), e.task())
              .put("machine", e.machine())
              .put("start", e.start());
      case Journal.Failed e ->
          putEnd(e.time(), e.end(), begin("failed", e.time(), e.task()))
              .put("machine", e.machine());
      case Journal.Lost e ->
          putUntil(e, begin("lost", e.time(), e.task()).put("machine", e.machine()));
      case Journal.Released e -> begin("released", e.time(), e.task());
      case Journal.Returned e -> begin("returned", e.time(), e.task()).put("machine", e.machine());
      case Journal.Cancelled e -> begin("cancelled", e.time(), e.task());
      case Journal.MachineChanged e ->
          begin("machine", e.time()).put("machine", e.machine()).put("available", e.available());
      case Journal.StopTimed e ->
          begin("stop-times", e.time())
              .put("machine", e.machine())
              .put("usual", e.times().usual())
              .put("most", e.times().most());
      case Journal.Clearing e ->
          begin("clearing", e.time()).put("machine", e.machine()).put("since", e.since());
      case Journal.Cleared e -> begin("cleared", e.time()).put("machine", e.machine());
      case Journal.Learned e -> learned(e);
      case Journal.PolicyChanged e ->
          begin("policy", e.time()).put("policy", e.policy()).put("settings", e.settings());
      case Journal.Began e -> began(e);
    };
  }

  private static ObjectNode begin(String event, long time) {
    return MAPPER.createObjectNode().put("event", event).put("time", time);
  }

  private static ObjectNode begin(String event, long time, Task task) {
    ObjectNode object = begin(event, time);
    put(task, object.putObject("task"));
    return object;
  }

  private static ObjectNode put(Task task, ObjectNode object) {
    object
        .put("id", task.id())
        .put("type", task.type())
        .put("arrival", task.arrival())
        .put("deadline", task.deadline());
    UtilityJson.put(task.utility(), object);
    return object;
  }

  /** An end that was heard at once goes without saying. */
  private static ObjectNode putEnd(long time, long end, ObjectNode object) {
    return end == time ? object : object.put(END, end);
  }

  /** That a task comes back at once goes without saying. */
  private static ObjectNode putUntil(Journal.Lost entry, ObjectNode object) {
    return entry.until() == entry.time() ? object : object.put(UNTIL, entry.until());
  }

  /** P-state 0 goes without saying, and so does an id that is that of the machine. */
  private static ObjectNode put(Placement placement, ObjectNode object) {
    object.put("machine", placement.machine());
    if (placement.pState() > 0) {
      object.put(P_STATE, placement.pState());
    }
    if (placement.id() != placement.machine()) {
      object.put(PLACEMENT, placement.id());
    }
    return object;
  }

  private static ObjectNode learned(Journal.Learned entry) {
    ObjectNode object =
        begin("learned", entry.time())
            .put("task_type", entry.taskType())
            .put("machine_type", entry.machineType());
    if (entry.pState() > 0) {
      object.put(P_STATE, entry.pState());
    }
    SystemJson.put(entry.executionTime(), object.putObject("execution_time"));
    return object;
  }

  private static ObjectNode began(Journal.Began entry) {
    ObjectNode object = begin("began", entry.time());
    SystemJson.put(entry.system(), object.putObject("system"));
    RulesJson.put(entry.rules(), object.putObject("rules"));
    object.put("policy", entry.policy()).put("settings", entry.settings());
    ArrayNode waiting = object.putArray("waiting");
    entry.waiting().forEach(task -> put(task, waiting.addObject()));
    ArrayNode running = object.putArray("running");
    for (Journal.Running run : entry.running()) {
      ObjectNode item = put(run.placement(), running.addObject()).put("start", run.start());
      put(run.task(), item.putObject("task"));
    }
    if (!entry.held().isEmpty()) {
      ArrayNode held = object.putArray(HELD);
      for (Journal.Held each : entry.held()) {
        put(each.task(), held.addObject().put(UNTIL, each.until()).putObject("task"));
      }
    }
    entry
        .spent()
        .ifPresent(spent ->
            object.putObject(SPENT).put("since", spent.since()).put("joules", spent.joules()));
    return object;
  }

  private static ObjectNode decision(long time, Decision decision) {
    ObjectNode object =
        switch (decision) {
          case Decision.Assign d -> put(d.placement(), begin("assigned", time, d.task()));
          case Decision.Defer d -> deferred(time, d);
          case Decision.Discard d ->
              begin("discarded", time, d.task()).put("reason", Names.word(d.reason()));
          case Decision.Drop d ->
              begin("dropped", time, d.task())
                  .put("machine", d.machine())
                  .put("reason", Names.word(d.reason()));
          case Decision.Evict d ->
              begin("evicted", time, d.task())
                  .put("machine", d.machine())
                  .put("reason", Names.word(d.reason()));
        };
    Basis basis = decision.basis();
    ObjectNode shown = object.putObject("basis").put("measure", basis.measure());
    putFinite(shown, "value", basis.value());
    putFinite(shown, "limit", basis.limit());
    return object;
  }

  /** Most filters are deferring, which goes without saying. */
  private static ObjectNode deferred(long time, Decision.Defer decision) {
    ObjectNode object = put(decision.placement(), begin("deferred", time, decision.task()));
    return decision.filter().equals(DeferringFilter.REASON)
        ? object
        : object.put("filter", decision.filter());
  }

  /** JSON has no NaN and no infinity: they are written as words, and NaN is left out. */
  private static void putFinite(ObjectNode object, String key, double value) {
    if (Double.isInfinite(value)) {
      object.put(key, Double.toString(value));
    } else if (!Double.isNaN(value)) {
      object.put(key, value);
    }
  }

  private static ObjectNode departure(long time, Departure departure) {
    ObjectNode object =
        putEnd(time, departure.time(), begin("left", time, departure.task()))
            .put("fate", Names.word(departure.fate()));
    put(departure.placement(), object);
    if (departure.start() != Departure.NOT_STARTED) {
      object.put("start", departure.start());
    }
    return object;
  }

  /** The entry of a line, or empty if it is none, which is reported. */
  static Optional<Journal.Entry> parse(String line, int number, FileProblems problems) {
    if (!line.startsWith("{") || !line.endsWith("}")) {
      problems.report(
          number, "", line, "is no journal entry: expected {...}", "is the line cut short?");
      return Optional.empty();
    }
    try {
      return Optional.of(entry(MAPPER.readTree(line)));
    } catch (JacksonException | IllegalArgumentException e) {
      String reason =
          e instanceof JacksonException json
              ? JsonReason.of(json.getOriginalMessage())
              : e.getMessage();
      problems.report(number, "", line, "is no journal entry: " + reason, "is the line cut short?");
      return Optional.empty();
    }
  }

  private static Journal.Entry entry(JsonNode line) {
    long time = longAt(line, "time");
    return switch (textAt(line, "event")) {
      case "arrived" -> new Journal.Arrived(time, task(line));
      case "started" -> new Journal.Started(time, placement(line), task(line));
      case "finished" ->
          new Journal.Finished(time, intAt(line, "machine"), task(line), end(line, time));
      case "held" -> new Journal.EventHeld(time, intAt(line, "unmapped"), intAt(line, "misses"));
      case "charged" -> new Journal.Charged(time, longAt(line, "ticks"));
      case "ended" -> new Journal.EventEnded(time);
      case "left" -> new Journal.Left(time, departure(line, end(line, time)));
      case "executing" ->
          new Journal.Executing(time, intAt(line, "machine"), task(line), longAt(line, "start"));
      case "failed" ->
          new Journal.Failed(time, intAt(line, "machine"), task(line), end(line, time));
      case "lost" -> new Journal.Lost(time, intAt(line, "machine"), task(line), until(line, time));
      case "released" -> new Journal.Released(time, task(line));
      case "returned" -> new Journal.Returned(time, intAt(line, "machine"), task(line));
      case "cancelled" -> new Journal.Cancelled(time, task(line));
      case "machine" ->
          new Journal.MachineChanged(time, intAt(line, "machine"), flagAt(line, "available"));
      case "stop-times" ->
          new Journal.StopTimed(
              time,
              intAt(line, "machine"),
              new StopTimes(longAt(line, "usual"), longAt(line, "most")));
      case "clearing" -> new Journal.Clearing(time, intAt(line, "machine"), longAt(line, "since"));
      case "cleared" -> new Journal.Cleared(time, intAt(line, "machine"));
      case "learned" ->
          new Journal.Learned(
              time,
              intAt(line, "task_type"),
              intAt(line, "machine_type"),
              pState(line),
              SystemJson.pmf(at(line, "execution_time")));
      case "policy" ->
          new Journal.PolicyChanged(time, textAt(line, "policy"), textAt(line, "settings"));
      case "began" -> began(line, time);
      case String event -> new Journal.Decided(time, decision(line, event));
    };
  }

  private static Journal.Began began(JsonNode line, long time) {
    List<Task> waiting = new ArrayList<>();
    listAt(line, "waiting").forEach(item -> waiting.add(taskOf(item)));
    List<Journal.Running> running = new ArrayList<>();
    listAt(line, "running")
        .forEach(item ->
            running.add(new Journal.Running(placement(item), task(item), longAt(item, "start"))));
    return new Journal.Began(
        time,
        SystemJson.system(at(line, "system")),
        RulesJson.rules(at(line, "rules")),
        textAt(line, "policy"),
        textAt(line, "settings"),
        waiting,
        running,
        spent(line),
        held(line));
  }

  private static List<Journal.Held> held(JsonNode line) {
    List<Journal.Held> held = new ArrayList<>();
    line.path(HELD).forEach(item -> held.add(new Journal.Held(task(item), longAt(item, UNTIL))));
    return held;
  }

  private static long until(JsonNode line, long time) {
    return line.has(UNTIL) ? longAt(line, UNTIL) : time;
  }

  private static Optional<SpentEnergy> spent(JsonNode line) {
    if (!line.has(SPENT)) {
      return Optional.empty();
    }
    JsonNode spent = line.get(SPENT);
    return Optional.of(
        new SpentEnergy(longAt(spent, "since"), number(at(spent, "joules"), "joules")));
  }

  private static long end(JsonNode line, long time) {
    return line.has(END) ? longAt(line, END) : time;
  }

  private static Departure departure(JsonNode line, long time) {
    long start = line.has("start") ? longAt(line, "start") : Departure.NOT_STARTED;
    Fate fate = constant(line, "fate", Fate.class);
    return new Departure(task(line), fate, placement(line), start, time);
  }

  private static Decision decision(JsonNode line, String event) {
    return switch (event) {
      case "assigned" -> new Decision.Assign(task(line), placement(line), basis(line));
      case "deferred" -> new Decision.Defer(task(line), placement(line), filter(line), basis(line));
      case "discarded" -> new Decision.Discard(task(line), reason(line), basis(line));
      case "dropped" ->
          new Decision.Drop(task(line), intAt(line, "machine"), reason(line), basis(line));
      case "evicted" ->
          new Decision.Evict(task(line), intAt(line, "machine"), reason(line), basis(line));
      default -> throw new IllegalArgumentException("unknown event \"%s\"".formatted(event));
    };
  }

  private static String filter(JsonNode line) {
    return line.has("filter") ? textAt(line, "filter") : DeferringFilter.REASON;
  }

  private static DropReason reason(JsonNode line) {
    return constant(line, "reason", DropReason.class);
  }

  private static Placement placement(JsonNode line) {
    int machine = intAt(line, "machine");
    if (machine < 0) {
      return Placement.NOWHERE;
    }
    int id = line.has(PLACEMENT) ? intAt(line, PLACEMENT) : machine;
    return new Placement(id, machine, pState(line));
  }

  private static int pState(JsonNode line) {
    return line.has(P_STATE) ? intAt(line, P_STATE) : 0;
  }

  private static Task task(JsonNode line) {
    return taskOf(at(line, "task"));
  }

  private static Task taskOf(JsonNode task) {
    return new Task(
        intAt(task, "id"),
        intAt(task, "type"),
        longAt(task, "arrival"),
        longAt(task, "deadline"),
        UtilityJson.of(task));
  }

  private static Basis basis(JsonNode line) {
    JsonNode basis = at(line, "basis");
    return new Basis(textAt(basis, "measure"), doubleAt(basis, "value"), doubleAt(basis, "limit"));
  }
}
