package org.espalier.service.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.core.model.HcSystem;
import org.espalier.service.backend.BackendSettings;
import org.espalier.service.backend.LocalSettings;
import org.espalier.workload.document.DocumentNode;

/**
 * Reads what runs the commands. The other keys that count are those of the kind that {@code
 * backend} names.
 */
final class BackendReader {
  private static final long DEFAULT_OUTPUT = 256L << 20;
  private static final List<String> PASSED_ON =
      List.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR");

  /** The kinds of back ends that a file can name. */
  private enum Kind {
    LOCAL
  }

  private final DocumentNode root;
  private final HcSystem system;
  private final TaskCommands commands;
  private final Path data;

  BackendReader(DocumentNode root, HcSystem system, TaskCommands commands, Path data) {
    this.root = root;
    this.system = system;
    this.commands = commands;
    this.data = data;
  }

  /** The settings of the kind that is named; problems are reported. */
  BackendSettings read() {
    return switch (root.choice("backend", Kind.class).orElse(Kind.LOCAL)) {
      case LOCAL -> local();
    };
  }

  private LocalSettings local() {
    long kept = root.bytes("kept_output").orElse(DEFAULT_OUTPUT);
    Path working = root.resolve(root.string("working_directory").orElse("."));
    if (!Files.isDirectory(working)) {
      root.report("working_directory", "is no directory", "make it, or name another");
    }
    return new LocalSettings(
        LocalSettings.home(data),
        new MachineReader(root, system).read(),
        kept,
        working,
        environment(),
        commands.cpuLimited());
  }

  /** Commands see what they are given and the search path, not the secrets of the service. */
  private Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    for (String name : PASSED_ON) {
      Optional.ofNullable(System.getenv(name)).ifPresent(value -> environment.put(name, value));
    }
    root.mapping("environment").find().ifPresent(block -> addAll(block, environment));
    return environment;
  }

  private static void addAll(DocumentNode block, Map<String, String> environment) {
    for (String name : block.keys()) {
      block.string(name).find().ifPresent(value -> environment.put(name, value));
    }
  }
}
