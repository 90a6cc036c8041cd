package org.espalier.profiler.sample;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/** A column of the CSV of samples, in the order of the file. */
enum SampleColumn {
  TASK_TYPE(run -> run.cell().taskType()),
  MACHINE_TYPE(run -> run.cell().machineType()),
  EXECUTION_TIME_S(run -> text(run.seconds())),
  P_STATE(run -> text(run.cell().conditions().pState())),
  CORUNNERS(run -> joined(run.cell().corunners())),
  ENERGY_J(run -> run.cell().isSet() ? "" : text(run.energyJoules())),
  SET_ENERGY_J(run -> run.cell().isSet() ? text(run.energyJoules()) : ""),
  INSTRUCTIONS(run -> text(run.counts().instructions())),
  LLC_MISSES(run -> text(run.counts().llcMisses())),
  COUNTED_SHARE(run -> text(run.counts().countedShare())),
  SIMULATED(run -> run.counts().simulated() ? Boolean.toString(true) : ""),
  USER_S(run -> text(run.resources().userSeconds())),
  SYSTEM_S(run -> text(run.resources().systemSeconds())),
  PEAK_MEMORY_BYTES(run -> text(run.resources().peakMemoryBytes())),
  VOLUNTARY_SWITCHES(run -> text(run.resources().voluntarySwitches())),
  INVOLUNTARY_SWITCHES(run -> text(run.resources().involuntarySwitches())),
  STARTED(run -> Instant.ofEpochMilli(run.startedMillis()).toString()),
  NOISE(run -> joined(run.noise())),
  EXIT_CODE(run -> text(run.exitCode()));

  /** Joins names in a field. */
  static final String JOINT = "+";

  /** The columns that each file has. */
  static final List<SampleColumn> NEEDED = List.of(TASK_TYPE, MACHINE_TYPE, EXECUTION_TIME_S);

  private final Function<MeasuredRun, String> field;

  SampleColumn(Function<MeasuredRun, String> field) {
    this.field = field;
  }

  /** Its name in the header line. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it says of a run; an empty text where that was not measured. */
  String of(MeasuredRun run) {
    return field.apply(run);
  }

  private static String joined(List<String> names) {
    return String.join(JOINT, names);
  }

  /** The shortest decimal that is read as the same number, without exponent. */
  private static String text(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  private static String text(OptionalDouble number) {
    return number.isPresent() ? text(number.getAsDouble()) : "";
  }

  private static String text(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "";
  }

  private static String text(OptionalInt number) {
    return number.isPresent() ? Integer.toString(number.getAsInt()) : "";
  }
}
