package org.espalier.workload.mapping;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.workload.document.BadLineHandling;
import org.espalier.workload.swf.DeadlineRule;

/**
 * How the rows of a CSV file become tasks.
 *
 * @param columns the columns that are read; the arrival must be among them, or the end and time
 * @param separator what parts fields
 * @param header the names of the columns of a file that has no header line; else empty
 * @param times how points in time and durations are written, by field
 * @param where the values that rows must have in some columns
 * @param deadlines where a row has no deadline and {@code after} is not given
 * @param after from the arrival to the deadline of a row that has none
 * @param renames other names for task types
 * @param badLines what becomes of rows that are no tasks
 * @param fromZero whether times are counted from the first arrival
 * @param tick to which times are rounded where no system is given
 */
public record LogMapping(
    Map<LogField, String> columns,
    char separator,
    List<String> header,
    TimeText times,
    Map<String, Set<String>> where,
    DeadlineRule deadlines,
    Optional<Duration> after,
    Map<String, String> renames,
    BadLineHandling badLines,
    boolean fromZero,
    Duration tick) {
  public LogMapping {
    columns = Map.copyOf(columns);
    header = List.copyOf(header);
    where = Map.copyOf(where);
    renames = Map.copyOf(renames);
    if (!columns.containsKey(LogField.ARRIVAL)
        && !(columns.containsKey(LogField.END) && columns.containsKey(LogField.TIME))) {
      throw new IllegalArgumentException(
          "no column is the arrival; expected arrival=COLUMN, or end and time, whose difference it"
              + " is");
    }
  }
}
