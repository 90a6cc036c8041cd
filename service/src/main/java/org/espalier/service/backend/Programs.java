package org.espalier.service.backend;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Tells before a command is run whether its program is there. */
final class Programs {
  private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

  private final Path workingDirectory;
  private final String searchPath;

  Programs(LocalSettings settings) {
    workingDirectory = settings.workingDirectory();
    searchPath = settings.environment().getOrDefault("PATH", USUAL_PATH);
  }

  /** Why a command cannot be run, and what to do about it. */
  Optional<String> fault(List<String> command) {
    for (String argument : command) {
      if (argument.indexOf('\0') >= 0) {
        return Optional.of(
            "argument %d has a NUL character; remove it".formatted(command.indexOf(argument)));
      }
    }
    String program = command.getFirst();
    return program.indexOf('/') >= 0 ? faultOfFile(program) : faultOfName(program);
  }

  private Optional<String> faultOfFile(String program) {
    Path file = workingDirectory.resolve(program);
    if (!Files.exists(file)) {
      return Optional.of(
          "program %s does not exist; install it or correct the command".formatted(file));
    }
    if (!isProgram(file)) {
      return Optional.of(
          "program %s is not an executable file; try chmod +x or correct the command"
              .formatted(file));
    }
    return Optional.empty();
  }

  private Optional<String> faultOfName(String program) {
    if (!program.isEmpty() && candidates(program).anyMatch(Programs::isProgram)) {
      return Optional.empty();
    }
    return Optional.of(
        "program '%s' is not on the PATH (%s); install it or give its full path"
            .formatted(program, searchPath));
  }

  private Stream<Path> candidates(String program) {
    return Arrays.stream(searchPath.split(File.pathSeparator, -1))
        .map(directory -> workingDirectory.resolve(directory).resolve(program));
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  /** What the back end needs and does not find. */
  List<String> missing(Map<String, MachineLimits> machines) {
    List<String> problems = new ArrayList<>();
    if (!Files.exists(Path.of("/proc/self/stat"))) {
      problems.add("/proc cannot be read; commands can be run on Linux with /proc mounted only");
    }
    if (!Files.isDirectory(workingDirectory)) {
      problems.add(
          "the working directory %s does not exist; make it or name another"
              .formatted(workingDirectory));
    }
    for (String tool : needed(machines)) {
      if (fault(List.of(tool)).isPresent()) {
        problems.add(
            "%s is not on the PATH (%s); install it (package %s)%s"
                .formatted(tool, searchPath, packageOf(tool), alternative(tool, machines)));
      }
    }
    if (!isProgram(Path.of("/bin/sh"))) {
      problems.add("/bin/sh is missing; install a POSIX shell");
    }
    return problems;
  }

  private static Set<String> needed(Map<String, MachineLimits> machines) {
    Set<String> tools = new TreeSet<>(List.of("setsid", "head", "cat", "mkfifo"));
    for (MachineLimits limits : machines.values()) {
      if (!limits.cpus().isEmpty()) {
        tools.add("taskset");
      }
      if (limits.nice() > 0) {
        tools.add("nice");
      }
    }
    return tools;
  }

  private static String packageOf(String tool) {
    return Set.of("setsid", "taskset").contains(tool) ? "util-linux" : "coreutils";
  }

  private static String alternative(String tool, Map<String, MachineLimits> machines) {
    return machines.entrySet().stream()
        .filter(machine -> tool.equals("taskset") && !machine.getValue().cpus().isEmpty())
        .map(machine -> ", or do not pin machine %s to CPUs".formatted(machine.getKey()))
        .sorted()
        .findFirst()
        .orElse("");
  }
}
