package org.espalier.service.cpufreq;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.espalier.workload.cpufreq.KernelFiles;
import org.espalier.workload.process.MachineFiles;

/**
 * Files of the kernel, and a note of what is to be put back. For each the note has a line with the
 * file and one with its text. The launcher of the machine reads it too.
 */
record NotedFiles(MachineFiles files, Path note) implements KernelFiles {
  NotedFiles(Path root, Path note) {
    this(new MachineFiles(root), note);
  }

  @Override
  public Optional<String> read(String file) {
    return files.read(file);
  }

  @Override
  public Optional<String> write(String file, String text) {
    return files.write(file, text);
  }

  @Override
  public void putBack(String file, String text) {
    try {
      Files.writeString(
          note,
          "%s\n%s\n".formatted(files.resolve(file), text),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new IllegalStateException("%s cannot be written".formatted(note), e);
    }
  }

  /** Puts all back that is noted, twice: a limit may be refused while the other is in its way. */
  void restore() throws IOException {
    List<String> lines = Files.readAllLines(note);
    for (int time = 0; time < 2; time++) {
      for (int i = 0; i + 1 < lines.size(); i += 2) {
        Optional<String> _ = files.write(lines.get(i), lines.get(i + 1));
      }
    }
    Files.delete(note);
  }
}
