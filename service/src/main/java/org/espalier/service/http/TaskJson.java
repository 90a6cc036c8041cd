package org.espalier.service.http;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.Ending;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Rehearsal;
import org.espalier.service.live.Run;
import org.espalier.service.live.Timeline;
import org.espalier.service.live.Waiting;
import org.espalier.workload.document.Names;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tasks as JSON. */
record TaskJson(Timeline timeline) {
  private String time(double ticks) {
    return time(Math.round(ticks));
  }

  private String time(long ticks) {
    return timeline.instant(ticks).toString();
  }

  ObjectNode task(LiveTask task) {
    ObjectNode json =
        JsonMapper.shared()
            .createObjectNode()
            .put("id", task.id())
            .put("type", task.submission().type());
    task.submission().parameters().forEach(json.putObject("parameters")::put);
    task.submission().key().ifPresent(key -> json.put("key", key));
    task.submission().user().ifPresent(user -> json.put("user", user));
    json.put("state", Names.word(task.state()))
        .put("submitted", time(task.arrival()))
        .put("deadline", task.due().map(Instant::toString).orElse(time(task.deadline())))
        .put("worth", task.worth())
        .put("attempts", task.attempts());
    task.utility().urgency().ifPresent(falls -> json.put("urgency", falls.text()));
    if (task.retries() > 0) {
      json.put("retries", task.retries());
    }
    if (task.isAside()) {
      json.put("held", true);
    } else {
      task.heldUntil().ifPresent(until -> json.put("held_until", time(until)));
    }
    task.run().ifPresent(run -> put(run, json));
    task.stopping().ifPresent(fate -> json.put("stopping", Names.word(fate)));
    task.ending().ifPresent(ending -> put(ending, json));
    return json;
  }

  private void put(Run run, ObjectNode json) {
    json.put("machine", run.machine());
    if (run.pState() > 0) {
      json.put("p_state", run.pState());
    }
    run.served().ifPresent(served -> json.put("version", served.type()));
    if (!Double.isNaN(run.chance())) {
      json.put("chance", run.chance());
    }
    if (run.hasStarted()) {
      json.put("started", time(run.start()));
    }
  }

  private void put(Ending ending, ObjectNode json) {
    json.put("ended", time(ending.time())).put("fate", Names.word(ending.fate()));
    ending.exitCode().ifPresent(code -> json.put("exit_code", code));
    if (!ending.detail().isEmpty()) {
      json.put("detail", ending.detail());
    }
  }

  ObjectNode accepted(Accepted accepted) {
    LiveTask task = accepted.task();
    ObjectNode json = task(task).put("repeated", accepted.repeated());
    if (!accepted.repeated()) {
      warn(task.deadline(), task.arrival(), json);
    }
    if (accepted.differs()) {
      warn("it keeps the deadline and worth that it was accepted with under this key", json);
    }
    return json;
  }

  private void warn(long deadline, long now, ObjectNode json) {
    if (deadline <= now) {
      warn(
          "the deadline %s had passed when the task was submitted; it cannot be on time"
              .formatted(time(deadline)),
          json);
    }
  }

  /** Says something beside what is said already. */
  static void warn(String text, ObjectNode json) {
    String before = json.path("warning").asString("");
    json.put("warning", before.isEmpty() ? text : before + "; " + text);
  }

  /** What a request would be. */
  ObjectNode rehearsal(Rehearsal rehearsal, long now) {
    ObjectNode json =
        JsonMapper.shared().createObjectNode().put("type", rehearsal.submission().type());
    rehearsal.submission().parameters().forEach(json.putObject("parameters")::put);
    json.put("deadline", time(rehearsal.deadline()));
    put(rehearsal.prospects(), rehearsal.machinesLeftOut(), json);
    warn(rehearsal.deadline(), now, json);
    return json;
  }

  /** How a task that is mapped stands. */
  void put(Waiting.Prospect standing, ObjectNode json) {
    json.put("chance_now", standing.chance()).put("expected", time(standing.completion()));
  }

  void put(Waiting waiting, ObjectNode json) {
    ObjectNode object = json.putObject("waiting").put("reason", waiting.reason());
    put(waiting.prospects(), waiting.machinesLeftOut(), object);
  }

  private void put(List<Waiting.Prospect> prospects, int leftOut, ObjectNode json) {
    if (leftOut > 0) {
      json.put("machines_left_out", leftOut);
    }
    ArrayNode machines = json.putArray("machines");
    for (Waiting.Prospect prospect : prospects) {
      ObjectNode item =
          machines
              .addObject()
              .put("machine", prospect.machine())
              .put("can_run", prospect.canRun())
              .put("has_room", prospect.hasRoom())
              .put("chance", prospect.chance());
      if (!Double.isNaN(prospect.completion())) {
        item.put("expected", time(prospect.completion()));
      }
    }
  }

  static ObjectNode line(JournalLine line) {
    ObjectNode json = JsonMapper.shared().createObjectNode().put("sequence", line.sequence());
    json.setAll((ObjectNode) JsonMapper.shared().readTree(line.json()));
    return json;
  }

  /**
   * Adds the history of a task.
   *
   * @param machines names of the machines
   */
  void putHistory(
      List<JournalLine> lines,
      BiFunction<JournalLine, Integer, Optional<String>> machines,
      ObjectNode json) {
    ArrayNode history = json.putArray("history");
    for (JournalLine line : lines) {
      ObjectNode item = named(line, machines);
      item.remove("task");
      history.add(item);
    }
  }

  /** An entry of the journal with the names of machines and the times that it means. */
  ObjectNode named(JournalLine line, BiFunction<JournalLine, Integer, Optional<String>> machines) {
    ObjectNode item = line(line).put("at", time(line.time()));
    int machine = item.path("machine").asInt(-1);
    if (machine >= 0) {
      machines.apply(line, machine).ifPresent(name -> item.put("machine_name", name));
    }
    if (item.get("basis") instanceof ObjectNode basis) {
      putTimes(basis);
    }
    return item;
  }

  /** Says of a number that is a time which one it is. */
  private void putTimes(ObjectNode basis) {
    String measure = basis.path("measure").asString();
    JsonNode value = basis.path("value");
    if (Basis.isMoment(measure) && value.isNumber()) {
      basis.put("at", time(value.asDouble()));
    } else if (Basis.isDuration(measure) && value.isNumber()) {
      basis.put("ms", timeline.milliseconds(value.asDouble()));
    }
  }
}
