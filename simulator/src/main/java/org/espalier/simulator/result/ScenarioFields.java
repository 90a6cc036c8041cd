package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.List;
import org.espalier.report.ReportAxis;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Scenario;

/**
 * The fields by which a CSV file names a scenario: the value of each axis. A value that stands for
 * a number without being written as one, such as 15k, is followed by the number.
 */
final class ScenarioFields {
  private static final String NUMBER = "_number";

  private final List<Axis> axes;

  /** For each axis the numbers of its values; nothing where they need none. */
  private final List<List<String>> numbers;

  ScenarioFields(List<Axis> axes) {
    this.axes = axes;
    this.numbers = axes.stream().map(ScenarioFields::numbers).toList();
  }

  private static List<String> numbers(Axis axis) {
    ReportAxis shown = new ReportAxis(axis.key(), "axis", axis.values());
    List<String> numbers = shown.positions().stream().map(NumberText::forCsv).toList();
    return axis.values().stream().allMatch(ScenarioFields::isNumber) ? List.of() : numbers;
  }

  private static boolean isNumber(String text) {
    return text.matches("[-+]?\\d+(\\.\\d+)?");
  }

  /** The header of the fields. */
  List<String> header() {
    List<String> header = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      String key = axes.get(i).key();
      header.add(key);
      if (!numbers.get(i).isEmpty()) {
        header.add(key + NUMBER);
      }
    }
    return header;
  }

  /** The fields of a scenario, to add others to. */
  List<String> of(Scenario scenario) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      String value = scenario.values().get(i);
      fields.add(value);
      if (!numbers.get(i).isEmpty()) {
        fields.add(numbers.get(i).get(axes.get(i).values().indexOf(value)));
      }
    }
    return fields;
  }

  /** Whether a field of a header is the number of the axis before it. */
  static boolean isNumberOf(String axis, String field) {
    return field.equals(axis + NUMBER);
  }
}
