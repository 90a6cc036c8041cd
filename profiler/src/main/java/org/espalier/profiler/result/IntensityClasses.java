package org.espalier.profiler.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Classes of memory intensity, last-level cache misses per instruction (DISSERTATION 8.3.3 and
 * table 8.2): I is the lowest, III the highest.
 *
 * <p>The source does not say where one class ends. Here the cuts lie in the middle of the two
 * widest gaps in the logarithm of the intensities; a gap of less than a factor of {@value
 * #LEAST_FACTOR} does not part classes. Users may give cuts instead.
 *
 * @param members the applications, most intensive first
 * @param cuts intensities at which the next class begins, rising; fewer than two where there are
 *     fewer gaps
 * @param areGiven whether a user gave the cuts
 */
record IntensityClasses(List<Member> members, List<Double> cuts, boolean areGiven) {
  private static final int MOST_CUTS = 2;
  private static final double LEAST_FACTOR = 2;

  /** What intensities of 0, where no miss was counted, are taken for in logarithms. */
  private static final double LEAST = 1e-12;

  private static final List<String> NAMES = List.of("I", "II", "III");

  /** The class of an application. */
  record Member(String taskType, double intensity, String name) {}

  /** A gap between two intensities next to one another. */
  private record Gap(double below, double above) {
    double factor() {
      return above / below;
    }

    double middle() {
      return Math.sqrt(below * above);
    }
  }

  /** The classes of some intensities, with the cuts in their widest gaps. */
  static IntensityClasses byGaps(Map<String, Double> intensities) {
    List<Double> rising =
        intensities.values().stream().map(value -> Math.max(LEAST, value)).sorted().toList();
    List<Gap> gaps = new ArrayList<>();
    for (int i = 1; i < rising.size(); i++) {
      gaps.add(new Gap(rising.get(i - 1), rising.get(i)));
    }
    List<Double> cuts =
        gaps.stream()
            .filter(gap -> gap.factor() >= LEAST_FACTOR)
            .sorted(Comparator.comparingDouble(Gap::factor).reversed())
            .limit(MOST_CUTS)
            .map(Gap::middle)
            .sorted()
            .toList();
    return new IntensityClasses(members(intensities, cuts), cuts, false);
  }

  /** The classes of some intensities with cuts that rise, at most two. */
  static IntensityClasses withCuts(Map<String, Double> intensities, List<Double> cuts) {
    return new IntensityClasses(members(intensities, cuts), cuts, true);
  }

  private static List<Member> members(Map<String, Double> intensities, List<Double> cuts) {
    return intensities.entrySet().stream()
        .map(entry -> new Member(entry.getKey(), entry.getValue(), name(entry.getValue(), cuts)))
        .sorted(
            Comparator.comparingDouble(Member::intensity)
                .reversed()
                .thenComparing(Member::taskType))
        .toList();
  }

  private static String name(double intensity, List<Double> cuts) {
    return NAMES.get((int) cuts.stream().filter(cut -> intensity >= cut).count());
  }
}
