package org.espalier.core.pmf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.espalier.testsupport.TestJvm;
import org.junit.jupiter.api.Test;

/** Products and sums, fused and not, each in a Java virtual machine of its own. */
class MultiplyAddTest {
  private static final Pmf LEFT = Pmf.normalised(0, 1, masses(40));
  private static final Pmf RIGHT = Pmf.normalised(0, 1, masses(60));

  private static double[] masses(int count) {
    double[] masses = new double[count];
    for (int i = 0; i < count; i++) {
      masses[i] = 1 + i % 7;
    }
    return masses;
  }

  /** Prints whether products and sums are fused, and the masses of a convolution. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) {
      System.out.println(MultiplyAdd.FUSED);
      for (double mass : LEFT.plus(RIGHT).masses()) {
        System.out.println(mass);
      }
    }
  }

  private static List<String> run(String... options) throws IOException, InterruptedException {
    List<String> command = TestJvm.of(options).command(Program.class.getName());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines = process.inputReader(UTF_8).readAllLines();
    assertThat(process.waitFor()).as("%s", lines).isZero();
    return lines;
  }

  @Test
  void aMachineWithoutFusedOperationsGetsTheSameButForRounding() throws Exception {
    List<String> lines = run("-XX:-UseFMA");
    double[] here = LEFT.plus(RIGHT).masses();

    assertThat(lines).hasSize(here.length + 1);
    assertThat(lines.getFirst()).isEqualTo("false");
    for (int i = 0; i < here.length; i++) {
      assertThat(Double.parseDouble(lines.get(i + 1))).isCloseTo(here[i], within(1e-16));
    }
  }

  @Test
  void aMachineThatDoesNotTellIsTakenNotToFuse() throws Exception {
    assertThat(run("--limit-modules", "java.base").getFirst()).isEqualTo("false");
  }

  @Test
  void whatTheProcessorHasIsUsed() throws Exception {
    List<String> flags =
        run("-XX:+PrintFlagsFinal").stream().filter(line -> line.contains(" UseFMA ")).toList();

    assertThat(flags).hasSize(1);
    assertThat(flags.getFirst()).contains("= " + MultiplyAdd.FUSED);
  }
}
