package org.espalier.testsupport;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A Java virtual machine with the class path of the tests, for tests that start processes. */
public final class TestJvm {
  /** A short program is over before the optimising compiler or a parallel collector pays off. */
  private static final List<String> FOR_SHORT_PROGRAMS =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final List<String> options;
  private final String classPath;

  private TestJvm(List<String> options, String classPath) {
    this.options = options;
    this.classPath = classPath;
  }

  /**
   * One for short programs.
   *
   * @param options further ones of the JVM
   */
  public static TestJvm of(String... options) {
    List<String> all = new ArrayList<>(FOR_SHORT_PROGRAMS);
    all.addAll(List.of(options));
    return new TestJvm(all, System.getProperty("java.class.path"));
  }

  /**
   * The same with a start-up cache, with which a process starts in a third of the time: for tests
   * that start many. A program is run once, to its end, so that the cache holds what it loads; the
   * JVM takes a cache for jars only, so directories of classes are packed first. All of it is
   * deleted when this JVM ends.
   *
   * @param program main class and arguments
   */
  public TestJvm rehearsed(String... program) throws IOException, InterruptedException {
    Path directory = temporary(Files.createTempDirectory("espalier-rehearsed"));
    String classPath = jars(directory);
    Path cache = temporary(directory.resolve("startup.aot"));
    List<String> training = new ArrayList<>(options);
    training.add("-XX:AOTCacheOutput=" + cache);
    List<String> rehearsal = new TestJvm(training, classPath).command(program);
    Path log = temporary(directory.resolve("rehearsal.log"));
    ProcessBuilder builder = new ProcessBuilder(rehearsal).redirectErrorStream(true);
    Process process = builder.redirectOutput(log.toFile()).start();
    if (process.waitFor() != 0 || !Files.exists(cache)) {
      throw new AssertionError(
          "no start-up cache was made by %s: %s".formatted(rehearsal, Files.readString(log)));
    }
    List<String> cached = new ArrayList<>(options);
    cached.add("-XX:AOTCache=" + cache);
    return new TestJvm(cached, classPath);
  }

  private static Path temporary(Path path) {
    path.toFile().deleteOnExit();
    return path;
  }

  /** The class path of this JVM with each directory packed. */
  private static String jars(Path directory) throws IOException {
    List<String> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        Path jar = temporary(directory.resolve(jars.size() + ".jar"));
        pack(path, jar);
        jars.add(jar.toString());
      } else if (Files.exists(path)) {
        jars.add(entry);
      }
    }
    return String.join(File.pathSeparator, jars);
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        var paths = Files.walk(classes)) {
      for (Path path : paths.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(path).toString().replace('\\', '/')));
        Files.copy(path, out);
      }
    }
  }

  /** The same with more classes, which come first. */
  public TestJvm with(Path classes) {
    return new TestJvm(options, classes + File.pathSeparator + classPath);
  }

  /** The class path. */
  public String classPath() {
    return classPath;
  }

  /**
   * The command line of a program.
   *
   * @param program main class and arguments
   */
  public List<String> command(String... program) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath));
    command.addAll(List.of(program));
    return command;
  }
}
