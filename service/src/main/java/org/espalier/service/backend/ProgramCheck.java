package org.espalier.service.backend;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
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
    Set<String> tools = new TreeSet<>(List.of("setsid", "head", "cat"));
    Cgroups.first(settings.machines(), limits -> limits.nice() > 0).forEach(_ -> tools.add("nice"));
    List<String> pinned =
        Stream.concat(
                Cgroups.first(settings.machines(), limits -> !limits.cpus().isEmpty())
                    .map("pin machine %s to CPUs"::formatted),
                Cgroups.first(settings.taskLimits(), limits -> limits.cpus().isPresent())
                    .map("limit the CPUs of task type %s"::formatted))
            .toList();
    tools.forEach(tool -> absence(tool).ifPresent(problems::add));
    if (!pinned.isEmpty()) {
      absence("taskset")
          .map(fault -> fault + ", or do not " + String.join(" and do not ", pinned))
          .ifPresent(problems::add);
    }
    if (!ProgramPath.isProgram(Path.of("/bin/sh"))) {
      problems.add("/bin/sh is missing; install a POSIX shell");
    }
    return problems;
  }

  /** Says that a tool is not there, and what to do about it; empty if it is there. */
  private Optional<String> absence(String tool) {
    return fault(List.of(tool))
        .map(fault ->
            "%s is not on the PATH (%s); install it (package %s)"
                .formatted(
                    tool,
                    searchPath,
                    Set.of("setsid", "taskset").contains(tool) ? "util-linux" : "coreutils"));
  }
}
