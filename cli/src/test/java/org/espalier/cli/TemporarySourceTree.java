package org.espalier.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.espalier.testsupport.TestJvm;

/**
 * A directory that looks to a user like the source tree after a build: the studies and inputs, an
 * {@code ./espalier} that starts the classes under test, and their jars. Commands run in it in
 * processes of their own, because only these have a current directory of their own.
 */
final class TemporarySourceTree {
  private static final List<String> COPIED =
      List.of("studies", "inputs", "docs", "examples", "python");
  private static final int MOST_SECONDS = 300;
  private static final String LAUNCHER =
      """
      #!/usr/bin/env bash
      exec %s -Despalier.home="$PWD" org.espalier.cli.Espalier "$@"
      """;

  private final Path root;

  private TemporarySourceTree(Path root) {
    this.root = root;
  }

  /** A tree in an empty directory, with files of the repository. */
  static TemporarySourceTree in(Path directory, Path repository) throws IOException {
    TestJvm jvm = CommandJvm.rehearsed();
    for (String name : COPIED) {
      if (Files.exists(repository.resolve(name))) {
        copy(repository.resolve(name), directory.resolve(name));
      }
    }
    Path launcher =
        Files.writeString(
            directory.resolve("espalier"), LAUNCHER.formatted(String.join(" ", jvm.command())));
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    provideJars(
        Files.createDirectories(directory.resolve("cli/target/espalier/lib")), jvm.classPath());
    return new TemporarySourceTree(directory);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            if (directory.endsWith("target")) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(directory)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(file, to.resolve(from.relativize(file)));
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void provideJars(Path lib, String classPath) throws IOException {
    int number = 0;
    for (String entry : classPath.split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      Files.createSymbolicLink(lib.resolve("%d-%s".formatted(number++, jar.getFileName())), jar);
    }
  }

  /** Writes a file, as a reader would. */
  void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** What a command printed, and how it ended. */
  record Outcome(int exitCode, String output) {}

  /** Runs a command line in a shell. */
  Outcome run(String command) throws IOException, InterruptedException {
    Path log = Files.createTempFile("espalier", ".log");
    try {
      Process process =
          prepared(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
      process.getOutputStream().close();
      if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("takes more than %d s: %s".formatted(MOST_SECONDS, command));
      }
      return new Outcome(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      Files.delete(log);
    }
  }

  private ProcessBuilder prepared(String command) {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", command).directory(root.toFile());
    Map<String, String> environment = builder.environment();
    Path bin = Path.of(System.getProperty("java.home")).resolve("bin");
    environment.put("PATH", bin + File.pathSeparator + environment.getOrDefault("PATH", ""));
    environment.put("LC_ALL", "C.UTF-8");
    // Not those of other plans on this machine.
    environment.put("ESPALIER_JAVA_OPTS", "-Despalier.locks=" + root);
    return builder;
  }
}
