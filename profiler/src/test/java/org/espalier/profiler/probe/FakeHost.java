package org.espalier.profiler.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.espalier.profiler.host.ProcessHost;

/**
 * A machine of a test: its files are in memory, its programs are scripts of the test. Files of the
 * scratch directory are real.
 */
final class FakeHost extends ProcessHost {
  private final Path programs;
  private final Map<String, Supplier<String>> files = new ConcurrentHashMap<>();
  private final Map<String, BiFunction<String, String, Optional<String>>> rules = new HashMap<>();
  private final Map<String, UnaryOperator<String>> changes = new HashMap<>();
  private final Set<String> unreadable = new HashSet<>();
  private final Map<String, String> found = new TreeMap<>();

  /** What was written, in order, as "file = text". */
  final List<String> written = new CopyOnWriteArrayList<>();

  /** What is to be put back. */
  final Map<String, String> putBack = new LinkedHashMap<>();

  /** Keeps scripts and scratch files in a directory. */
  FakeHost(Path directory) {
    super(directory);
    this.programs = directory.resolve("bin");
  }

  /** Has a file. */
  FakeHost with(String file, String text) {
    return with(file, () -> text);
  }

  /** Has a file whose text changes. */
  FakeHost with(String file, Supplier<String> text) {
    files.put(file, text);
    return this;
  }

  /** Has a file that only others may read. */
  FakeHost unreadable(String file) {
    unreadable.add(file);
    return this;
  }

  FakeHost readableAgain(String file) {
    unreadable.remove(file);
    return this;
  }

  /** Has a file of which a rule says why a text may not be written to it. */
  FakeHost refusing(String file, BiFunction<String, String, Optional<String>> rule) {
    rules.put(file, rule);
    return this;
  }

  /** Has a file that makes something else of what is written to it. */
  FakeHost taking(String file, UnaryOperator<String> change) {
    changes.put(file, change);
    return this;
  }

  /** Has a program, a script of sh. */
  FakeHost withProgram(String name, String script) {
    try {
      Files.createDirectories(programs);
      Path file = programs.resolve(name);
      Files.writeString(file, "#!/bin/sh\n" + script, StandardCharsets.UTF_8);
      if (!file.toFile().setExecutable(true)) {
        throw new IOException("cannot make %s executable".formatted(file));
      }
      found.put(name, file.toString());
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<String> find(String program) {
    return Optional.ofNullable(found.get(program));
  }

  @Override
  public Optional<String> read(String file) {
    if (file.startsWith(scratch())) {
      return super.read(file);
    }
    return unreadable.contains(file)
        ? Optional.empty()
        : Optional.ofNullable(files.get(file)).map(Supplier::get).map(String::strip);
  }

  @Override
  public Optional<String> write(String file, String text) {
    Optional<String> refused =
        files.containsKey(file)
            ? rules.getOrDefault(file, (name, value) -> Optional.empty()).apply(file, text)
            : Optional.of("no such file");
    if (refused.isEmpty()) {
      String kept = changes.getOrDefault(file, UnaryOperator.identity()).apply(text);
      files.put(file, () -> kept);
      written.add(file + " = " + text);
    }
    return refused;
  }

  @Override
  public List<String> list(String directory) {
    String prefix = directory + "/";
    return new ArrayList<>(files.keySet())
        .stream()
            .filter(file -> file.startsWith(prefix))
            .map(file -> file.substring(prefix.length()).split("/")[0])
            .distinct()
            .sorted()
            .toList();
  }

  @Override
  public void putBack(String file, String text) {
    putBack.put(file, text);
  }
}
