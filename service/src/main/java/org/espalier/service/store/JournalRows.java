package org.espalier.service.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.service.live.JournalLine;

/** Entries of the journal as rows. */
final class JournalRows {
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

  private static final String INSERT =
      """
      INSERT INTO journal (sequence, tick, task, line) VALUES (?, ?, ?, ?)
      ON CONFLICT (sequence) DO NOTHING\
      """;
  private static final String INSERT_BEGINNING =
      """
      INSERT INTO beginning (sequence, tick) VALUES (?, ?) ON CONFLICT (sequence) DO NOTHING\
      """;

  private JournalRows() {}

  static void insert(List<JournalLine> lines, Writer.Session session) throws SQLException {
    session.each(lines, INSERT, JournalRows::bind);
    session.each(
        lines.stream().filter(JournalLine::isBeginning).toList(),
        INSERT_BEGINNING,
        (line, insert) -> {
          insert.setLong(1, line.sequence());
          insert.setLong(2, line.time());
        });
  }

  private static void bind(JournalLine line, PreparedStatement insert) throws SQLException {
    insert.setLong(1, line.sequence());
    insert.setLong(2, line.time());
    Optional<Long> task = Optional.of(line.task()).filter(id -> id != JournalLine.NO_TASK);
    TaskRows.set(insert, 3, task, Types.BIGINT);
    insert.setString(4, StoredTexts.storable(line.json()));
  }

  static List<JournalLine> read(ResultSet row) throws SQLException {
    List<JournalLine> lines = new ArrayList<>();
    while (row.next()) {
      long task = row.getLong(3);
      long known = row.wasNull() ? JournalLine.NO_TASK : task;
      lines.add(new JournalLine(row.getLong(1), row.getLong(2), known, row.getString(4)));
    }
    return lines;
  }
}
