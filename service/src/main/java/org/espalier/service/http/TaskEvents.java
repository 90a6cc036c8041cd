package org.espalier.service.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Submission;
import org.espalier.service.scheduling.LiveScheduler;
import org.espalier.workload.document.Names;
import tools.jackson.databind.node.ObjectNode;

/**
 * The entries of the journal that one follower wants: of one task, of one user's tasks, or of those
 * of one type. They are told with names.
 */
final class TaskEvents {
  static final String[] QUERY = {"task", "user", "type"};
  private static final int CHUNK = 1000;
  private static final int REMEMBERED = 10_000;

  private final LiveScheduler service;
  private final TaskJson json;
  private final OptionalLong task;
  private final Optional<String> user;
  private final Optional<String> type;
  private final Map<Long, Optional<Submission>> submissions =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Optional<Submission>> eldest) {
          return size() > REMEMBERED;
        }
      };

  private TaskEvents(LiveScheduler service, Exchange exchange) {
    this.service = service;
    this.json = new TaskJson(service.timeline());
    this.task = exchange.count("task");
    this.user = exchange.query("user");
    this.type = exchange.query("type");
    List<String> types = service.taskTypes().stream().map(each -> each.name()).toList();
    if (type.filter(name -> !types.contains(name)).isPresent()) {
      throw ProblemAnswer.invalid(
          "?type", "is no task type; " + Names.remedy(type.orElseThrow(), types));
    }
    if (task.isPresent() && service.task(task.getAsLong()).isEmpty()) {
      throw new ProblemAnswer(404, "Not found", "there is no task " + task.getAsLong());
    }
  }

  /** Those that a request asks for; empty if it asks for all. */
  static Optional<TaskEvents> wanted(LiveScheduler service, Exchange exchange) {
    return List.of(QUERY).stream().anyMatch(name -> exchange.query(name).isPresent())
        ? Optional.of(new TaskEvents(service, exchange))
        : Optional.empty();
  }

  /** Whether what was before the follower came is told too. */
  boolean isOfOneTask() {
    return task.isPresent();
  }

  /** Entries after a number, the wanted ones and perhaps others. */
  List<JournalLine> after(long sequence) {
    return task.isPresent()
        ? service.history(task.getAsLong()).stream()
            .filter(line -> line.sequence() > sequence)
            .toList()
        : service.journal(sequence, CHUNK);
  }

  /** An entry with names; empty if it is not wanted. */
  Optional<ObjectNode> named(JournalLine line) {
    return line.task() == JournalLine.NO_TASK
        ? Optional.empty()
        : submissions
            .computeIfAbsent(line.task(), id -> service.task(id).map(LiveTask::submission))
            .filter(this::isWanted)
            .map(of -> {
              ObjectNode item = json.named(line, service::machineName);
              item.put("task", line.task()).put("type_name", of.type());
              of.user().ifPresent(name -> item.put("user", name));
              return item;
            });
  }

  private boolean isWanted(Submission submission) {
    return user.filter(name -> !submission.user().equals(Optional.of(name))).isEmpty()
        && type.filter(name -> !submission.type().equals(name)).isEmpty();
  }
}
