package org.espalier.profiler.sample;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.espalier.workload.document.Problems;

/**
 * A CSV file of measured runs that grows. What was appended is on the disk, and a line that a crash
 * left torn is cut off when the file is opened again. It has all columns. For one process and one
 * thread at a time.
 */
public final class SampleJournal implements AutoCloseable {
  private final FileChannel channel;
  private final List<MeasuredRun> before;

  private SampleJournal(FileChannel channel, List<MeasuredRun> before) {
    this.channel = channel;
    this.before = List.copyOf(before);
  }

  /**
   * Opens a file, or makes it.
   *
   * @throws org.espalier.workload.document.InvalidInputException if the file has whole lines that
   *     are not runs with all columns
   */
  public static SampleJournal open(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      cutTornLine(file, channel);
      if (channel.size() == 0) {
        write(channel, SampleCsv.headerLine());
      }
      return new SampleJournal(channel, read(file));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static List<MeasuredRun> read(Path file) {
    Problems problems = new Problems();
    List<MeasuredRun> runs = SampleCsv.read(file, problems);
    problems.throwIfAny();
    return runs;
  }

  /** Leaves the file at its last line break, and writes from there. */
  private static void cutTornLine(Path file, FileChannel channel) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    channel.truncate(end).position(end);
  }

  /** The runs that were there when the file was opened. */
  public List<MeasuredRun> before() {
    return before;
  }

  /**
   * Appends a run, and returns when it is on the disk.
   *
   * @throws IllegalArgumentException if a name cannot be in the file
   */
  public void append(MeasuredRun run) throws IOException {
    write(channel, SampleCsv.line(run));
  }

  private static void write(FileChannel channel, String line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
