package org.espalier.cli.terminal;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What becomes of what was done before a search or a run was stopped. */
public final class ResumeOptions {
  @Option(names = "--resume", description = "goes on with what was stopped")
  private boolean resumes;

  @Option(names = "--restart", description = "forgets what was stopped, and begins anew")
  private boolean restarts;

  /** Whether what was stopped goes on. */
  public boolean resumes() {
    return resumes;
  }

  /** Whether what was stopped is forgotten. */
  public boolean restarts() {
    return restarts;
  }

  /**
   * Checks that the options go with a checkpoint: one that is there is neither lost nor taken up
   * unasked.
   *
   * @param file the checkpoint
   * @param isThere whether it holds anything
   * @param of what was stopped
   */
  public void check(Path file, boolean isThere, String of) {
    checkSound();
    checkNotLost(file, isThere, of);
    CommandFailure.when(
        !isThere && resumes, "there is no %s to go on from; leave out --resume", file);
  }

  /** Checks that the options do not contradict each other. */
  public void checkSound() {
    CommandFailure.when(
        resumes && restarts, "--resume and --restart contradict each other; give one");
  }

  /** Checks that what is there is neither lost nor taken up unasked. */
  public void checkNotLost(Path file, boolean isThere, String of) {
    CommandFailure.when(
        isThere && !resumes && !restarts,
        "%s is of a %s that was stopped; go on with --resume, or begin anew with --restart",
        file,
        of);
  }
}
