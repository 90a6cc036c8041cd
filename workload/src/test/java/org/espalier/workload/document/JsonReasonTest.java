package org.espalier.workload.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

class JsonReasonTest {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static String reason(String text) {
    return JsonReason.of(
        catchThrowableOfType(JacksonException.class, () -> MAPPER.readTree(text))
            .getOriginalMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{} 1", "[1", "{/**/}", "NaN", "'a'", "[\u0001]", "[01]", "\"\t\"", "\u001e{}"})
  void noNamesOfTheLibrary(String text) {
    assertThat(reason(text))
        .isNotBlank()
        .doesNotContain("`", "Feature", "jackson", "Token.", "Source");
  }

  @Test
  void depthAndLengthAreTold() {
    assertThat(reason("[".repeat(600)))
        .isEqualTo("Document nesting depth (501) exceeds the maximum allowed (500)");
    assertThat(reason("1".repeat(1001)))
        .isEqualTo("Number value length (1001) exceeds the maximum allowed (1000)");
  }

  @Test
  void whatFollowsIsTold() {
    assertThat(reason("{} {}")).isEqualTo("more follows behind its end");
  }
}
