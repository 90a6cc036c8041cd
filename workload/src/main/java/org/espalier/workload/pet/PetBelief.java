package org.espalier.workload.pet;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the PET that a policy believes in differs from the one that execution times follow. MAXROBUST
 * assumes "that an accurate pmf ... exists and is available" (II) and leaves "the impacts of
 * misleading pmfs" to further work (VIII).
 *
 * @param number a factor or a number of samples; 1 where the kind has none
 */
public record PetBelief(Kind kind, double number) {
  /** What the texts of beliefs look like. */
  public static final String EXPECTED =
      "exact, 0.5x (times scaled; 0.1 to 10), deterministic, exponential, uniform, gamma 2x"
          + " (deviation scaled; 0.1 to 4), 20 samples (1 to 1000000) or drift 1.5x (1 to 10)";

  /** Kinds of beliefs. */
  public enum Kind {
    /** The policy knows the PET. */
    EXACT("exact", 1, 1),
    /** The means are known, and every execution is believed to take the mean. */
    DETERMINISTIC("deterministic", 1, 1),
    /** The means are known, and the shape is believed to be exponential. */
    EXPONENTIAL("exponential", 1, 1),
    /** The means are known, and the shape is believed to be uniform from 0 to twice the mean. */
    UNIFORM("uniform", 1, 1),
    /** All execution times, and so their means, are believed to be so many times what they are. */
    SCALED("#x", 0.1, 10),
    /** A gamma distribution with the true mean and so many times the true standard deviation. */
    GAMMA("gamma #x", 0.1, 4),
    /**
     * The PET of an older state of the system. The times of each cell are believed to be scaled by
     * a factor of its own, drawn anew for each trial: log-uniform between 1 / factor and factor.
     */
    DRIFTED("drift #x", 1, 10),
    /** The histogram of so many samples of each cell, drawn anew for each trial. */
    ESTIMATED("# samples?", 1, 1_000_000);

    private final Pattern pattern;
    private final double least;
    private final double greatest;

    Kind(String text, double least, double greatest) {
      this.pattern = Pattern.compile(text.replace("#", "([0-9]{1,9}(?:\\.[0-9]{1,9})?)"));
      this.least = least;
      this.greatest = greatest;
    }

    private Optional<PetBelief> parse(String text) {
      Matcher matcher = pattern.matcher(text);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      double number = matcher.groupCount() == 0 ? 1 : Double.parseDouble(matcher.group(1));
      boolean fits = this != ESTIMATED || number == Math.rint(number);
      return Optional.of(new PetBelief(this, number))
          .filter(belief -> fits && number >= least && number <= greatest);
    }
  }

  /** The belief that a text names; empty if it names none. */
  public static Optional<PetBelief> parse(String text) {
    return Arrays.stream(Kind.values()).flatMap(kind -> kind.parse(text).stream()).findFirst();
  }
}
