package org.espalier.workload.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.core.allocation.rules.SchedulerCharge;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.Arguments;
import org.espalier.workload.document.Quantities;

/** Rules of allocation as studies write them. */
final class RulesText {
  private static final String UNBOUNDED = "unbounded";
  private static final String PENDING_SLOT = "pending-slot";
  private static final String POLLED = "polled";
  private static final String NONE = "none";
  private static final Pattern ARRIVALS = Pattern.compile("([1-9][0-9]{0,8}) arrivals?");

  private RulesText() {}

  /** Task management: the length of machine queues, or a word. */
  static TaskManagement management(OptionText text) {
    return switch (text.word()) {
      case UNBOUNDED -> new TaskManagement.UnboundedQueues();
      case PENDING_SLOT -> new TaskManagement.PendingSlot();
      case POLLED -> new TaskManagement.Polled();
      default -> new TaskManagement.BoundedQueues(text.integer(1, Integer.MAX_VALUE));
    };
  }

  static String text(TaskManagement management) {
    return switch (management) {
      case TaskManagement.BoundedQueues queues -> Integer.toString(queues.capacity());
      case TaskManagement.UnboundedQueues _ -> UNBOUNDED;
      case TaskManagement.PendingSlot _ -> PENDING_SLOT;
      case TaskManagement.Polled _ -> POLLED;
    };
  }

  /** What decisions are charged: {@code none}, or a duration for a pair. */
  static SchedulerCharge charge(OptionText text) {
    return text.is(NONE)
        ? SchedulerCharge.NONE
        : new SchedulerCharge((double) text.duration().toNanos() / text.tick().toNanos());
  }

  static String chargeText(SchedulerCharge charge, Duration tick) {
    return charge.ticks() == 0
        ? NONE
        : Quantities.text(Duration.ofNanos(Math.round(charge.ticks() * tick.toNanos())));
  }

  /**
   * Triggers: {@code events} (every arrival and completion), {@code completions}, {@code 5
   * arrivals}, {@code 100 ms}, or several joined by "or".
   */
  static Trigger trigger(OptionText text) {
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
    Arguments.refuse(
        period.compareTo(text.tick()) < 0,
        "a trigger's period of %s is shorter than a tick of %s; give at least one tick",
        Quantities.text(period),
        Quantities.text(text.tick()));
    return period.dividedBy(text.tick());
  }

  static String triggerText(Trigger trigger, Duration tick) {
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
