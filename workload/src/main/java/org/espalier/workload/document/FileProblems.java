package org.espalier.workload.document;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** The problems of one file: adds them to those of all files and knows how many are its own. */
public final class FileProblems {
  private final Path file;
  private final Problems all;
  private long count;

  FileProblems(Path file, Problems all) {
    this.file = file;
    this.all = all;
  }

  /** The file. */
  public Path file() {
    return file;
  }

  /** Where they are collected. */
  public Problems all() {
    return all;
  }

  /** Whether none was reported here. */
  public boolean isEmpty() {
    return count == 0;
  }

  /**
   * Takes down one problem; see {@link Problem} for the arguments. Like its kind it gives nothing,
   * for readers that then have nothing to give.
   */
  public <T> Optional<T> report(
      int line, String path, String value, String message, String remedy) {
    return report(line, path, value, message, () -> remedy);
  }

  /** Takes down a problem of the file as a whole. */
  public <T> Optional<T> report(String message, String remedy) {
    return report(0, "", "", message, remedy);
  }

  /**
   * The same with a remedy that takes a while to find: it is asked for if the problem is listed.
   */
  <T> Optional<T> report(
      int line, String path, String value, String message, Supplier<String> remedy) {
    count++;
    if (all.isFull()) {
      all.addUnlisted();
    } else {
      all.add(new Problem(file, line, path, value, message, remedy.get()));
    }
    return Optional.empty();
  }

  /** Takes down that the file could not be read. */
  public <T> Optional<T> report(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      String named = all.reference(file).map(", as named at %s"::formatted).orElse("");
      return report("there is no such file" + named, "give the path of an existing file");
    }
    return failure instanceof NotUtf8Exception text
        ? report(text.line(), "", "", "is not UTF-8", "save it as UTF-8")
        : report("cannot be read: " + reason(failure), "check that it is a readable file");
  }

  private static String reason(IOException failure) {
    String message = failure.getMessage();
    if (message != null && !message.isBlank()) {
      return message;
    }
    return failure instanceof EOFException ? "it ends too early" : "the system does not say why";
  }
}
