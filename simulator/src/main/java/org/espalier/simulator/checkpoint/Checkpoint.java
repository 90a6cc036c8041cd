package org.espalier.simulator.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.UnitResult;
import org.espalier.simulator.study.Experiment;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The file of the units that a run has finished, from which it goes on when it was stopped. One
 * line says what is run; then each unit has a line, written as soon as the unit is done. So a
 * process that is killed loses the units at work; a line that was cut short then is one of these.
 * Units whose policy failed are not in it.
 *
 * <p>A run may have several parts, each with an experiment and units of its own. One process has
 * the file at a time. Safe for use by several threads.
 */
public final class Checkpoint implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;
  private final Map<Key, UnitResult.Finished> earlier = new HashMap<>();
  private int kept;
  private @Nullable IOException failure;

  private Checkpoint(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** A unit of a part. */
  private record Key(String part, StudyUnit unit) {}

  /**
   * Opens a file, and makes it if it is not there.
   *
   * @return empty if another process has it
   */
  public static Optional<Checkpoint> open(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (!isOurs(channel)) {
      channel.close();
      return Optional.empty();
    }
    return Optional.of(new Checkpoint(file, channel));
  }

  private static boolean isOurs(FileChannel channel) {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      return true; // a file system without locks
    }
  }

  /** Whether there are units in it, of whatever run. */
  public boolean holdsUnits() throws IOException {
    return reader().lines().limit(2).count() == 2;
  }

  /** Whether nothing is in it, not even what run it is of. */
  public boolean isEmpty() throws IOException {
    return channel.size() == 0;
  }

  /** Forgets what is in it, and begins to keep units of a run. */
  public void begin(RunIdentity run) throws IOException {
    String header = CheckpointJson.line(new CheckpointJson.Header(run.hex()));
    channel.truncate(0);
    write(header);
  }

  /**
   * Goes on with the run that is in it.
   *
   * @throws UnfitCheckpointException if it is of another run, or damaged
   */
  public void resume(RunIdentity run) throws IOException {
    long whole = readWhole(run.hex());
    channel.truncate(whole);
    kept = earlier.size();
  }

  /**
   * What a file holds of a part of a run, which another process may be writing.
   *
   * @param run digest of the run
   * @throws UnfitCheckpointException if it is of another run, or damaged
   */
  static List<UnitResult.Finished> read(Path file, String part, String run) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        Checkpoint checkpoint = new Checkpoint(file, channel)) {
      checkpoint.readWhole(run);
      return checkpoint.earlier.entrySet().stream()
          .filter(entry -> entry.getKey().part().equals(part))
          .map(Map.Entry::getValue)
          .toList();
    }
  }

  /** Reads the lines that are whole, and tells how many bytes these are. */
  private long readWhole(String run) throws IOException {
    long size = channel.size();
    BufferedReader lines = reader();
    long whole = 0;
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      long end = whole + line.getBytes(UTF_8).length + 1;
      if (end > size) { // it was cut short
        break;
      }
      number++;
      if (number == 1) {
        checkHeader(line, run);
      } else {
        read(line, number);
      }
      whole = end;
    }
    if (number == 0) {
      throw new UnfitCheckpointException(file + " is no checkpoint of a run");
    }
    return whole;
  }

  private void checkHeader(String line, String run) {
    try {
      if (CheckpointJson.header(line).checkpoint().equals(run)) {
        return;
      }
    } catch (JacksonException e) {
      throw new UnfitCheckpointException(file + " is no checkpoint of a run", e);
    }
    throw new UnfitCheckpointException(
        file
            + " is the checkpoint of another run: other settings, or inputs, plug-ins or program"
            + " have changed since");
  }

  private void read(String line, int number) {
    try {
      CheckpointJson.Kept unit = CheckpointJson.kept(line);
      earlier.put(new Key(unit.part(), unit.finished().unit()), unit.finished());
    } catch (JacksonException e) {
      throw new UnfitCheckpointException(
          "%s is damaged: line %s is no result of a unit".formatted(file, number), e);
    }
  }

  /** Reads it from its beginning; closing the reader would close the file. */
  private BufferedReader reader() throws IOException {
    return new BufferedReader(
        new InputStreamReader(Channels.newInputStream(channel.position(0)), UTF_8));
  }

  /**
   * Runs the units that are not there yet.
   *
   * @param part name of the part of the run
   * @param settings its progress hears of the units that are run
   * @param results takes what came of each unit, now or earlier, one at a time, in any order
   */
  public void run(
      String part,
      Experiment experiment,
      Collection<StudyUnit> units,
      RunSettings settings,
      Consumer<UnitResult> results) {
    List<StudyUnit> left = new ArrayList<>();
    for (StudyUnit unit : units) {
      UnitResult.Finished there = earlier.remove(new Key(part, unit));
      if (there == null) {
        left.add(unit);
      } else {
        results.accept(there);
      }
    }
    ExperimentRunner.run(
        experiment,
        left,
        settings,
        result -> {
          keep(part, result);
          results.accept(result);
        });
  }

  private synchronized void keep(String part, UnitResult result) {
    if (!isOpen() || failure != null || !(result instanceof UnitResult.Finished finished)) {
      return;
    }
    try {
      write(CheckpointJson.line(new CheckpointJson.Kept(part, finished)));
      kept++;
    } catch (IOException e) {
      failure = e;
    }
  }

  private synchronized void write(String line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(UTF_8));
    channel.position(channel.size());
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Whether units are written to it. */
  public synchronized boolean isOpen() {
    return channel.isOpen();
  }

  /** How many units are in it. */
  public synchronized int kept() {
    return kept;
  }

  /** Why units are no longer written to it; empty if nothing went wrong. */
  public synchronized Optional<IOException> failure() {
    return Optional.ofNullable(failure);
  }

  /** Deletes the file, and keeps nothing from now on: the run has ended, or there is nothing. */
  public synchronized void delete() throws IOException {
    if (isOpen()) {
      Files.deleteIfExists(file);
      close();
    }
  }

  /** Lets go of the file, which stays. */
  @Override
  public synchronized void close() throws IOException {
    channel.close();
  }
}
