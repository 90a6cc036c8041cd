package org.espalier.cli.inputs;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.mapping.LogField;
import org.espalier.workload.mapping.LogMapping;
import org.espalier.workload.mapping.TimeText;
import org.espalier.workload.swf.DeadlineRule;
import org.espalier.workload.swf.SwfSettings;
import picocli.CommandLine.Option;

/** What tells how the columns of a log in CSV become tasks. */
final class MappingOptions {
  @Option(
      names = "--map",
      paramLabel = "FIELD=COLUMN",
      split = ",",
      description =
          "read IN as CSV, with or without gzip, and take these columns: arrival, type, time (what"
              + " it took), start, end, requested, deadline, machine (its machine type)")
  private Map<LogField, String> columns = new EnumMap<>(LogField.class);

  @Option(
      names = "--where",
      paramLabel = "COLUMN=VALUE",
      description =
          "take the rows only that have this value; of several for one column, any; repeatable")
  private List<String> where = new ArrayList<>();

  @Option(
      names = "--unit",
      paramLabel = "[FIELD=]UNIT",
      split = ",",
      description = "of numbers that are times: d, h, min, s (default), ms, us or ns")
  private List<String> units = new ArrayList<>();

  @Option(
      names = "--time-pattern",
      paramLabel = "PATTERN",
      description =
          "how points in time are written, as dd.MM.yyyy HH:mm:ss, where they are neither numbers"
              + " nor ISO 8601")
  private Optional<String> pattern;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "the time zone of points in time that tell none, as Europe/Zurich or UTC")
  private Optional<String> zone;

  @Option(
      names = "--deadline-after",
      paramLabel = "TIME",
      description = "deadlines are so long after arrivals, where no column has one")
  private Optional<Duration> after;

  @Option(
      names = "--columns",
      paramLabel = "NAME",
      split = ",",
      description = "names of the columns of a file that has no header line")
  private List<String> header = new ArrayList<>();

  @Option(
      names = "--separator",
      paramLabel = "CHARACTER",
      description = "what parts fields, a comma if left out; tab for a tabulator")
  private String separator = ",";

  @Option(
      names = "--tick",
      paramLabel = "TIME",
      description = "to which times are rounded without --system (default 1ms)")
  private Optional<Duration> tick;

  /**
   * The mapping, with what the options of all logs say.
   *
   * @param hasSystem whether times are rounded to the ticks of a system
   */
  LogMapping mapping(SwfSettings ofAll, boolean hasSystem) {
    CommandFailure.when(
        columns.isEmpty(), "there is no --map; name the columns, as --map arrival=submitted");
    CommandFailure.when(
        after.isPresent() && !ofAll.deadlines().equals(DeadlineRule.DEFAULT),
        "--deadline-after takes the place of --slack and --deadline; leave these out");
    CommandFailure.when(
        tick.isPresent() && hasSystem,
        "--tick: times are rounded to that of --system; leave it out");
    try {
      return new LogMapping(
          columns,
          separatorCharacter(),
          header,
          new TimeText(unitsByField(), pattern, zone.map(Quantities::zone)),
          wanted(),
          ofAll.deadlines(),
          after,
          ofAll.renames(),
          ofAll.badLines(),
          ofAll.fromZero(),
          tick.orElse(Duration.ofMillis(1)));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new CommandFailure("--map, --zone, --time-pattern: " + e.getMessage(), e);
    }
  }

  private char separatorCharacter() {
    if (separator.equals("tab")) {
      return '\t';
    }
    CommandFailure.when(
        separator.length() != 1 || separator.matches("[\\s\"#\\w]"),
        "--separator is %s; expected one character, or tab",
        separator);
    return separator.charAt(0);
  }

  private Map<LogField, Duration> unitsByField() {
    Map<LogField, Duration> byField = new EnumMap<>(LogField.class);
    for (String text : units) {
      int equals = text.indexOf('=');
      Optional<Duration> unit = Quantities.duration("1 " + text.substring(equals + 1).strip());
      List<LogField> fields =
          Arrays.stream(LogField.values())
              .filter(f -> equals < 0 || Names.word(f).equals(text.substring(0, equals).strip()))
              .toList();
      CommandFailure.when(
          unit.isEmpty() || fields.isEmpty(),
          "--unit is %s; expected d, h, min, s, ms, us or ns, or time=ms",
          text);
      fields.forEach(field -> {
        if (equals >= 0) {
          byField.put(field, unit.get());
        } else {
          byField.putIfAbsent(field, unit.get());
        }
      });
    }
    return byField;
  }

  private Map<String, Set<String>> wanted() {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (String text : where) {
      int equals = text.indexOf('=');
      CommandFailure.when(equals < 1, "--where is %s; expected COLUMN=VALUE", text);
      values
          .computeIfAbsent(text.substring(0, equals).strip(), column -> new LinkedHashSet<>())
          .add(text.substring(equals + 1).strip());
    }
    return values;
  }
}
