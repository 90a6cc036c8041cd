package org.espalier.workload.system;

import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
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
    return two(
        from, key, (least, greatest) -> least >= 1e-3 && least <= greatest, "[least, greatest]");
  }

  private static Optional<TimeDistribution> bimodal(DocumentNode from) {
    return two(
            from,
            "bimodal",
            (share, ratio) -> share <= 1 && ratio >= 1 && ratio <= 1000,
            "[share of long times, 0 to 1; how many times the short ones they take, 1 to 1000]")
        .map(numbers -> new Bimodal(numbers.get(0), numbers.get(1)));
  }

  private static Optional<List<Double>> two(
      DocumentNode from, String key, BiPredicate<Double, Double> fit, String expected) {
    Optional<List<DocumentNode>> given = from.list(key).find();
    if (given.isEmpty()) {
      return Optional.empty();
    }
    List<Double> numbers =
        given.get().stream().flatMap(number -> number.asNumber(0, 1e6).find().stream()).toList();
    if (numbers.size() < given.get().size()) {
      return Optional.empty();
    }
    return numbers.size() == 2 && fit.test(numbers.get(0), numbers.get(1))
        ? Optional.of(numbers)
        : from.report(key, "does not fit", "expected " + expected);
  }
}
