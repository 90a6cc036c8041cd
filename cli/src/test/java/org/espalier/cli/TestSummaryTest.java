package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./verify} says of tests, from reports as Surefire writes them. */
class TestSummaryTest {
  private static final String REPORT =
      """
      <testsuite>
        <testcase name="one" classname="A"/>
        <testcase name="two" classname="A"><error message="no port"/></testcase>
        <testcase name="three" classname="A"><skipped message="not today"/></testcase>
        <testcase name="four" classname="B"><skipped type="org.opentest4j.TestAbortedException"
            ><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: no disk
      \tat B.start(B.java:3)
      ]]></skipped></testcase>
        <testcase name="five" classname="B"><skipped type="org.opentest4j.TestAbortedException"
            ><![CDATA[org.opentest4j.TestAbortedException: \n\
      assumption was not met due to: [jq]
      Expecting Optional to contain a value but it was empty.
      ]]></skipped></testcase>
      </testsuite>
      """;

  @TempDir private Path directory;

  @Test
  void eachSkippedTestSaysWhy() throws IOException, InterruptedException {
    Path reports = Files.createDirectories(directory.resolve("target/surefire-reports"));
    Files.writeString(reports.resolve("TEST-A.xml"), REPORT);
    Path script = Repository.file("scripts/TestSummary.java");
    Path java = Path.of(System.getProperty("java.home"), "bin/java");

    Shell.Outcome outcome =
        new Shell(directory).outcome("%s %s . 'C: left out'".formatted(java, script));

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.printed().lines())
        .containsExactly(
            "skipped: A.three: not today",
            "skipped: B.four: Assumption failed: no disk",
            "skipped: B.five: assumption was not met due to: [jq]",
            "skipped: C: left out",
            "failed: A.two",
            "1 passed, 1 failed, 4 skipped");
  }
}
