package org.espalier.service.http;

import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.Ending;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Run;
import org.espalier.service.live.Timeline;
import org.espalier.service.live.Waiting;
import org.espalier.workload.document.Names;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tasks as JSON. */
final class TaskJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Timeline timeline;

  TaskJson(Timeline timeline) {
    this.timeline = timeline;
  }

  private String time(long ticks) {
    return timeline.instant(ticks).toString();
  }

  ObjectNode task(LiveTask task) {
    ObjectNode json =
        MAPPER.createObjectNode().put("id", task.id()).put("type", task.submission().type());
    ObjectNode parameters = json.putObject("parameters");
    task.submission().parameters().forEach(parameters::put);
    task.submission().key().ifPresent(key -> json.put("key", key));
    json.put("state", task.state().name().toLowerCase(Locale.ROOT))
        .put("submitted", time(task.arrival()))
        .put("deadline", time(task.deadline()))
        .put("attempts", task.attempts());
    task.run().ifPresent(run -> put(run, json));
    task.ending().ifPresent(ending -> put(ending, json));
    return json;
  }

  private void put(Run run, ObjectNode json) {
    json.put("machine", run.machine());
    if (run.pState() > 0) {
      json.put("p_state", run.pState());
    }
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
    return task(accepted.task()).put("repeated", accepted.repeated());
  }

  void put(Waiting waiting, ObjectNode json) {
    ObjectNode object = json.putObject("waiting").put("reason", waiting.reason());
    if (waiting.machinesLeftOut() > 0) {
      object.put("machines_left_out", waiting.machinesLeftOut());
    }
    ArrayNode machines = object.putArray("machines");
    for (Waiting.Prospect prospect : waiting.prospects()) {
      machines
          .addObject()
          .put("machine", prospect.machine())
          .put("can_run", prospect.canRun())
          .put("has_room", prospect.hasRoom())
          .put("chance", prospect.chance());
    }
  }

  static ObjectNode line(JournalLine line) {
    ObjectNode json = MAPPER.createObjectNode().put("sequence", line.sequence());
    json.setAll((ObjectNode) MAPPER.readTree(line.json()));
    return json;
  }

  /**
   * Adds the history of a task.
   *
   * @param machines names of the machines
   */
  void putHistory(List<JournalLine> lines, IntFunction<String> machines, ObjectNode json) {
    ArrayNode history = json.putArray("history");
    for (JournalLine line : lines) {
      ObjectNode item = line(line).put("at", time(line.time()));
      item.remove("task");
      int machine = item.path("machine").asInt(-1);
      if (machine >= 0) {
        item.put("machine_name", machines.apply(machine));
      }
      history.add(item);
    }
  }
}
