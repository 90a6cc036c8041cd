package org.espalier.cli.inputs;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.heterogeneity.EcsMatrix;
import org.espalier.workload.system.SystemFiles;

/** A system that is read from a file that the user named. */
final class SystemInput {
  private SystemInput() {}

  /** The system of a file, with its notes printed. */
  static HcSystem read(Path file, PrintWriter out) {
    return read(file, new Problems(), out);
  }

  /** The same, where files that it names must not be what is written. */
  static HcSystem read(Path file, Path output, PrintWriter out) throws IOException {
    Problems problems = new Problems();
    HcSystem system = read(file, problems, out);
    Optional<String> place = problems.namedAt(output);
    CommandFailure.when(
        place.isPresent(),
        "-o: %s is a file of the system, %s; name another file",
        output,
        place.orElse(""));
    return system;
  }

  private static HcSystem read(Path file, Problems problems, PrintWriter out) {
    Optional<Loaded<HcSystem>> loaded = SystemFiles.read(file, problems);
    problems.throwIfAny();
    loaded.orElseThrow().notes().forEach(note -> out.println("note: " + note));
    return loaded.orElseThrow().value();
  }

  /** The system of a file, with its notes printed; one whose speeds say nothing is refused. */
  static HcSystem withSpeeds(Path file, PrintWriter out) {
    HcSystem system = read(file, out);
    refuseNoTime(file, system);
    if (EcsMatrix.of(system.pet()).general().isEmpty()) {
      throw new CommandFailure(
          "%s: none of its %s can run all task types, on which TMA is measured; give one execution times of all"
              .formatted(file, Names.count(system.machineTypes().size(), "machine type")));
    }
    return system;
  }

  private static void refuseNoTime(Path file, HcSystem system) {
    for (int i = 0; i < system.taskTypes().size(); i++) {
      int taskType = i;
      IntStream.range(0, system.machineTypes().size())
          .filter(j -> system.pet().find(taskType, j, 0).filter(pmf -> pmf.mean() == 0).isPresent())
          .findFirst()
          .ifPresent(j -> {
            throw new CommandFailure(
                "%s: task type %s takes no time on machine type %s, so that it has no speed; give a time above 0"
                    .formatted(
                        file,
                        system.taskTypes().get(taskType).name(),
                        system.machineTypes().get(j).name()));
          });
    }
  }
}
