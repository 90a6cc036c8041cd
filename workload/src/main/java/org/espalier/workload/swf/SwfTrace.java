package org.espalier.workload.swf;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.model.Task;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.SampleSettings;
import org.espalier.workload.pet.SampleTable;
import org.espalier.workload.trace.TypedWorkload;

/**
 * A trace as a workload, with the real run times, which a workload does not have.
 *
 * @param header the comments of the trace
 * @param typed the workload
 * @param realSeconds real run times in seconds, by task
 */
public record SwfTrace(SwfHeader header, TypedWorkload typed, List<Double> realSeconds) {
  public SwfTrace {
    Objects.requireNonNull(header, "header");
    realSeconds = List.copyOf(realSeconds);
    if (realSeconds.size() != typed.workload().size()) {
      throw new IllegalArgumentException(
          "%s run times for %s tasks".formatted(realSeconds.size(), typed.workload().size()));
    }
  }

  /**
   * The PET of the trace: the histogram of the real run times of each task type, on one machine
   * type, because a trace names none. Empty if there are problems.
   */
  public Optional<MeasuredPet> pet(String machineType, FileProblems problems) {
    SampleTable samples =
        new SampleTable(new SampleSettings(typed.tick(), OptionalLong.empty(), MissingCells.ERROR));
    for (Task task : typed.workload().tasks()) {
      String type = typed.taskTypes().get(task.type());
      samples.add(type, machineType, 0, realSeconds.get(task.id()));
    }
    return samples.measured(problems);
  }
}
