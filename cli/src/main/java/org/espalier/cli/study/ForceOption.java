package org.espalier.cli.study;

import org.espalier.report.OwnDirectory;
import picocli.CommandLine.Option;

/** The option that lets results take the place of others. */
final class ForceOption {
  @Option(
      names = "--force",
      description =
          "replaces other results that are there; without it they stay, and the new ones go to a"
              + " directory beside them, as DIR-2")
  private boolean force;

  /** What becomes of results that are there already. */
  OwnDirectory.Earlier earlier() {
    return force ? OwnDirectory.Earlier.REPLACED : OwnDirectory.Earlier.KEPT;
  }
}
