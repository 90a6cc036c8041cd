package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.trace.TrialFileWriter;
import org.espalier.workload.trace.TrialFiles;
import org.espalier.workload.trace.TypedWorkload;
import org.espalier.workload.trace.WorkloadFiles;

/** The formats that workloads are written in. */
enum WorkloadFormat {
  /** {@code task_type,arrival_s,deadline_s}. */
  CSV,
  /** The trial files of the pruning papers. */
  DAT;

  /** The ending of its files. */
  String ending() {
    return "." + Names.word(this);
  }

  /** The format of a file's ending; empty if it has none of theirs. */
  static Optional<WorkloadFormat> byEnding(Path output) {
    String name = output.toString().toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(format -> name.endsWith(format.ending())).findFirst();
  }

  /** Refuses a system for which what is written could not be read back. */
  void checkTick(HcSystem system) {
    if (this == DAT && !TrialFiles.fits(system.tick())) {
      throw new CommandFailure(
          "times in 1/100 ms do not fit the system's tick of %s; write a .csv file"
              .formatted(Quantities.text(system.tick())));
    }
  }

  /** Writes a workload, and returns how many times had to be rounded. */
  long write(Path file, TypedWorkload typed) throws IOException {
    if (this == DAT) {
      return TrialFileWriter.write(file, typed);
    }
    WorkloadFiles.write(file, typed);
    return 0;
  }

  /** What to tell of rounded times. */
  static String roundedNote(Path file, long rounded) {
    return "%s: %s rounded to the format's 1/100 ms"
        .formatted(file.getFileName(), Summary.count(rounded, "time"));
  }
}
