package org.espalier.workload.trace;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.espalier.core.model.PetMatrix;
import org.jspecify.annotations.Nullable;

/**
 * The first arrival of a trial file, of which the header may have overwritten one or two
 * characters. It is decided here whether it did, and which arrival it was.
 *
 * <p>These files compute each deadline from the arrival (THESIS eq. 3.7), so that all tasks of one
 * type have the same slack, deadline - arrival. That slack, taken from the other tasks of the first
 * one's type, gives the arrival that is expected; where there are none, it is the mean of the type
 * plus the mean of all types. The slack of the file itself also holds where the deadlines were
 * computed from the means of the neighbouring type. An arrival is damaged if its text is what is
 * left of the expected one, to the last decimal, without the one or two characters in front. So a
 * sound first arrival is never changed, whatever its deadline.
 */
record FirstArrival(List<TrialRow> rows, @Nullable PetMatrix pet, int ticksPerUnit) {
  private static final Pattern SOUND = Pattern.compile("\\d+\\.\\d\\d");
  private static final int MOST_LOST = 2;

  /** Whether the text lacks decimals that the other arrivals have, and so cannot be sound. */
  boolean isMangled() {
    return !isSound(first()) && rows.stream().skip(1).allMatch(FirstArrival::isSound);
  }

  private static boolean isSound(TrialRow row) {
    return SOUND.matcher(row.arrivalText()).matches();
  }

  private TrialRow first() {
    return rows.getFirst();
  }

  /** The arrival that was overwritten, in ticks; empty if it was not, or cannot be told. */
  OptionalLong mended() {
    long cent = ticksPerUnit / 100;
    return slack().stream()
        .map(slack -> Math.round((double) (first().deadline() - slack) / cent))
        .flatMap(expected -> LongStream.of(expected, expected - 1, expected + 1))
        .filter(cents -> cents >= 0 && isRestOf(cents))
        .map(cents -> cents * cent)
        .filter(arrival -> rows.size() == 1 || arrival <= rows.get(1).arrival())
        .findFirst();
  }

  private boolean isRestOf(long cents) {
    String whole = BigDecimal.valueOf(cents, 2).toPlainString();
    int lost = whole.length() - first().arrivalText().length();
    return lost >= 1 && lost <= MOST_LOST && whole.endsWith(first().arrivalText());
  }

  /** Deadline - arrival of the type of the first task, in ticks; empty if nothing tells. */
  OptionalLong slack() {
    OptionalLong ofOthers =
        rows.stream()
            .skip(1)
            .filter(row -> row.type() == first().type())
            .mapToLong(row -> row.deadline() - row.arrival())
            .findFirst();
    if (ofOthers.isPresent() || pet == null) {
      return ofOthers;
    }
    return OptionalLong.of(
        Math.round(pet.meanOverMachineTypes(first().type()) + pet.meanOverAll()));
  }
}
