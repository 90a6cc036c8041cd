package org.espalier.simulator.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The files of the project, and the papers' data beside it. */
final class ProjectFiles {
  static final Path ROOT = Path.of(System.getProperty("espalier.root", "..")).normalize();

  private ProjectFiles() {}

  static Path file(String path) {
    return ROOT.resolve(path);
  }

  /** The pruning papers' files; the test is skipped where they are not. */
  static Path paperData() {
    String set = System.getenv("ESPALIER_DATA");
    Path data = set == null ? ROOT.resolve("../shared/data") : Path.of(set);
    Path papers = data.resolve("hcw19");
    Assumptions.assumeTrue(
        Files.exists(papers.resolve("classes_2.etc")),
        "the pruning papers' files are not in ../shared/data or ESPALIER_DATA");
    return papers;
  }
}
