package org.espalier.workload.swf;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.espalier.core.model.Arguments;
import org.espalier.workload.document.Quantities;

/**
 * How the jobs of a trace, which name no task types, are told apart. A rule gives a job a number,
 * by which types are ordered, and the number a name.
 */
public sealed interface TypeRule {
  /** The number of what is not known. */
  long UNKNOWN = Long.MAX_VALUE;

  /** The number of a job's type. */
  long number(SwfJob job);

  /** The name of a type. */
  String name(long number);

  /** In words, for notes. */
  String words();

  /**
   * By the number in a field: {@code executable-3}, {@code executable-unknown}.
   *
   * @param field the field
   */
  record ByField(SwfField field) implements TypeRule {
    @Override
    public long number(SwfJob job) {
      OptionalDouble value = job.find(field);
      return value.isPresent() ? (long) value.getAsDouble() : UNKNOWN;
    }

    @Override
    public String name(long number) {
      return field.label() + "-" + (number == UNKNOWN ? "unknown" : Long.toString(number));
    }

    @Override
    public String words() {
      return "%s (field %s)".formatted(field.label(), field.number());
    }
  }

  /**
   * By classes of the requested run time: {@code upto-600s}, {@code upto-3600s}, {@code
   * over-3600s}, {@code requested-unknown}.
   *
   * @param bounds greatest requested time of each class but the last, increasing; at least one
   */
  record ByRequestedTime(List<Duration> bounds) implements TypeRule {
    /** Ten minutes, an hour, six hours, a day. */
    public static final ByRequestedTime DEFAULT =
        new ByRequestedTime(
            List.of(
                Duration.ofMinutes(10),
                Duration.ofHours(1),
                Duration.ofHours(6),
                Duration.ofHours(24)));

    public ByRequestedTime {
      bounds = List.copyOf(bounds);
      Arguments.refuse(bounds.isEmpty(), "no bounds of classes; expected at least one");
      for (int i = 0; i < bounds.size(); i++) {
        if (bounds.get(i).compareTo(i == 0 ? Duration.ZERO : bounds.get(i - 1)) <= 0) {
          throw new IllegalArgumentException(
              "bounds of classes are %s; expected increasing durations above 0"
                  .formatted(bounds.stream().map(Quantities::text).toList()));
        }
      }
    }

    @Override
    public long number(SwfJob job) {
      OptionalDouble requested = job.requestedSeconds();
      if (requested.isEmpty()) {
        return UNKNOWN;
      }
      int number = 0;
      while (number < bounds.size()
          && requested.getAsDouble() > bounds.get(number).toNanos() / 1e9) {
        number++;
      }
      return number;
    }

    @Override
    public String name(long number) {
      if (number == UNKNOWN) {
        return "requested-unknown";
      }
      return number < bounds.size()
          ? "upto-" + text(bounds.get((int) number))
          : "over-" + text(bounds.getLast());
    }

    private static String text(Duration bound) {
      return Quantities.text(bound).replace(" ", "");
    }

    @Override
    public String words() {
      return "classes of requested time (field %s)".formatted(SwfField.REQUESTED_TIME.number());
    }
  }
}
