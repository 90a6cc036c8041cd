package org.espalier.testsupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Of the tests of a class only a share runs, others another day, unless all run ({@link
 * TestSample}). At a test: it runs on that share of days, as evenly as can be.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(Sampled.Draw.class)
public @interface Sampled {
  /** The share of the tests that run. */
  double value();

  /** Draws for each test whether it runs. */
  final class Draw implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
      boolean runs = TestSample.isFull() || test.getTestMethod().isEmpty() || isDrawn(test);
      return runs
          ? ConditionEvaluationResult.enabled("")
          : ConditionEvaluationResult.disabled(
              "not in the sample of " + TestSample.day() + "; ./verify --full runs all");
    }

    private static boolean isDrawn(ExtensionContext test) {
      String name = test.getRequiredTestMethod().toGenericString();
      double share =
          AnnotationSupport.findAnnotation(test.getElement(), Sampled.class)
              .or(() ->
                  AnnotationSupport.findAnnotation(test.getRequiredTestClass(), Sampled.class))
              .orElseThrow()
              .value();
      double phase = new SplittableRandom(name.hashCode()).nextDouble();
      return (TestSample.seed() * share + phase) % 1 < share;
    }
  }
}
