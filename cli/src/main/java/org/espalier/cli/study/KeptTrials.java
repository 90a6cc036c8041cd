package org.espalier.cli.study;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.ResumeOptions;
import org.espalier.simulator.checkpoint.Checkpoint;
import org.espalier.simulator.checkpoint.RunIdentity;
import org.espalier.simulator.checkpoint.UnfitCheckpointException;

/**
 * The trials that a command has done, kept beside where its results go until these are written. If
 * the process is stopped before, it says how many trials are kept.
 */
final class KeptTrials implements AutoCloseable {
  private final Path file;
  private final Checkpoint checkpoint;
  private final int total;
  private final PrintWriter err;
  private final Thread hook = new Thread(this::stop, "stop");

  private KeptTrials(Path file, Checkpoint checkpoint, int total, PrintWriter err) {
    this.file = file;
    this.checkpoint = checkpoint;
    this.total = total;
    this.err = err;
  }

  /**
   * Begins to keep trials, or goes on, as the user says and {@link #check} found good.
   *
   * @param results where results go
   * @param run what is run
   * @param total how many trials that takes
   */
  static KeptTrials of(
      Path results, RunIdentity run, int total, ResumeOptions options, PrintWriter err) {
    Path file = file(results);
    try {
      Checkpoint checkpoint = open(file);
      begin(checkpoint, run, options.resumes() && checkpoint.holdsUnits());
      return of(file, checkpoint, total, err);
    } catch (IOException e) {
      throw unusable(file, "--out", e);
    }
  }

  /**
   * Begins to keep the trials of a shard, or goes on with those that are there. Unlike those of a
   * run they stay.
   *
   * @param total how many trials the shard takes
   */
  static KeptTrials ofShard(
      Path file, RunIdentity run, int total, ResumeOptions options, PrintWriter err) {
    options.checkSound();
    try {
      Checkpoint checkpoint = open(file);
      begin(checkpoint, run, !options.restarts() && !checkpoint.isEmpty());
      try {
        options.checkNotLost(file, checkpoint.kept() > 0 && checkpoint.kept() < total, "shard");
      } catch (CommandFailure e) {
        checkpoint.close();
        throw e;
      }
      return of(file, checkpoint, total, err);
    } catch (IOException e) {
      throw unusable(file, "--to", e);
    }
  }

  private static KeptTrials of(Path file, Checkpoint checkpoint, int total, PrintWriter err) {
    KeptTrials kept = new KeptTrials(file, checkpoint, total, err);
    kept.tellEarlier();
    Runtime.getRuntime().addShutdownHook(kept.hook);
    return kept;
  }

  private static Checkpoint open(Path file) throws IOException {
    return Checkpoint.open(file)
        .orElseThrow(() ->
            new CommandFailure(
                "%s is in use by another espalier; wait for its end, or give another directory"
                    .formatted(file)));
  }

  private static CommandFailure unusable(Path file, String option, IOException e) {
    return new CommandFailure(
        "%s cannot be read or written: %s; make room, or give another directory with %s"
            .formatted(file, e, option),
        e);
  }

  /**
   * Checks that the options of the user go with what is there, before anything is run.
   *
   * @param results where results go
   * @param of what is run: run or search
   */
  static void check(List<Path> results, String of, ResumeOptions options) throws IOException {
    for (Path result : results) {
      if (holdsUnits(file(result))) {
        options.check(file(result), true, of);
        return;
      }
    }
    options.check(file(results.getFirst()), false, of);
  }

  /**
   * Takes the place where a run would keep its trials, for one that keeps them elsewhere, so that
   * nothing else runs to the same results.
   */
  static Checkpoint reserve(Path results) {
    Path file = file(results);
    try {
      Checkpoint checkpoint = open(file);
      if (checkpoint.holdsUnits()) {
        checkpoint.close();
        throw new CommandFailure(
            "%s is of a run on this computer that was stopped; go on with it without --on, or delete it"
                .formatted(file));
      }
      return checkpoint;
    } catch (IOException e) {
      throw unusable(file, "--out", e);
    }
  }

  private static boolean holdsUnits(Path file) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    try (Checkpoint checkpoint = open(file)) {
      return checkpoint.holdsUnits();
    }
  }

  /** The checkpoint stands beside the results. */
  private static Path file(Path results) {
    return results.resolveSibling(results.getFileName() + ".checkpoint");
  }

  /** Goes on with the trials that are there, or forgets them. */
  private static void begin(Checkpoint checkpoint, RunIdentity run, boolean goesOn)
      throws IOException {
    try {
      if (goesOn) {
        checkpoint.resume(run);
      } else {
        checkpoint.begin(run);
      }
    } catch (UnfitCheckpointException e) {
      checkpoint.close();
      throw new CommandFailure(e.getMessage() + "; begin anew with --restart", e);
    }
  }

  private void tellEarlier() {
    if (checkpoint.kept() > 0) {
      err.printf(Locale.ROOT, "going on: %,d of %,d trials are there%n", checkpoint.kept(), total);
    }
  }

  Checkpoint checkpoint() {
    return checkpoint;
  }

  /** How many trials are left to run. */
  int left() {
    return total - checkpoint.kept();
  }

  /** The results are written, or can never be: nothing is kept any more. */
  void forget() {
    try {
      checkpoint.delete();
    } catch (IOException e) {
      err.printf("note: %s cannot be deleted: %s%n", file, e);
    }
  }

  private void stop() {
    if (!checkpoint.isOpen()) {
      return;
    }
    int kept = checkpoint.kept();
    try {
      if (kept == 0) {
        checkpoint.delete();
        return;
      }
      checkpoint.close();
      err.printf(
          Locale.ROOT,
          "%nstopped; %,d of %,d trials are kept, and --resume goes on from there%n",
          kept,
          total);
    } catch (IOException e) {
      err.printf("%nstopped; %s: %s%n", file, e);
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
      checkpoint.close();
    } catch (IllegalStateException e) {
      // The process is ending: the hook runs.
    } catch (IOException e) {
      err.printf("note: %s: %s%n", file, e);
    }
    checkpoint
        .failure()
        .ifPresent(failure -> {
          err.printf("note: trials could not be kept in %s: %s%n", file, failure);
        });
  }
}
