package org.espalier.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptableObject;

/** Numbers as the scripts of a page write them, in browsers and without one. */
final class FormatScriptTest {

  private static final Context CONTEXT = Context.enter();
  private static final ScriptableObject SCOPE = CONTEXT.initSafeStandardObjects();

  @BeforeAll
  static void loadScripts() {
    CONTEXT.setLanguageVersion(Context.VERSION_ECMASCRIPT);
    CONTEXT.setInterpretedMode(true);
    evaluate("function setTimeout() {} function clearTimeout() {}");
    List.of(WebPage.ECHARTS, "headless.js", "drawing.es5.js")
        .forEach(name -> evaluate(WebPage.text(name)));
  }

  @AfterAll
  static void leave() {
    Context.exit();
  }

  private static String evaluate(String script) {
    return Context.toString(CONTEXT.evaluateString(SCOPE, script, "script", 1, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "number(1234.5678, 3) | 1,234.568",
        "number(1234567.5, 1) | 1,234,567.5",
        "number(0.05, 1) | 0.1",
        "number(2.5, 0) | 3",
        "number(999.96, 1) | 1,000.0",
        "number(35, 2) | 35.00",
        "number(-7, 0) | −7",
        "number(-0.004, 2) | 0.00",
        "number(NaN, 1) | –",
        "tick(0) | 0",
        "tick(0.30000000000000004) | 0.3",
        "tick(-12345.5) | −12,345.5",
        "tick(999999.999) | 1,000,000",
        "tick(1200000) | 1.2M",
        "tick(-1200000) | −1.2M",
        "tick(999999999) | 1B",
        "tick(2500000000) | 2.5B",
        "tick(4e16) | 40,000T",
        "tick(0.000012) | 1.2E-5",
        "compact(0, 4) | 0",
        "compact(0.25, 4) | 0.25",
        "compact(500000, 4) | 500K",
        "compact(1234567890, 9) | 1.23456789B"
      })
  void areWrittenInEnglish(String call, String expected) {
    assertThat(evaluate("window.espalier.format." + call)).isEqualTo(expected);
  }
}
