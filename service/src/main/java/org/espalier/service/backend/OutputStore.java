package org.espalier.service.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.files.PrivateFiles;
import org.espalier.workload.document.Names;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kept output of launches. There is a directory for each with the files {@code stdout} and
 * {@code stderr}, and where more was written than is kept, how much, in {@code stdout.rest} and
 * {@code stderr.rest}. The total size of those that are over is bounded; the oldest go. Safe for
 * use by many threads.
 */
public final class OutputStore {
  private static final Logger LOG = LoggerFactory.getLogger(OutputStore.class);
  private static final long BLOCK = 4096;

  private final Path root;
  private final long most;
  private final Map<String, Long> kept = new LinkedHashMap<>();
  private long total;

  /**
   * Opens it and counts what is there, by age.
   *
   * @param most how many bytes of launches that are over are kept
   */
  public OutputStore(Path root, long most) throws IOException {
    this.root = PrivateFiles.directories(root);
    this.most = most;
    for (Path directory : byAge()) {
      keep(directory.getFileName().toString());
    }
  }

  /** A place for the output of a launch that begins. */
  Path create(LaunchId id) {
    return PrivateFiles.unchecked(() -> {
      delete(id.toString());
      return PrivateFiles.directories(root.resolve(id.toString()));
    });
  }

  /**
   * Some of what a launch has written elsewhere, in order and from the beginning. What came after a
   * part that is not here is left out, and all of it goes that finds no room.
   *
   * @param notKept how much more it wrote than is kept
   */
  public void write(LaunchId id, OutputChannel channel, long from, byte[] bytes, long notKept) {
    try {
      put(id, channel, from, bytes, notKept);
    } catch (IOException e) {
      LOG.warn("what launch {} has written is not kept: {}", id, e.toString());
      drop(id.toString());
    }
  }

  private void put(LaunchId id, OutputChannel channel, long from, byte[] bytes, long notKept)
      throws IOException {
    Path directory = PrivateFiles.directories(root.resolve(id.toString()));
    Path file = directory.resolve(Names.word(channel));
    if (from > 0 && (Files.notExists(file) || Files.size(file) < from)) {
      return;
    }
    try (SeekableByteChannel out =
        Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      Channels.newOutputStream(out.truncate(from).position(from)).write(bytes); // all of them
    }
    if (notKept > 0) {
      Files.writeString(file.resolveSibling(file.getFileName() + ".rest"), notKept + "\n");
    }
  }

  /** The launch writes output still; it is not counted until it is kept. */
  synchronized void hold(LaunchId id) {
    forget(id.toString());
  }

  /** The launch is over; older output goes if there is too much. */
  public void keep(LaunchId id) {
    keep(id.toString());
  }

  /** Where the output of a launch is, if it is kept. */
  Optional<Path> of(LaunchId id) {
    return Optional.of(root.resolve(id.toString())).filter(Files::isDirectory);
  }

  /** A part of the output of a launch, if it is kept. */
  public Optional<OutputPart> read(LaunchId id, OutputChannel channel, long from, int most) {
    Path file = root.resolve(id.toString()).resolve(Names.word(channel));
    try (SeekableByteChannel in = Files.newByteChannel(file)) {
      long size = in.size();
      in.position(Math.min(from, size));
      return Optional.of(
          new OutputPart(
              Channels.newInputStream(in)
                  .readNBytes((int) Math.max(0, Math.min(most, size - from))),
              size,
              notKept(file)));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * How much more the command wrote than is in a file, which stands in a file beside; where there
   * was no room for that, some.
   */
  private static long notKept(Path file) throws IOException {
    Path rest = file.resolveSibling(file.getFileName() + ".rest");
    String line = Files.exists(rest) ? Files.readString(rest) : "0\n";
    return line.endsWith("\n") ? Long.parseLong(line.strip()) : 1;
  }

  private synchronized void keep(String name) {
    forget(name);
    if (Files.isDirectory(root.resolve(name))) {
      long size = size(root.resolve(name));
      kept.put(name, size);
      total += size;
    }
    while (total > most) {
      drop(kept.keySet().iterator().next());
    }
  }

  private void drop(String name) {
    try {
      delete(name);
    } catch (IOException e) {
      LOG.warn("the output of launch {} cannot be removed: {}", name, e.toString());
    }
  }

  private synchronized void delete(String name) throws IOException {
    forget(name);
    PrivateFiles.delete(root.resolve(name));
  }

  private void forget(String name) {
    Long size = kept.remove(name);
    total -= size == null ? 0 : size;
  }

  private List<Path> byAge() throws IOException {
    Map<Path, FileTime> ages = new LinkedHashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(root)) {
      for (Path directory : all) {
        ages.put(directory, Files.getLastModifiedTime(directory));
      }
    }
    List<Path> sorted = new ArrayList<>(ages.keySet());
    sorted.sort(Comparator.comparing(ages::get));
    return sorted;
  }

  /** The size on disk, so that many empty files are not free. */
  private static long size(Path directory) {
    long size = BLOCK;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        size += Math.ceilDiv(Files.size(file), BLOCK) * BLOCK;
      }
    } catch (IOException gone) {
      return size;
    }
    return size;
  }
}
