package org.espalier.service.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No value holds a thread for long, whatever the pattern of its parameter. */
final class TextPatternTest {
  private static final Duration AT_ONCE = Duration.ofSeconds(20);
  private static final long MOST_NANOS = 100_000_000;
  private static final List<String> ATOMS =
      List.of(
          "a", ".", "[a-z]", "\\w", "a?", "(a|aa)", "a*", "(|a)", "[^b]", "(a|b|ab)", "\\.", "-?");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "([a-z]*-?){2,8}[0-9]",
        "(.*a){20}",
        "(.*,){11}P.*",
        "(\\w*\\.?){1,20}@x",
        ".*.*.*.*.*=.*",
        "(a|aa)+b",
        "(a?){30}b"
      })
  void everydayPatternsAreQuickOnWhatNearlyMatches(String regex) {
    TextParameter text = text(regex, 200);
    String value = "abcdefghij".repeat(15) + "!";
    assertTimeoutPreemptively(
        AT_ONCE, () -> assertThat(text.fault(value)).get().asString().contains("does not match"));
    assertTimeoutPreemptively(AT_ONCE, () -> text.fault("a".repeat(200)));
    assertTimeoutPreemptively(AT_ONCE, () -> text.fault(",".repeat(80)));
  }

  /** Of nested and bounded repetition; one that is let pass answers within a tenth of a second. */
  @Test
  void anyPatternIsRefusedOrQuick() {
    Random random = new Random(TestSample.seed());
    int passed = 0;
    for (int i = 0; i < 300; i++) {
      String regex = pattern(random, 4);
      int longest = random.nextBoolean() ? 200 : 1 + random.nextInt(TextParameter.LONGEST);
      Optional<TextParameter> text =
          assertTimeoutPreemptively(AT_ONCE, () -> letPass(regex, longest), regex);
      if (text.isPresent()) {
        passed++;
        for (String part : List.of("a", "aab", "a.b-", "\u00e9")) {
          String value = part.repeat(longest).substring(0, longest - 1) + "!";
          long nanos = assertTimeoutPreemptively(AT_ONCE, () -> nanos(text.get(), value), regex);
          assertThat(nanos).as("%s with %s characters", regex, longest).isLessThan(MOST_NANOS);
        }
      }
    }
    assertThat(passed).isBetween(50, 299);
  }

  /** The least of three comparisons: others work on this computer too. */
  private static long nanos(TextParameter text, String value) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      text.fault(value);
      long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      least = Math.min(least, end - begin);
    }
    return least;
  }

  private static Optional<TextParameter> letPass(String regex, int longest) {
    try {
      return Optional.of(text(regex, longest));
    } catch (IllegalArgumentException refused) {
      assertThat(refused).hasMessageContaining("repeat");
      return Optional.empty();
    }
  }

  private static String pattern(Random random, int depth) {
    StringBuilder pattern = new StringBuilder();
    for (int i = 0; i <= random.nextInt(3); i++) {
      boolean isGroup = depth > 0 && random.nextInt(5) > 1;
      pattern.append(
          isGroup
              ? "(" + pattern(random, depth - 1) + ")"
              : ATOMS.get(random.nextInt(ATOMS.size())));
      if (isGroup) {
        int most = 1 + random.nextInt(random.nextBoolean() ? 5 : 60);
        pattern.append(
            switch (random.nextInt(5)) {
              case 0 -> "*";
              case 1 -> "+";
              case 2 -> "{" + most + "}";
              case 3 -> "{" + random.nextInt(most) + "," + most + "}";
              default -> "";
            });
      }
    }
    return pattern.toString();
  }

  /** Made, the first would fill the memory. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "((((a{1000}){1000}){1000}){1000})",
        "([\\](]x{900}){900}",
        "([[:alpha:](]x{900}){900}",
        "(\\Q((\\E{900}){900}",
        "(?:(?P<n>a{900}){900,})",
        "(a?){2000}",
        "(a?){1000}"
      })
  void whatHasVeryManyStepsIsRefusedWithoutMakingThem(String regex) {
    assertTimeoutPreemptively(
        AT_ONCE,
        () ->
            assertThatIllegalArgumentException()
                .isThrownBy(() -> text(regex, 10))
                .withMessageContaining("repeat"));
  }

  @Test
  void whatIsNoPatternOfRe2IsRefused() {
    for (String regex : List.of("[", "(", ")", "(?!a)b", "(a)\\1")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> text(regex, 10))
          .withMessageContaining("of parameter t is '" + regex);
    }
  }

  @Test
  void steadyPatternsPassWithLongTexts() {
    assertThat(text("[A-Za-z0-9_.-]+", 10_000).fault("x".repeat(10_000))).isEmpty();
    assertThat(text("[a-z]{1,80}(-[a-z]{1,80})?", 200).fault("ab-cd")).isEmpty();
    assertThat(text("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", 200).fault("ab-cd")).isPresent();
  }

  private static TextParameter text(String regex, int longest) {
    return TextParameter.of("t", Optional.empty(), Optional.of(regex), longest, false);
  }
}
