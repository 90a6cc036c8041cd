package org.espalier.analysis.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.espalier.analysis.front.FrontShape;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.run.ParetoResults;

/**
 * The points of a front that are looked at closely. They are A to E from end to end, the knee, and
 * the point of most utility per energy.
 */
final class NamedPoints {
  private static final List<String> LETTERS = List.of("A", "B", "C", "D", "E");

  private final Map<String, Integer> places = new LinkedHashMap<>();
  private final int knee;
  private final int peak;

  NamedPoints(ParetoResults results) {
    List<Losses> front = results.losses();
    List<Integer> five = FrontShape.fivePlaces(front.size());
    for (int i = 0; i < five.size(); i++) {
      // From least energy to most, as it is read from left to right.
      places.put(LETTERS.get(i), five.get(five.size() - 1 - i));
    }
    knee = FrontShape.knee(front);
    peak =
        results.study().objectives().equals(ObjectivePair.UTILITY_ENERGY)
            ? FrontShape.mostUtilityPerEnergy(front)
            : -1;
  }

  /** Indices of A to E by their letters. */
  Map<String, Integer> letters() {
    return places;
  }

  /** Index of the knee; -1 if the front has none. */
  int knee() {
    return knee;
  }

  /** Index of the point of most utility per energy; -1 if there is none. */
  int peak() {
    return peak;
  }

  /** What a point is called: letters and words, parted by commas; empty for most. */
  String name(int index) {
    List<String> names = new ArrayList<>(places.keySet());
    names.removeIf(letter -> !Objects.equals(places.get(letter), index));
    if (index == knee) {
      names.add("knee");
    }
    if (index == peak) {
      names.add("most utility per energy");
    }
    return String.join(", ", names);
  }
}
