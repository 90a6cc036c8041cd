package org.espalier.workload.trace;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.text.CsvRow;
import org.espalier.workload.text.Ticks;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a workload file that say what tasks took: {@code execution_time_s}, in seconds,
 * and on what, {@code machine_type} and {@code p_state}. All may be empty. Times are rounded to
 * ticks, and none above zero becomes zero.
 */
final class RecordedColumns {
  private static final String TIME = "execution_time_s";
  private static final String MACHINE_TYPE = "machine_type";
  private static final String P_STATE = "p_state";
  private static final double MOST_SECONDS = 1e9;
  private static final double MUCH = 0.01;

  static final List<String> ALL = List.of(TIME, MACHINE_TYPE, P_STATE);

  private final Ticks ticks;
  private final @Nullable HcSystem system;
  private long changed;

  /**
   * The columns of a file.
   *
   * @param system on whose machine types the tasks must be able to run; null if that is not asked
   */
  RecordedColumns(Ticks ticks, @Nullable HcSystem system) {
    this.ticks = ticks;
    this.system = system;
  }

  /** What a row says, which is empty where it says nothing. What is wrong is reported. */
  Optional<RecordedTime> read(CsvRow row, int taskType) {
    if (row.get(TIME).isEmpty()) {
      return Optional.empty();
    }
    OptionalDouble seconds =
        row.number(
            TIME,
            time -> time >= 0 && time <= MOST_SECONDS,
            "is not an execution time",
            "expected seconds from 0 to 1000000000, or nothing where it is not known");
    String pStateText = row.get(P_STATE);
    OptionalLong pState = pStateText.isEmpty() ? OptionalLong.of(0) : Numbers.whole(pStateText);
    if (pState.orElse(-1) < 0 || pState.getAsLong() > Byte.MAX_VALUE) {
      return row.report(
          P_STATE, "is no P-state", "expected a whole number, 0 the fastest, or nothing");
    }
    return seconds.stream()
        .mapToObj(
            time -> new RecordedTime(ticks(time), row.get(MACHINE_TYPE), (int) pState.getAsLong()))
        .filter(time -> fits(row, time, taskType))
        .findFirst();
  }

  private long ticks(double seconds) {
    double exact = ticks.of(seconds);
    long rounded = Math.max(seconds > 0 ? 1 : 0, Math.round(exact));
    changed += Math.abs(rounded - exact) > MUCH * exact ? 1 : 0;
    return rounded;
  }

  private boolean fits(CsvRow row, RecordedTime time, int taskType) {
    HcSystem known = system;
    if (known == null) {
      return true;
    }
    List<MachineType> named =
        known.machineTypes().stream()
            .filter(type -> time.machineType().isEmpty() || time.machineType().equals(type.name()))
            .toList();
    if (named.isEmpty()) {
      List<String> names = known.machineTypes().stream().map(MachineType::name).toList();
      row.report(MACHINE_TYPE, "unknown machine type", Names.remedy(row.get(MACHINE_TYPE), names));
    } else if (named.stream()
        .noneMatch(type -> time.isScalable(known.pet(), taskType, type.id()))) {
      row.report(
          MACHINE_TYPE,
          "the PET has no time above 0 for the task type there, in P-state " + time.pState(),
          "name another machine type, or complete the PET");
    } else {
      return true;
    }
    return false;
  }

  /** How many times are more than 1 % off by their rounding. */
  long changed() {
    return changed;
  }

  /** The columns that a workload needs, in their order; none if no time is known. */
  static List<String> of(Workload workload) {
    boolean named = workload.recorded().values().stream().anyMatch(t -> !t.machineType().isEmpty());
    boolean slowed = workload.recorded().values().stream().anyMatch(t -> t.pState() > 0);
    return workload.recorded().isEmpty() ? List.of() : ALL.subList(0, slowed ? 3 : named ? 2 : 1);
  }

  /** The fields of all columns. */
  static List<String> fields(Optional<RecordedTime> time, Duration tick) {
    return time.map(known ->
            List.of(
                Ticks.seconds(known.ticks(), tick),
                known.machineType(),
                Integer.toString(known.pState())))
        .orElse(List.of("", "", ""));
  }
}
