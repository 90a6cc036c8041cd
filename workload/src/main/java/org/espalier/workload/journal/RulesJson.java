package org.espalier.workload.journal;

import org.espalier.core.allocation.AllocationRules;
import org.espalier.core.allocation.DeadlineKind;
import org.espalier.core.allocation.Fill;
import org.espalier.core.allocation.SchedulerCharge;
import org.espalier.core.allocation.TaskManagement;
import org.espalier.core.allocation.TaskManagement.BoundedQueues;
import org.espalier.core.allocation.TaskManagement.PendingSlot;
import org.espalier.core.allocation.TaskManagement.Polled;
import org.espalier.core.allocation.TaskManagement.UnboundedQueues;
import org.espalier.core.allocation.Trigger;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.workload.document.Names;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The rules of a resource manager as JSON. */
final class RulesJson {
  private static final String QUEUE = "queue";
  private static final String CHARGE = "ticks_per_evaluation";
  private static final String FILL = "fill";
  private static final int UNBOUNDED = 0;
  private static final String PENDING_SLOT = "pending-slot";
  private static final String POLLED = "polled";

  private RulesJson() {}

  static void put(AllocationRules rules, ObjectNode object) {
    Trigger trigger = rules.trigger();
    put(rules.management(), object);
    object
        .put("scope", Names.word(rules.scope()))
        .put("deadlines", Names.word(rules.deadlines()))
        .putObject("trigger")
        .put("arrivals", trigger.arrivals())
        .put("completions", trigger.completions())
        .put("period", trigger.period());
    if (!rules.charge().equals(SchedulerCharge.NONE)) {
      object.put(CHARGE, rules.charge().ticks());
    }
    if (rules.fill() != Fill.EARLY) {
      object.put(FILL, Names.word(rules.fill()));
    }
  }

  private static void put(TaskManagement management, ObjectNode object) {
    switch (management) {
      case BoundedQueues queues -> object.put(QUEUE, queues.capacity());
      case UnboundedQueues queues -> object.put(QUEUE, UNBOUNDED);
      case PendingSlot slot -> object.put(QUEUE, PENDING_SLOT);
      case Polled polled -> object.put(QUEUE, POLLED);
    }
  }

  private static SchedulerCharge charge(JsonNode object) {
    return object.has(CHARGE)
        ? new SchedulerCharge(Fields.number(object.get(CHARGE), CHARGE))
        : SchedulerCharge.NONE;
  }

  private static TaskManagement management(JsonNode object) {
    if (Fields.at(object, QUEUE).isString()) {
      return switch (Fields.textAt(object, QUEUE)) {
        case PENDING_SLOT -> new PendingSlot();
        case POLLED -> new Polled();
        case String other ->
            throw new IllegalArgumentException(
                "queue is \"%s\", which is unknown".formatted(other));
      };
    }
    int capacity = Fields.intAt(object, QUEUE);
    return capacity == UNBOUNDED ? new UnboundedQueues() : new BoundedQueues(capacity);
  }

  static AllocationRules rules(JsonNode object) {
    JsonNode trigger = Fields.at(object, "trigger");
    AllocationRules rules =
        new AllocationRules(
            management(object),
            Fields.constant(object, "scope", DroppingScope.class),
            Fields.constant(object, "deadlines", DeadlineKind.class),
            new Trigger(
                Fields.intAt(trigger, "arrivals"),
                Fields.flagAt(trigger, "completions"),
                Fields.longAt(trigger, "period")),
            charge(object));
    return object.has(FILL) ? rules.withFill(Fields.constant(object, FILL, Fill.class)) : rules;
  }
}
