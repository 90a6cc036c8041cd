package org.espalier.testsupport;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

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
   * The same with a start-up cache, with which a process starts in half the time: for tests that
   * start many. A program is run once, to its end, so that the cache holds what it loads; the JVM
   * takes a cache for jars only, so directories of classes are packed first. All JVMs of tests that
   * one run of Maven starts for a module share it.
   *
   * @param program main class and arguments
   */
  public TestJvm rehearsed(String... program) throws IOException, InterruptedException {
    String target = System.getProperty("espalier.locks", "target");
    String run = System.getProperty("espalier.run", "" + ProcessHandle.current().pid());
    Path directory = Files.createDirectories(Path.of(target, "rehearsed", program[0]));
    try (FileChannel file =
            FileChannel.open(
                directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      Path made = directory.resolve("run");
      boolean isThere = Files.exists(made) && Files.readString(made).equals(run);
      TestJvm packed = new TestJvm(options, jars(directory, !isThere));
      Path cache = directory.resolve("startup.aot");
      if (!isThere) {
        packed.with("-XX:AOTCacheOutput=" + cache).rehearse(cache, program);
        Files.writeString(made, run);
      }
      return packed.with("-XX:AOTCache=" + cache);
    }
  }

  private TestJvm with(String option) {
    return new TestJvm(Stream.concat(options.stream(), Stream.of(option)).toList(), classPath);
  }

  private void rehearse(Path cache, String... program) throws IOException, InterruptedException {
    Path log = cache.resolveSibling("log");
    ProcessBuilder builder = new ProcessBuilder(command(program)).redirectErrorStream(true);
    if (builder.redirectOutput(log.toFile()).start().waitFor() != 0 || !Files.exists(cache)) {
      throw new AssertionError("no start-up cache was made: " + Files.readString(log));
    }
  }

  /** The class path of this JVM with a jar for each directory, which is made first if so wanted. */
  private static String jars(Path target, boolean packed) throws IOException {
    List<String> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        Path jar = target.resolve(jars.size() + ".jar");
        if (packed) {
          pack(path, jar);
        }
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
