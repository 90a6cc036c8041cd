package org.espalier.workload.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.espalier.core.utility.Priority;
import org.espalier.core.utility.Urgency;
import org.junit.jupiter.api.Test;

class LevelsTest {
  private static final int WHOLE = 10_000;

  private static double share(Levels levels) {
    return IntStream.range(0, WHOLE).filter(i -> Levels.at(i).equals(levels)).count()
        / (double) WHOLE;
  }

  @Test
  void sharesAreThoseOfTheSource() throws IOException {
    int cells = 0;
    for (String line : lines()) {
      String[] fields = line.split(",");
      Levels levels =
          new Levels(
              Priority.valueOf(fields[0].toUpperCase(Locale.ROOT)),
              Urgency.valueOf(fields[1].toUpperCase(Locale.ROOT)));
      assertThat(share(levels)).as(line).isCloseTo(Double.parseDouble(fields[2]), within(1e-12));
      cells++;
    }
    assertThat(cells).isEqualTo(16);
  }

  private static String[] lines() throws IOException {
    try (InputStream in =
        LevelsTest.class.getResourceAsStream("/vectors-ue/joint-probability.csv")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.substring(text.indexOf('\n') + 1).strip().split("\n");
    }
  }

  @Test
  void sharesSumToTheWhole() {
    assertThat(Levels.at(WHOLE - 1)).isEqualTo(new Levels(Priority.LOW, Urgency.LOW));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Levels.at(WHOLE))
        .withMessageContaining("10000");
  }
}
