package org.espalier.service.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.TaskQuery;

/**
 * A query for tasks in SQL. A query for several standings asks for the latest of each and takes the
 * latest of those: each part reads an index in order and stops early, where a plain {@code IN}
 * would sort all tasks there are.
 */
final class TaskSearch {
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
  }

  List<LiveTask> run(Connection connection) throws SQLException {
    List<String> standings = TaskStanding.wanted(query);
    if (query.states().isEmpty() && query.fates().isEmpty()) {
      select(TaskRows.COLUMNS);
      filter();
      page();
    } else if (standings.isEmpty()) {
      return List.of();
    } else {
      select(TaskRows.COLUMNS);
      latestOf(standings);
    }
    return execute(connection);
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

  private List<LiveTask> execute(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql.toString())) {
      for (int i = 0; i < values.size(); i++) {
        statement.setObject(i + 1, values.get(i));
      }
      try (ResultSet rows = statement.executeQuery()) {
        return TaskRows.readAll(rows);
      }
    }
  }
}
