package org.espalier.workload.pet;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.workload.document.Names;

/** Beliefs as studies write them. */
public final class PetBeliefs {
  /** What the texts of beliefs look like. */
  public static final String EXPECTED =
      "exact, 0.5x (times scaled; 0.1 to 10), deterministic, exponential, uniform, gamma 2x"
          + " (deviation scaled; 0.1 to 4), 20 samples (1 to 1000000) or drift 1.5x (1 to 10)";

  private static final List<Form> FORMS =
      List.of(
          new Form("#x", PetBelief.Scaled::new),
          new Form("gamma #x", PetBelief.Gamma::new),
          new Form("drift #x", PetBelief.Drifted::new),
          new Form("# samples?", PetBeliefs::estimated));

  private PetBeliefs() {}

  /** A text with a number at the place of the {@code #}, and what it means. */
  private record Form(Pattern pattern, DoubleFunction<PetBelief> belief) {
    Form(String text, DoubleFunction<PetBelief> belief) {
      this(Pattern.compile(text.replace("#", "([0-9]{1,9}(?:\\.[0-9]{1,9})?)")), belief);
    }
  }

  /** The belief that a text names; empty if it names none. */
  public static Optional<PetBelief> parse(String text) {
    if (text.equals("exact")) {
      return Optional.of(new PetBelief.Exact());
    }
    Optional<PetBelief> shaped =
        Arrays.stream(PetBelief.Shape.values())
            .filter(shape -> Names.word(shape).equals(text))
            .findFirst()
            .map(PetBelief.Shaped::new);
    return shaped.or(() -> parseNumber(text));
  }

  private static Optional<PetBelief> parseNumber(String text) {
    for (Form form : FORMS) {
      Matcher matcher = form.pattern().matcher(text);
      if (matcher.matches()) {
        return made(form, Double.parseDouble(matcher.group(1)));
      }
    }
    return Optional.empty();
  }

  private static Optional<PetBelief> made(Form form, double number) {
    try {
      return Optional.of(form.belief().apply(number));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static PetBelief estimated(double samples) {
    if (samples != Math.rint(samples)) {
      throw new IllegalArgumentException(samples + " samples; expected a whole number");
    }
    return new PetBelief.Estimated((int) samples);
  }
}
