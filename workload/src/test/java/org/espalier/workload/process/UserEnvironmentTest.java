package org.espalier.workload.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UserEnvironmentTest {
  @Test
  void theLocaleIsThatOfTheUser() {
    Map<String, String> plain = Map.of("A", "1", "LC_ALL", "de_DE.UTF-8");
    assertThat(UserEnvironment.of(plain)).isEqualTo(plain);
    assertThat(UserEnvironment.of(Map.of("LC_ALL", "C.UTF-8", "ESPALIER_LC_ALL", "C")))
        .isEqualTo(Map.of("LC_ALL", "C"));
    assertThat(UserEnvironment.of(Map.of("LC_CTYPE", "C.UTF-8", "ESPALIER_LC_CTYPE", "")))
        .isEmpty();
  }
}
