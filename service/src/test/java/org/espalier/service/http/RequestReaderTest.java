package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.espalier.service.live.Faults;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RequestReaderTest {
  private static JsonNode refused(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    ProblemAnswer answer =
        catchThrowableOfType(
            ProblemAnswer.class, () -> RequestReader.read(RequestReader.parse(bytes)));
    return JsonMapper.shared().readTree(answer.bytes());
  }

  /** Each byte of a list of numbers would be answered by fifty. */
  @Test
  void manyFaultsAreCounted() {
    JsonNode errors = refused("[" + "0,".repeat(200_000) + "0]").get("errors");

    assertThat(errors).hasSize(Faults.LISTED + 1);
    assertThat(errors.get(Faults.LISTED).get("detail").stringValue()).isEqualTo("and 199,901 more");
  }

  @Test
  void numbersKeepTheDigitsThatWereSent() {
    String body =
        """
        {"type": "t", "deadline": "in 1 h",
         "parameters": {"a": 0.12345678901234567890123, "b": 1e-400, "c": 30.10, "d": 7}}
        """;

    assertThat(RequestReader.read(RequestReader.parse(body.getBytes(StandardCharsets.UTF_8))))
        .singleElement()
        .extracting(r -> r.submission().parameters(), InstanceOfAssertFactories.MAP)
        .containsEntry("a", "0.12345678901234567890123")
        .containsEntry("b", "1E-400")
        .containsEntry("c", "30.10")
        .containsEntry("d", "7");
  }

  @Test
  void whatFollowsARequestIsTold() {
    assertThat(refused("{} {}").get("errors").get(0).get("detail").stringValue())
        .startsWith("the body is no JSON: more follows behind its end (line 1, column ");
  }

  /** Java takes it for the second before. */
  @Test
  void aLeapSecondIsNoDeadline() {
    String end = LocalDate.now(ZoneOffset.UTC) + "T23:59:%sZ";
    String body = "{\"type\": \"t\", \"deadline\": \"%s\"}".formatted(end);

    assertThat(refused(body.formatted("60")).get("errors").get(0).get("detail").stringValue())
        .startsWith("value \"%s\"; expected".formatted(end.formatted("60")));
    assertThat(RequestReader.deadline(end.formatted("60.5"))).isEmpty();
    assertThat(RequestReader.deadline(end.formatted("59"))).isPresent();
  }

  @Test
  void aNumberBeyondAllIsRefused() {
    String body = "{\"type\": \"t\", \"parameters\": {\"a\": 1e9999999991}}";

    assertThat(refused(body).get("errors").get(0).get("detail").stringValue())
        .isEqualTo("the body has a number that is too large or too small to be read");
  }
}
