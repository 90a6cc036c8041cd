package org.espalier.profiler.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.sample.SampleCsv;
import org.espalier.profiler.sample.SampleJournal;
import org.espalier.report.OwnDirectory;

/**
 * The directory in which a plan keeps what it has measured until it is complete. Each run is on the
 * disk before the next begins, so that a plan goes on after any end of its process.
 */
public final class PlanJournal implements AutoCloseable {
  private static final String DIGEST = "plan.sha256";
  private static final String LOCK = "lock";

  private final FileChannel lock;
  private final SampleJournal runs;

  private PlanJournal(Path directory, FileChannel lock) throws IOException {
    this.lock = lock;
    this.runs = SampleJournal.open(directory.resolve("runs.csv"));
  }

  /** Whether a directory holds the journal of some plan. */
  public static boolean isThere(Path directory) {
    return Files.exists(directory.resolve(DIGEST));
  }

  /**
   * Opens the journal in a directory, or makes it.
   *
   * @throws MeasuringFailedException if it is another plan's, or another process has it open
   */
  public static PlanJournal open(Path directory, ProfilePlan plan)
      throws IOException, MeasuringFailedException {
    Files.createDirectories(directory);
    FileChannel lock = lock(directory, " already");
    try {
      checkDigest(directory, plan);
      return new PlanJournal(directory, lock);
    } catch (IOException | MeasuringFailedException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static FileChannel lock(Path directory, String already)
      throws IOException, MeasuringFailedException {
    FileChannel lock =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (CoreLocks.lock(lock)) {
      return lock;
    }
    lock.close();
    throw new MeasuringFailedException(
        "%s is in use: the plan is being measured%s; wait for its end"
            .formatted(directory, already));
  }

  private static void checkDigest(Path directory, ProfilePlan plan)
      throws IOException, MeasuringFailedException {
    Path file = directory.resolve(DIGEST);
    String digest = digest(plan);
    if (!Files.exists(file)) {
      Path part = directory.resolve(DIGEST + ".part");
      Files.writeString(part, digest);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } else if (!Files.readString(file).equals(digest)) {
      throw new MeasuringFailedException(
          "%s holds runs of a plan that is not this one, or was changed since; begin anew with --restart"
              .formatted(directory));
    }
  }

  private static String digest(ProfilePlan plan) {
    try {
      String columns = SampleCsv.headerLine();
      String text = "%s\n%s%s".formatted(plan.seed(), columns, plan.about().text());
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /**
   * Removes the journal in a directory, if one is there.
   *
   * @throws MeasuringFailedException if a process has it open
   */
  public static void forget(Path directory) throws IOException, MeasuringFailedException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (FileChannel _ = lock(directory, "")) {
      // The digest first: without it nothing there is taken for a journal.
      Files.deleteIfExists(directory.resolve(DIGEST));
      OwnDirectory.delete(directory);
    }
  }

  /** Removes the journal in a directory if it holds nothing that was measured. */
  public static void forgetIfEmpty(Path directory, ProfilePlan plan)
      throws IOException, MeasuringFailedException {
    if (!isThere(directory)) {
      return;
    }
    boolean isEmpty;
    try (PlanJournal journal = open(directory, plan)) {
      isEmpty = journal.runs.before().isEmpty();
    }
    if (isEmpty) {
      forget(directory);
    }
  }

  SampleJournal runs() {
    return runs;
  }

  @Override
  public void close() throws IOException {
    runs.close();
    lock.close();
  }
}
