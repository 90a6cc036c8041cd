package org.espalier.workload.pet;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.espalier.core.model.RecordedTime;
import org.espalier.core.model.Task;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.trace.TypedWorkload;

/**
 * A PET made from execution-time samples, with what there was to make it from.
 *
 * @param table the PET
 * @param cells what was measured, [taskType][machineType]; empty where nothing was
 * @param leftOut samples that were left out because their tasks ran beside others
 * @param failed samples that were left out because their commands failed
 * @param notes what is to be known before the PET is believed: means that its lattice changes,
 *     cells of few samples, samples far from the rest
 */
public record MeasuredPet(
    PetTable table,
    List<List<Optional<Cell>>> cells,
    long leftOut,
    long failed,
    List<String> notes) {

  /** The same with more to be known, which comes first. */
  MeasuredPet with(List<String> more) {
    return new MeasuredPet(
        table, cells, leftOut, failed, Stream.concat(more.stream(), notes.stream()).toList());
  }

  /**
   * The PET of a workload: the histogram of the recorded times of each task type on each machine
   * type. Cells without times cannot run. Empty if there are problems.
   *
   * @param machineType name of the machine type where a task has none
   * @param step the step in ticks; found from the times if empty
   */
  public static Optional<MeasuredPet> of(
      TypedWorkload typed, String machineType, OptionalLong step, FileProblems problems) {
    SampleTable samples =
        new SampleTable(new SampleSettings(typed.tick(), step, MissingCells.CANNOT_RUN));
    for (Task task : typed.workload().tasks()) {
      RecordedTime time = typed.workload().recorded().get(task.id());
      if (time != null) {
        samples.add(
            typed.taskTypes().get(task.type()),
            time.machineType().isEmpty() ? machineType : time.machineType(),
            time.pState(),
            time.ticks() * (typed.tick().toNanos() / 1e9));
      }
    }
    return samples.measured(problems);
  }

  /**
   * What one cell was made of, in all P-states.
   *
   * @param samples how many samples it has; 0 if those of another cell were scaled
   * @param leastSeconds the shortest time
   * @param greatestSeconds the longest time
   * @param meanSeconds the mean time, in P-state 0
   * @param scaledFrom the cell whose samples were scaled to its mean; empty if it has its own
   */
  public record Cell(
      int samples,
      double leastSeconds,
      double greatestSeconds,
      double meanSeconds,
      Optional<String> scaledFrom) {}
}
