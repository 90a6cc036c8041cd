package org.espalier.workload.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.workload.document.Quantities;

/**
 * Triggers as studies write them: {@code events} (every arrival and completion), {@code
 * completions}, {@code 5 arrivals}, {@code 100 ms}, or several joined by "or".
 */
final class Triggers {
  private static final Pattern ARRIVALS = Pattern.compile("([1-9][0-9]{0,8}) arrivals?");

  private Triggers() {}

  static Trigger parse(OptionText text) {
    int arrivals = 0;
    boolean completions = false;
    long period = 0;
    for (String part : text.word().split(" or ")) {
      Matcher count = ARRIVALS.matcher(part.strip());
      if (count.matches()) {
        arrivals = Integer.parseInt(count.group(1));
      } else if (part.strip().equals("events")) {
        arrivals = 1;
        completions = true;
      } else if (part.strip().equals("completions")) {
        completions = true;
      } else {
        period = period(part, text);
      }
    }
    return new Trigger(arrivals, completions, period);
  }

  private static long period(String part, OptionText text) {
    Duration period = Quantities.duration(part).orElseThrow(text::unfit);
    if (period.compareTo(text.tick()) < 0) {
      throw new IllegalArgumentException(
          "a trigger's period of %s is shorter than a tick of %s; give at least one tick"
              .formatted(Quantities.text(period), Quantities.text(text.tick())));
    }
    return period.dividedBy(text.tick());
  }

  static String text(Trigger trigger, Duration tick) {
    List<String> parts = new ArrayList<>();
    if (trigger.arrivals() == 1 && trigger.completions()) {
      parts.add("events");
    } else if (trigger.completions()) {
      parts.add("completions");
    }
    if (trigger.arrivals() > 0 && !parts.contains("events")) {
      parts.add(trigger.arrivals() + " arrivals");
    }
    if (trigger.period() > 0) {
      parts.add(Quantities.text(tick.multipliedBy(trigger.period())));
    }
    return String.join(" or ", parts);
  }
}
