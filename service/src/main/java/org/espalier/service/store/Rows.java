package org.espalier.service.store;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonFormat.Shape;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.live.Ending;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Run;
import org.espalier.service.live.Submission;
import org.espalier.service.live.Utility;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tasks and entries of the journal as rows. All of a task is JSON; columns have by what tasks are
 * found and forgotten.
 */
final class Rows {
  static final String TASK = "SELECT content FROM task WHERE id = ?";
  static final String LAST_TASK =
      """
      SELECT max(id) FROM
        (SELECT max(id) AS id FROM task UNION ALL SELECT last_task FROM mark) AS numbers\
      """;

  private static final String UPSERT =
      """
      INSERT INTO task (id, type, submission_key, submitted_by, search_text, arrival, standing,
        machine, ended, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET standing = excluded.standing, machine = excluded.machine,
        ended = excluded.ended, content = excluded.content\
      """;

  private static final JsonFormat.Value ARRAY = JsonFormat.Value.forShape(Shape.ARRAY);

  /** Records are arrays of their components: names would double the size of a store. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
          .withConfigOverride(LiveTask.class, type -> type.setFormat(ARRAY))
          .withConfigOverride(Submission.class, type -> type.setFormat(ARRAY))
          .withConfigOverride(Utility.class, type -> type.setFormat(ARRAY))
          .withConfigOverride(Run.class, type -> type.setFormat(ARRAY))
          .withConfigOverride(Ending.class, type -> type.setFormat(ARRAY))
          .build();

  static final String LAST_SEQUENCE =
      """
      SELECT max(sequence) FROM
        (SELECT max(sequence) AS sequence FROM journal UNION ALL SELECT last_sequence FROM mark)
        AS numbers\
      """;
  static final String LAST_TICK =
      """
      SELECT tick FROM
        (SELECT * FROM (SELECT sequence, tick FROM journal ORDER BY sequence DESC LIMIT 1) AS last
          UNION ALL SELECT last_sequence, last_tick FROM mark) AS numbers
      ORDER BY sequence DESC LIMIT 1\
      """;
  static final String AFTER =
      "SELECT sequence, tick, task, line FROM journal WHERE sequence > ? ORDER BY sequence LIMIT ?";
  static final String OF_TASK =
      "SELECT sequence, tick, task, line FROM journal WHERE task = ? ORDER BY sequence";

  private static final String INSERT_LINE =
      """
      INSERT INTO journal (sequence, tick, task, line) VALUES (?, ?, ?, ?)
      ON CONFLICT (sequence) DO NOTHING\
      """;
  private static final String INSERT_BEGINNING =
      """
      INSERT INTO beginning (sequence, tick) VALUES (?, ?) ON CONFLICT (sequence) DO NOTHING\
      """;

  private Rows() {}

  static void upsert(List<LiveTask> tasks, Writer.Session session) throws SQLException {
    session.each(latest(tasks), UPSERT, Rows::bindTask);
  }

  /** The last word on each task: PostgreSQL does not take two in one statement. */
  private static Collection<LiveTask> latest(List<LiveTask> tasks) {
    Map<Long, LiveTask> latest = LinkedHashMap.newLinkedHashMap(tasks.size());
    tasks.forEach(task -> latest.put(task.id(), task));
    return latest.values();
  }

  private static void bindTask(LiveTask task, PreparedStatement row) throws SQLException {
    Submission submission = task.submission();
    row.setLong(1, task.id());
    row.setString(2, StoredTexts.storable(submission.type()));
    setText(row, 3, submission.key());
    setText(row, 4, submission.user());
    row.setString(5, StoredTexts.searchText(submission));
    row.setLong(6, task.arrival());
    row.setString(7, TaskSearch.standing(task));
    setText(row, 8, task.run().map(Run::machine));
    set(row, 9, task.ending().map(Ending::time), Types.BIGINT);
    row.setString(10, StoredTexts.storable(MAPPER.writeValueAsString(task)));
  }

  private static void setText(PreparedStatement row, int column, Optional<String> text)
      throws SQLException {
    set(row, column, text.map(StoredTexts::storable), Types.VARCHAR);
  }

  private static void set(PreparedStatement row, int column, Optional<?> value, int type)
      throws SQLException {
    if (value.isPresent()) {
      row.setObject(column, value.get(), type);
    } else {
      row.setNull(column, type);
    }
  }

  static List<LiveTask> tasks(ResultSet row) throws SQLException {
    List<LiveTask> tasks = new ArrayList<>();
    while (row.next()) {
      tasks.add(read(row.getString(1)));
    }
    return tasks;
  }

  private static LiveTask read(String content) {
    try {
      return MAPPER.readValue(content, LiveTask.class);
    } catch (JacksonException e) {
      throw new StoreRefusedException(
          "the store has a task that this program cannot read (%s); use a newer one"
              .formatted(e.getOriginalMessage()),
          e);
    }
  }

  static void insert(List<JournalLine> lines, Writer.Session session) throws SQLException {
    session.each(lines, INSERT_LINE, Rows::bindLine);
    session.each(
        lines.stream().filter(JournalLine::isBeginning).toList(),
        INSERT_BEGINNING,
        (line, insert) -> {
          insert.setLong(1, line.sequence());
          insert.setLong(2, line.time());
        });
  }

  private static void bindLine(JournalLine line, PreparedStatement insert) throws SQLException {
    insert.setLong(1, line.sequence());
    insert.setLong(2, line.time());
    Optional<Long> task = Optional.of(line.task()).filter(id -> id != JournalLine.NO_TASK);
    set(insert, 3, task, Types.BIGINT);
    insert.setString(4, StoredTexts.storable(line.json()));
  }

  static List<JournalLine> lines(ResultSet row) throws SQLException {
    List<JournalLine> lines = new ArrayList<>();
    while (row.next()) {
      long task = row.getLong(3);
      long known = row.wasNull() ? JournalLine.NO_TASK : task;
      lines.add(new JournalLine(row.getLong(1), row.getLong(2), known, row.getString(4)));
    }
    return lines;
  }
}
