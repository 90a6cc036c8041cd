package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Studies from Python, and the notebook, where there is one: that of the system if it has pandas.
 */
final class PythonStudyTest {
  @TempDir private Path directory;

  @Test
  @Sampled(0.5)
  void studiesRunAndTheNotebookDraws() throws Exception {
    TemporarySourceTree tree = TemporarySourceTree.in(directory, Repository.root());
    boolean pandas = tree.run("/usr/bin/python3 -c 'import pandas'").exitCode() == 0;
    String python = pandas ? "/usr/bin/python3" : "python3";
    String version = python + " -c 'import sys; sys.exit(sys.version_info < (3, 9))'";
    assumeTrue(tree.run(version).exitCode() == 0, "python3 of version 3.9 is not there");

    TemporarySourceTree.Outcome tests =
        tree.run("unset ESPALIER; " + python + " python/test_espalier_study.py -v");

    assertThat(tests.exitCode()).as(tests.output()).isZero();
    assertThat(tests.output()).contains("Ran 6 tests");
  }
}
