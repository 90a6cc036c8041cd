package org.espalier.service.backend;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.workload.process.ProgramPath;

/** Tells before a command is run whether its program is there. */
final class ProgramCheck {
  private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

  private final Path workingDirectory;
  private final String searchPath;

  ProgramCheck(LocalSettings settings) {
    workingDirectory = settings.workingDirectory();
    searchPath = settings.environment().getOrDefault("PATH", USUAL_PATH);
  }

  /** Why a command cannot be run, and what to do about it. */
  Optional<String> fault(List<String> command) {
    for (String argument : command) {
      if (argument.indexOf('\0') >= 0) {
        return Optional.of(
            "argument %s has a NUL character; remove it".formatted(command.indexOf(argument)));
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
    if (!ProgramPath.isProgram(file)) {
      return Optional.of(
          "program %s is not an executable file; try chmod +x or correct the command"
              .formatted(file));
    }
    return Optional.empty();
  }

  private Optional<String> faultOfName(String program) {
    if (!program.isEmpty() && ProgramPath.find(program, searchPath, workingDirectory).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        "program '%s' is not on the PATH (%s); install it or give its full path"
            .formatted(program, searchPath));
  }

  /** What the back end needs and does not find. */
  List<String> missing(LocalSettings settings) {
    List<String> problems = new ArrayList<>();
    if (!Files.exists(Path.of("/proc/self/stat"))) {
      problems.add("/proc cannot be read; commands can be run on Linux with /proc mounted only");
    }
    if (!Files.isDirectory(workingDirectory)) {
      problems.add(
          "the working directory %s does not exist; make it or name another"
              .formatted(workingDirectory));
    }
    for (String tool : needed(settings)) {
      absence(tool).ifPresent(fault -> problems.add(fault + alternative(tool, settings)));
    }
    if (!ProgramPath.isProgram(Path.of("/bin/sh"))) {
      problems.add("/bin/sh is missing; install a POSIX shell");
    }
    return problems;
  }

  /** Says that a tool is not there, and what to do about it; empty if it is there. */
  Optional<String> absence(String tool) {
    return fault(List.of(tool))
        .map(fault ->
            "%s is not on the PATH (%s); install it (package %s)"
                .formatted(
                    tool,
                    searchPath,
                    Set.of("setsid", "taskset").contains(tool) ? "util-linux" : "coreutils"));
  }

  private static Set<String> needed(LocalSettings settings) {
    Set<String> tools = new TreeSet<>(List.of("setsid", "head", "cat"));
    if (!settings.cpuLimited().isEmpty()) {
      tools.add("taskset");
    }
    for (MachineLimits limits : settings.machines().values()) {
      if (!limits.cpus().isEmpty()) {
        tools.add("taskset");
      }
      if (limits.nice() > 0) {
        tools.add("nice");
      }
    }
    return tools;
  }

  /** All that needs a tool, if one can do without. */
  private static String alternative(String tool, LocalSettings settings) {
    if (!tool.equals("taskset")) {
      return "";
    }
    List<String> wishes = new ArrayList<>();
    settings.machines().entrySet().stream()
        .filter(machine -> !machine.getValue().cpus().isEmpty())
        .map(machine -> "pin machine %s to CPUs".formatted(machine.getKey()))
        .sorted()
        .findFirst()
        .ifPresent(wishes::add);
    settings.cpuLimited().stream()
        .map("limit the CPUs of task type %s"::formatted)
        .sorted()
        .findFirst()
        .ifPresent(wishes::add);
    return ", or do not " + String.join(" and do not ", wishes);
  }
}
