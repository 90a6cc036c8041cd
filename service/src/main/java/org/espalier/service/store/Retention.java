package org.espalier.service.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Forgets what is old in many small transactions, between which commits take their turn. The
 * highest numbers are noted first, so that none is used again.
 */
final class Retention {
  private static final int TASKS_AT_ONCE = 100;
  private static final int EVENTS_AT_ONCE = 1000;

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
  private static final String OLD_TASKS =
      "(SELECT id FROM task WHERE ended < ? ORDER BY ended, id LIMIT ?)";
  private static final String FORGET_LINES = "DELETE FROM journal WHERE task IN " + OLD_TASKS;
  private static final String FORGET_TASKS = "DELETE FROM task WHERE id IN " + OLD_TASKS;
  private static final String FORGET_EVENTS =
      """
      DELETE FROM journal WHERE sequence IN
        (SELECT sequence FROM journal WHERE held AND tick < ? ORDER BY tick, sequence LIMIT ?)\
      """;

  private Retention() {}

  static int forget(long before, Writer writer) {
    int all = 0;
    for (int some = -1; some != 0; all += some) {
      some = writer.write(session -> forgetTasks(before, session));
    }
    for (int some = -1; some != 0; ) {
      some = writer.write(session -> forgetEvents(before, session));
    }
    return all;
  }

  private static int forgetTasks(long before, Writer.Session session) throws SQLException {
    note(session);
    delete(FORGET_LINES, before, TASKS_AT_ONCE, session);
    return delete(FORGET_TASKS, before, TASKS_AT_ONCE, session);
  }

  private static int forgetEvents(long before, Writer.Session session) throws SQLException {
    note(session);
    return delete(FORGET_EVENTS, before, EVENTS_AT_ONCE, session);
  }

  private static void note(Writer.Session session) throws SQLException {
    session.prepared(NOTE_TASKS).executeUpdate();
    session.prepared(NOTE_JOURNAL).executeUpdate();
  }

  private static int delete(String sql, long before, int limit, Writer.Session session)
      throws SQLException {
    PreparedStatement delete = session.prepared(sql);
    delete.setLong(1, before);
    delete.setInt(2, limit);
    return delete.executeUpdate();
  }
}
