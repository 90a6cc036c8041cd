package org.espalier.service.slurm;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The command that starts this very program, where the same files are. */
public final class ThisProgram {
  private ThisProgram() {}

  /**
   * Its words, to which those of a command of {@code espalier} are added.
   *
   * @param options of the virtual machine
   * @param kept which options of this one it has besides
   */
  public static List<String> words(List<String> options, Predicate<String> kept) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(options);
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(kept)
        .forEach(words::add);
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.add("org.espalier.cli.Espalier");
    return words;
  }
}
