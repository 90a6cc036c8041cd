package org.espalier.service.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Forgets what is old in many small transactions, between which commits take their turn. The
 * highest numbers are noted first, so that none is used again.
 *
 * <p>Forgotten is what lies before a beginning of the journal, so that what is left can be replayed
 * from there. What it says of tasks that are kept stays, even before that. Earlier beginnings go
 * first, the oldest before the others: so wherever this is broken off, the oldest that is left has
 * all that follows it.
 */
final class Retention {
  private static final int TASKS_AT_ONCE = 100;
  private static final int LINES_AT_ONCE = 1000;

  private static final String NOTE_TASKS =
      """
      UPDATE mark SET last_task = (SELECT max(id) FROM task)
      WHERE last_task < (SELECT max(id) FROM task)\
      """;
  private static final String NOTE_JOURNAL =
      """
      UPDATE mark SET
        last_tick = (SELECT tick FROM journal ORDER BY sequence DESC LIMIT 1),
        last_sequence = (SELECT max(sequence) FROM journal)
      WHERE last_sequence < (SELECT max(sequence) FROM journal)\
      """;
  private static final String LAST_BEGINNING =
      "SELECT sequence, tick FROM beginning WHERE tick <= ? ORDER BY sequence DESC LIMIT 1";
  private static final String OLD_TASKS =
      """
      (SELECT id FROM task WHERE ended < ? AND submission_key IS NULL
        ORDER BY ended, id LIMIT ?)\
      """;
  private static final String OLD_TASKS_WITH_KEYS = OLD_TASKS.replace("IS NULL", "IS NOT NULL");
  private static final String FORGET_OTHER_LINES =
      """
      DELETE FROM journal WHERE sequence IN
        (SELECT sequence FROM journal WHERE task IS NULL AND sequence < ?
          ORDER BY sequence LIMIT ?)\
      """;
  private static final String OLD_BEGINNINGS =
      "(SELECT sequence FROM beginning WHERE sequence < ? ORDER BY sequence LIMIT ?)";

  private static final List<String> FORGET_BEGINNINGS =
      List.of(
          "DELETE FROM journal WHERE sequence IN " + OLD_BEGINNINGS,
          "DELETE FROM beginning WHERE sequence IN " + OLD_BEGINNINGS);

  private Retention() {}

  private record Beginning(long sequence, long tick) {}

  static int forget(long before, long keysBefore, Writer writer) {
    Optional<Beginning> found = writer.ask(session -> lastBeginning(before, session));
    if (found.isEmpty()) {
      return 0;
    }
    Beginning beginning = found.get();
    long withKeys = Math.min(beginning.tick, keysBefore);
    forget(FORGET_BEGINNINGS, beginning.sequence, LINES_AT_ONCE, writer);
    int tasks =
        forget(ofTasks(OLD_TASKS), beginning.tick, TASKS_AT_ONCE, writer)
            + forget(ofTasks(OLD_TASKS_WITH_KEYS), withKeys, TASKS_AT_ONCE, writer);
    forget(List.of(FORGET_OTHER_LINES), beginning.sequence, LINES_AT_ONCE, writer);
    return tasks;
  }

  private static List<String> ofTasks(String old) {
    return List.of(
        "DELETE FROM journal WHERE task IN " + old, "DELETE FROM task WHERE id IN " + old);
  }

  /** Forgets some again and again until the last of the statements finds nothing to forget. */
  private static int forget(List<String> statements, long before, int limit, Writer writer) {
    int all = 0;
    for (int now = -1; now != 0; all += now) {
      now =
          writer.write(session -> {
            session.prepared(NOTE_TASKS).executeUpdate();
            session.prepared(NOTE_JOURNAL).executeUpdate();
            int gone = 0;
            for (String sql : statements) {
              PreparedStatement delete = session.prepared(sql);
              delete.setLong(1, before);
              delete.setInt(2, limit);
              gone = delete.executeUpdate();
            }
            return gone;
          });
    }
    return all;
  }

  private static Optional<Beginning> lastBeginning(long before, Writer.Session session)
      throws SQLException {
    PreparedStatement select = session.prepared(LAST_BEGINNING);
    select.setLong(1, before);
    try (ResultSet row = select.executeQuery()) {
      return row.next()
          ? Optional.of(new Beginning(row.getLong(1), row.getLong(2)))
          : Optional.empty();
    }
  }
}
