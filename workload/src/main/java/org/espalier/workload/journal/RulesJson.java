package org.espalier.workload.journal;

import org.espalier.core.allocation.AllocationRules;
import org.espalier.core.allocation.DeadlineKind;
import org.espalier.core.allocation.Trigger;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.workload.document.Names;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The rules of a resource manager as JSON. */
final class RulesJson {
  private RulesJson() {}

  static void put(AllocationRules rules, ObjectNode object) {
    Trigger trigger = rules.trigger();
    object
        .put("queue", rules.queueCapacity())
        .put("scope", Names.word(rules.scope()))
        .put("deadlines", Names.word(rules.deadlines()))
        .putObject("trigger")
        .put("arrivals", trigger.arrivals())
        .put("completions", trigger.completions())
        .put("period", trigger.period());
  }

  static AllocationRules rules(JsonNode object) {
    JsonNode trigger = EntryJson.at(object, "trigger");
    return new AllocationRules(
        EntryJson.intAt(object, "queue"),
        EntryJson.constant(object, "scope", DroppingScope.class),
        EntryJson.constant(object, "deadlines", DeadlineKind.class),
        new Trigger(
            EntryJson.intAt(trigger, "arrivals"),
            EntryJson.at(trigger, "completions").asBoolean(),
            EntryJson.longAt(trigger, "period")));
  }
}
