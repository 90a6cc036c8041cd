package org.espalier.cli;

import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.model.Placement;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;

/** Users' policies that go wrong, each in its own way; services of a plug-in jar. */
public final class FaultyPolicies {
  private FaultyPolicies() {}

  /** A policy under a name. */
  private abstract static class Faulty implements PolicyProvider, AllocationPolicy {
    private final String name;

    Faulty(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String summary() {
      return "goes wrong";
    }

    @Override
    public String source() {
      return "none";
    }

    @Override
    public AllocationPolicy create(PolicySettings settings, PruningParts pruning) {
      return this;
    }
  }

  /** Assigns all tasks to the first machine, whether it has room or not. */
  public static final class Greedy extends Faulty {
    public Greedy() {
      super("Greedy");
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      return event.candidates().stream()
          .<Decision>map(
              c -> new Decision.Assign(c.task(), new Placement(0, 0, 0), Basis.of("greed", 1)))
          .toList();
    }
  }

  /** Leaves all tasks where they are, which is no fault. */
  public static final class Idle extends Faulty {
    public Idle() {
      super("Idle");
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      return List.of();
    }
  }

  /** Returns nothing. */
  public static final class Mute extends Faulty {
    public Mute() {
      super("Mute");
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      return null;
    }
  }

  /** Throws. */
  public static final class Throwing extends Faulty {
    public Throwing() {
      super("Throwing");
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      throw new ArithmeticException("the stars are not right");
    }
  }
}
