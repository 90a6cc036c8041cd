package org.espalier.analysis.run;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.problem.Allocation;

/**
 * A point of a front.
 *
 * @param source the population or the method that found it
 * @param losses where it is
 * @param allocation what it stands for
 */
public record FrontPoint(String source, Losses losses, Allocation allocation) {
  /** At most so many points of a front, the first and the last and evenly between them. */
  static List<FrontPoint> evenly(List<FrontPoint> front, int most) {
    int taken = Math.min(most, front.size());
    return IntStream.range(0, taken)
        .mapToObj(i -> front.get((int) ((long) i * (front.size() - 1) / Math.max(1, taken - 1))))
        .toList();
  }
}
