package org.espalier.service.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Run;
import org.espalier.service.live.Served;
import org.espalier.service.live.Submission;
import org.espalier.service.live.Urgency;
import org.espalier.service.live.Utility;
import org.espalier.workload.document.Names;

/** Tasks as rows. */
final class TaskRows {
  static final String COLUMNS =
      "id, type, parameters, submission_key, arrival, deadline, standing, machine, chance, started,"
          + " attempts, ended, exit_code, detail, p_state, submitted_by, due, retries, held_until,"
          + " worth, urgency, served";
  static final String BY_ID = "SELECT " + COLUMNS + " FROM task WHERE id = ?";
  static final String LAST_ID =
      """
      SELECT max(id) FROM
        (SELECT max(id) AS id FROM task UNION ALL SELECT last_task FROM mark) AS numbers\
      """;

  private static final String UPSERT =
      "INSERT INTO task ("
          + COLUMNS
          + ", search_text) VALUES ("
          + "?, ".repeat(22)
          + "?) "
          + """
          ON CONFLICT (id) DO UPDATE SET standing = excluded.standing, machine = excluded.machine,
            deadline = excluded.deadline, chance = excluded.chance, started = excluded.started, attempts = excluded.attempts,
            ended = excluded.ended, exit_code = excluded.exit_code, detail = excluded.detail,
            p_state = excluded.p_state, retries = excluded.retries,
            held_until = excluded.held_until, served = excluded.served\
          """;

  private TaskRows() {}

  static void upsert(List<LiveTask> tasks, Writer.Session session) throws SQLException {
    session.each(latest(tasks), UPSERT, TaskRows::bind);
  }

  /** The last word on each task: PostgreSQL does not take two in one statement. */
  private static Collection<LiveTask> latest(List<LiveTask> tasks) {
    Map<Long, LiveTask> latest = LinkedHashMap.newLinkedHashMap(tasks.size());
    tasks.forEach(task -> latest.put(task.id(), task));
    return latest.values();
  }

  private static void bind(LiveTask task, PreparedStatement row) throws SQLException {
    Submission submission = task.submission();
    Optional<Run> run = task.run();
    Optional<Ending> ending = task.ending();
    row.setLong(1, task.id());
    row.setString(2, StoredTexts.storable(submission.type()));
    row.setString(3, StoredTexts.json(submission.parameters()));
    setText(row, 4, submission.key());
    row.setLong(5, task.arrival());
    row.setLong(6, task.deadline());
    row.setString(7, TaskStanding.of(task));
    setText(row, 8, run.map(Run::machine));
    // NaN is null, since SQLite knows no NaN.
    set(row, 9, run.map(Run::chance).filter(chance -> !chance.isNaN()), Types.DOUBLE);
    set(row, 10, run.map(Run::start), Types.BIGINT);
    row.setInt(11, task.attempts());
    set(row, 12, ending.map(Ending::time), Types.BIGINT);
    set(row, 13, ending.flatMap(end -> boxed(end.exitCode())), Types.INTEGER);
    setText(row, 14, ending.map(Ending::detail).or(() -> task.stopping().map(Names::word)));
    set(row, 15, run.map(Run::pState), Types.INTEGER);
    setText(row, 16, submission.user());
    setText(row, 17, task.due().map(Instant::toString));
    row.setInt(18, task.retries());
    set(row, 19, task.heldUntil().stream().boxed().findFirst(), Types.BIGINT);
    row.setDouble(20, task.worth());
    setText(row, 21, task.utility().urgency().map(Urgency::text));
    setText(row, 22, run.flatMap(Run::served).map(Served::text));
    row.setString(23, StoredTexts.searchText(submission));
  }

  private static Optional<Integer> boxed(OptionalInt value) {
    return value.stream().boxed().findFirst();
  }

  private static void setText(PreparedStatement row, int column, Optional<String> text)
      throws SQLException {
    set(row, column, text.map(StoredTexts::storable), Types.VARCHAR);
  }

  static void set(PreparedStatement row, int column, Optional<?> value, int type)
      throws SQLException {
    if (value.isPresent()) {
      row.setObject(column, value.get(), type);
    } else {
      row.setNull(column, type);
    }
  }

  static List<LiveTask> readAll(ResultSet row) throws SQLException {
    List<LiveTask> tasks = new ArrayList<>();
    while (row.next()) {
      tasks.add(read(row));
    }
    return tasks;
  }

  private static LiveTask read(ResultSet row) throws SQLException {
    return new LiveTask(
        row.getLong(1),
        new Submission(
            row.getString(2),
            StoredTexts.parameters(row.getString(3)),
            Optional.ofNullable(row.getString(4)),
            Optional.ofNullable(row.getString(16))),
        row.getLong(5),
        row.getLong(6),
        new Utility(row.getDouble(20), Optional.ofNullable(row.getString(21)).map(Urgency::of)),
        Optional.ofNullable(row.getString(17)).map(Instant::parse),
        row.getInt(11),
        row.getInt(18),
        heldUntil(row),
        run(row),
        ending(row));
  }

  private static OptionalLong heldUntil(ResultSet row) throws SQLException {
    long until = row.getLong(19);
    return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(until);
  }

  private static Optional<Run> run(ResultSet row) throws SQLException {
    String machine = row.getString(8);
    if (machine == null) {
      return Optional.empty();
    }
    double chance = row.getDouble(9);
    double known = row.wasNull() ? Double.NaN : chance;
    int pState = row.getInt(15);
    long start = row.getLong(10);
    Optional<Served> served = Optional.ofNullable(row.getString(22)).map(Served::of);
    return Optional.of(new Run(machine, pState, known, start, served, stopping(row)));
  }

  /** What is being stopped has the word of its fate in the place of details. */
  private static Optional<Fate> stopping(ResultSet row) throws SQLException {
    String word = row.getString(14);
    boolean hasLeft = row.getString(12) != null;
    return hasLeft ? Optional.empty() : Optional.ofNullable(word).map(TaskStanding::fate);
  }

  private static Optional<Ending> ending(ResultSet row) throws SQLException {
    long time = row.getLong(12);
    if (row.wasNull()) {
      return Optional.empty();
    }
    int code = row.getInt(13);
    OptionalInt exitCode = row.wasNull() ? OptionalInt.empty() : OptionalInt.of(code);
    return Optional.of(
        new Ending(time, TaskStanding.fate(row.getString(7)), exitCode, row.getString(14)));
  }
}
