package org.espalier.analysis.front;

import java.util.List;
import java.util.stream.IntStream;

/** Places on a front that tell how a system trades one objective for the other. */
public final class FrontShape {
  private static final int PLACES = 5;

  private FrontShape() {}

  /**
   * The knee: the point farthest below the line through both ends, each objective over its range
   * (DISSERTATION 6.5.2). Before it little of the one buys much of the other, behind it the other
   * way round.
   *
   * @param front by ascending first loss
   * @return its index; -1 if there are fewer than three points, or none is below the line
   */
  public static int knee(List<Losses> front) {
    if (front.size() < 3) {
      return -1;
    }
    Losses from = front.getFirst();
    Losses to = front.getLast();
    double width = to.first() - from.first();
    double height = from.second() - to.second();
    int best = -1;
    double most = 0;
    for (int i = 1; i + 1 < front.size(); i++) {
      double along = (front.get(i).first() - from.first()) / width;
      double down = (from.second() - front.get(i).second()) / height;
      if (down - along > most) {
        most = down - along;
        best = i;
      }
    }
    return best;
  }

  /**
   * The point of most utility per energy (DISSERTATION figure 5.5).
   *
   * @param front points of utility and energy; those of no energy are passed over
   * @return its index; -1 if no point takes energy
   */
  public static int mostUtilityPerEnergy(List<Losses> front) {
    return IntStream.range(0, front.size())
        .filter(i -> front.get(i).second() > 0)
        .boxed()
        .max((a, b) -> Double.compare(utilityPerEnergy(front, a), utilityPerEnergy(front, b)))
        .orElse(-1);
  }

  private static double utilityPerEnergy(List<Losses> front, int index) {
    return -front.get(index).first() / front.get(index).second();
  }

  /**
   * The two ends, the middle, and the two points between these and it (DISSERTATION 6.5.2); fewer
   * where the front has fewer points.
   *
   * @return indices, ascending
   */
  public static List<Integer> fivePlaces(int size) {
    return IntStream.range(0, size == 0 ? 0 : PLACES)
        .map(place -> (int) Math.round((size - 1) * place / (PLACES - 1.0)))
        .distinct()
        .boxed()
        .toList();
  }
}
