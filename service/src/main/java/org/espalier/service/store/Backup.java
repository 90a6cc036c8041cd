package org.espalier.service.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.espalier.service.files.PrivateFiles;

/** A store in one file, a zip archive, with what commands have written where that is wanted. */
public final class Backup {
  private static final String STORE = "espalier.db";
  private static final String OUTPUT = "output/";
  private static final Pattern ENTRY =
      Pattern.compile(STORE + "|" + OUTPUT + "\\d{1,18}-\\d{1,9}/(stdout|stderr)(\\.rest)?");

  private Backup() {}

  /**
   * Writes one.
   *
   * @param store a copy of a store
   * @param outputs where each launch has a directory with what it has written
   */
  public static void write(Path store, Optional<Path> outputs, OutputStream out)
      throws IOException {
    ZipOutputStream zip = new ZipOutputStream(out);
    zip.setLevel(Deflater.BEST_SPEED);
    add(store, STORE, zip);
    if (outputs.isPresent()) {
      for (Path file : files(outputs.get())) {
        String name = OUTPUT + outputs.get().relativize(file);
        if (ENTRY.matcher(name).matches()) {
          add(file, name, zip);
        }
      }
    }
    zip.finish();
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory, 2)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static void add(Path file, String name, ZipOutputStream zip) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      zip.putNextEntry(new ZipEntry(name));
      in.transferTo(zip);
      zip.closeEntry();
    } catch (NoSuchFileException e) {
      return; // output that had to make room meanwhile
    }
  }

  /**
   * Makes the data directory of a service of one.
   *
   * @param directory is made, or empty
   * @throws StoreRefusedException if the file is no whole backup, or there is something in the
   *     directory
   */
  public static void restore(Path file, Path directory) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      List<? extends ZipEntry> entries = zip.stream().toList();
      boolean isBackup = entries.stream().allMatch(e -> ENTRY.matcher(e.getName()).matches());
      if (!isBackup || zip.getEntry(STORE) == null) {
        throw noBackup(file, "it holds something else");
      }
      refuseUnlessEmpty(directory);
      Path store = PrivateFiles.directories(directory).resolve(STORE);
      Path part = directory.resolve(STORE + ".part");
      for (ZipEntry entry : entries) {
        boolean isStore = entry.getName().equals(STORE);
        Path place = isStore ? part : directory.resolve("local").resolve(entry.getName());
        PrivateFiles.directories(place.resolveSibling("."));
        PrivateFiles.file(place);
        try (InputStream in = zip.getInputStream(entry);
            OutputStream out = Files.newOutputStream(place)) {
          in.transferTo(out);
        }
      }
      Files.move(part, store);
    } catch (ZipException e) {
      throw noBackup(file, String.valueOf(e.getMessage()));
    }
  }

  private static StoreRefusedException noBackup(Path file, String why) {
    return new StoreRefusedException(
        "%s is no whole backup (%s); name a file that espalier backup has made"
            .formatted(file, why));
  }

  private static void refuseUnlessEmpty(Path directory) throws IOException {
    try (Stream<Path> there = Files.exists(directory) ? Files.list(directory) : Stream.empty()) {
      if (there.findAny().isPresent()) {
        throw new StoreRefusedException(
            "there is something in %s; name a directory that is not there, or is empty"
                .formatted(directory));
      }
    }
  }
}
