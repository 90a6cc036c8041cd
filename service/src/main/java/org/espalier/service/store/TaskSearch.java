package org.espalier.service.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.TaskQuery;
import org.espalier.service.live.TaskState;
import org.espalier.workload.document.Names;

/**
 * A query for tasks in SQL. A query for several standings asks for the latest of each and takes the
 * latest of those: each part reads an index in order and stops early, where a plain {@code IN}
 * would sort all tasks there are.
 */
final class TaskSearch {
  /** The words of tasks that have not left. */
  static final List<String> UNFINISHED =
      Arrays.stream(TaskState.values()).filter(s -> !s.isFinal()).map(Names::word).toList();

  /** The first task that arrived at or after a time: arrivals never fall as ids rise. */
  private static final String FIRST_SINCE =
      """
      coalesce((SELECT first.id FROM task AS first WHERE first.arrival >= ?
        ORDER BY first.arrival, first.id LIMIT 1), %s)\
      """
          .formatted(Integer.MAX_VALUE);

  private final TaskQuery query;
  private final StringBuilder sql = new StringBuilder();
  private final List<Object> values = new ArrayList<>();

  TaskSearch(TaskQuery query) {
    this.query = query;
    List<String> standings = wanted(query);
    select("content");
    if (query.states().isEmpty() && query.fates().isEmpty()) {
      filter();
      page();
    } else if (standings.isEmpty()) {
      sql.append(" AND 1 = 0");
    } else {
      latestOf(standings);
    }
  }

  String sql() {
    return sql.toString();
  }

  /** The values in the places of its marks. */
  List<Object> values() {
    return values;
  }

  private void select(String columns) {
    sql.append("SELECT ").append(columns).append(" FROM task WHERE 1 = 1");
  }

  private void latestOf(List<String> standings) {
    sql.append(" AND id IN (SELECT id FROM (");
    for (int i = 0; i < standings.size(); i++) {
      sql.append(i == 0 ? "" : " UNION ALL ").append("SELECT id FROM (");
      select("id");
      and("standing = ?", standings.get(i));
      filter();
      page();
      sql.append(") AS part").append(i);
    }
    sql.append(") AS parts");
    page();
    sql.append(")");
    page();
  }

  private void filter() {
    query.type().ifPresent(type -> and("type = ?", StoredTexts.storable(type)));
    query.machine().ifPresent(machine -> and("machine = ?", StoredTexts.storable(machine)));
    query.text().ifPresent(text -> and("search_text LIKE ? ESCAPE '!'", StoredTexts.pattern(text)));
    TaskQuery.Submitted submitted = query.submitted();
    submitted.user().ifPresent(user -> and("submitted_by = ?", StoredTexts.storable(user)));
    submitted.since().ifPresent(time -> and("id >= " + FIRST_SINCE, time));
    submitted.until().ifPresent(time -> and("id < " + FIRST_SINCE, time));
    query.before().ifPresent(id -> and("id < ?", id));
  }

  private void and(String condition, Object value) {
    sql.append(" AND ").append(condition);
    values.add(value);
  }

  private void page() {
    sql.append(" ORDER BY id DESC LIMIT ?");
    values.add(query.limit());
  }

  /**
   * One word for where a task stands, finer than its state. It is the state of a task that has not
   * left, and the fate of one that has. One index on it serves queries by state and by fate.
   */
  static String standing(LiveTask task) {
    return task.ending().map(e -> Names.word(e.fate())).orElseGet(() -> Names.word(task.state()));
  }

  /** The standings of the tasks that a query wants. */
  private static List<String> wanted(TaskQuery query) {
    Stream<String> unfinished =
        Arrays.stream(TaskState.values())
            .filter(s -> !s.isFinal() && query.fates().isEmpty() && query.states().contains(s))
            .map(Names::word);
    Stream<String> finished =
        Arrays.stream(Fate.values())
            .filter(fate -> query.fates().isEmpty() || query.fates().contains(fate))
            .filter(fate -> query.states().isEmpty() || query.states().contains(TaskState.of(fate)))
            .map(Names::word);
    return Stream.concat(unfinished, finished).toList();
  }
}
