package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.generator.SystemGenerator;
import org.espalier.workload.generator.SystemSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadPetTest {
  private static final PetMatrix CERTAIN = SystemGenerator.generate(SystemSpec.of("days"), 1).pet();

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.5, 1})
  void meansStayAndDeviationsAreAsAskedFor(double cov) {
    PetMatrix spread = SpreadPet.of(CERTAIN, cov);

    for (int t = 0; t < CERTAIN.taskTypes(); t += 9) {
      for (int m = 0; m < CERTAIN.machineTypes(); m++) {
        assertThat(spread.canRun(t, m)).isEqualTo(CERTAIN.canRun(t, m));
        for (int p = 0; CERTAIN.canRun(t, m) && p < CERTAIN.pStates(m); p++) {
          double mean = CERTAIN.get(t, m, p).mean();
          Pmf found = spread.get(t, m, p);
          assertThat(found.mean()).isCloseTo(mean, within(0.001 * mean));
          assertThat(found.standardDeviation()).isCloseTo(cov * mean, within(0.03 * cov * mean));
          assertThat(Long.bitCount(found.step())).isEqualTo(1);
          assertThat(found.earliest()).isPositive();
        }
      }
    }
  }

  @Test
  void withoutSpreadItIsTheSame() {
    assertThat(SpreadPet.of(CERTAIN, 0)).isSameAs(CERTAIN);
  }
}
