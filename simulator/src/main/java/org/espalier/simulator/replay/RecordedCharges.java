package org.espalier.simulator.replay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Decision;
import org.espalier.core.allocation.ForwardingPolicy;
import org.espalier.core.allocation.Journal;
import org.espalier.core.allocation.MappingEvent;

/** What the mapping events of a journal took of its system's time, for a replay without a clock. */
final class RecordedCharges {
  /** By mapping event, in ticks. */
  private final List<Long> ticks;

  private int events;

  private RecordedCharges(List<Long> ticks) {
    this.ticks = ticks;
  }

  static RecordedCharges of(List<Journal.Entry> journal) {
    List<Long> ticks = new ArrayList<>();
    for (Journal.Entry entry : journal) {
      switch (entry) {
        case Journal.EventHeld held -> ticks.add(0L);
        case Journal.Charged charged when !ticks.isEmpty() ->
            ticks.set(ticks.size() - 1, charged.ticks());
        default -> {}
      }
    }
    return new RecordedCharges(ticks);
  }

  /** The policy, whose decisions take as long as the journal says. */
  AllocationPolicy around(AllocationPolicy policy, Duration tick) {
    return new ForwardingPolicy(policy) {
      @Override
      public List<Decision> decide(MappingEvent event) {
        events++;
        return super.decide(event);
      }

      @Override
      public OptionalLong decisionNanos() {
        return OptionalLong.of(events > ticks.size() ? 0 : ticks.get(events - 1) * tick.toNanos());
      }
    };
  }
}
