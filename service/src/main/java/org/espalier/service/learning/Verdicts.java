package org.espalier.service.learning;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whether what was said of tasks of each type comes true, by the last 250 to 750 tasks of which
 * something was said.
 */
public final class Verdicts {
  private static final int GENERATION = 500;

  private final Map<String, Judged> byType = new HashMap<>();

  /** Nothing is known yet. */
  public Verdicts() {}

  private static final class Judged {
    private Calibration present = new Calibration();
    private Optional<Calibration> before = Optional.empty();
    private int tasks;

    void add(double predicted, boolean wasOnTime) {
      if (tasks == GENERATION) {
        before = Optional.of(present);
        present = new Calibration();
        tasks = 0;
      }
      present.add(predicted, wasOnTime);
      tasks++;
    }

    Optional<String> doubt() {
      return before.filter(_ -> tasks < GENERATION / 2).orElse(present).doubt();
    }
  }

  /**
   * What became of a task.
   *
   * @param predicted its chance of success, as it was predicted
   * @return whether a judgement is due, as each time that many more are known
   */
  public boolean judged(String type, double predicted, boolean wasOnTime) {
    Judged judged = byType.computeIfAbsent(type, _ -> new Judged());
    judged.add(predicted, wasOnTime);
    return judged.tasks == GENERATION / 2;
  }

  /** What speaks against the predictions of a type, in words; empty if nothing does. */
  public Optional<String> doubt(String type) {
    return Optional.ofNullable(byType.get(type)).flatMap(Judged::doubt);
  }
}
