package org.espalier.workload.system;

import java.util.List;
import java.util.Optional;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.pet.PetSpec;
import org.espalier.workload.pet.TimeDistribution;
import org.espalier.workload.pet.TimeDistribution.Bimodal;
import org.espalier.workload.pet.TimeDistribution.Gamma;
import org.espalier.workload.pet.TimeDistribution.GammaByScale;
import org.espalier.workload.pet.TimeDistribution.LogNormal;

/** Reads what the execution times of a generated PET are drawn from. */
final class TimeDistributions {
  private static final List<String> KEYS = List.of("shape", "scale", "lognormal", "bimodal");

  private TimeDistributions() {}

  /** The distribution that is given; that of the sources if there is none, or it is wrong. */
  static TimeDistribution read(DocumentNode from) {
    List<String> given = KEYS.stream().filter(from::has).toList();
    if (given.size() > 1) {
      from.report(
          given.getLast(),
          "stands beside " + given.getFirst(),
          "keep one: both say how times vary");
    }
    TimeDistribution shape =
        range(from, "shape")
            .map(bounds -> (TimeDistribution) new Gamma(bounds.get(0), bounds.get(1)))
            .or(() -> range(from, "scale").map(b -> new GammaByScale(b.get(0), b.get(1))))
            .orElse(PetSpec.TIMES);
    Optional<TimeDistribution> tails = from.number("lognormal", 1e-3, 3).find().map(LogNormal::new);
    return tails.or(() -> bimodal(from)).orElse(shape);
  }

  private static Optional<List<Double>> range(DocumentNode from, String key) {
    List<Double> bounds = numbers(from, key);
    if (bounds.size() == 2 && bounds.get(0) >= 1e-3 && bounds.get(0) <= bounds.get(1)) {
      return Optional.of(bounds);
    }
    if (!bounds.isEmpty()) {
      from.report(key, "is no range", "expected [least, greatest]");
    }
    return Optional.empty();
  }

  private static Optional<TimeDistribution> bimodal(DocumentNode from) {
    List<Double> numbers = numbers(from, "bimodal");
    if (numbers.size() == 2 && numbers.get(0) <= 1 && numbers.get(1) >= 1) {
      return Optional.of(new Bimodal(numbers.get(0), Math.min(1000, numbers.get(1))));
    }
    if (!numbers.isEmpty()) {
      from.report(
          "bimodal",
          "is not a share and a ratio",
          "expected [share of long times, 0 to 1; how many times the short ones they take, 1 on]");
    }
    return Optional.empty();
  }

  private static List<Double> numbers(DocumentNode from, String key) {
    List<DocumentNode> given = from.list(key).orElse(List.of());
    List<Double> numbers =
        given.stream().flatMap(number -> number.asNumber(0, 1e6).find().stream()).toList();
    return numbers.size() == given.size() ? numbers : List.of();
  }
}
