package org.espalier.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.Oversubscription;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.energy.SpentEnergy;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Scene;
import org.junit.jupiter.api.Test;

/** A policy that passes all on to another one, and the one that is shown approximate PMFs. */
class ForwardingPolicyTest {
  /** Says something else than the default of everything. */
  private static final class Telling implements AllocationPolicy {
    final List<SpentEnergy> spent = new ArrayList<>();

    @Override
    public String name() {
      return "told";
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      return List.of(
          new Decision.Discard(new Task(0, 0, 0, 9), DropReason.LOW_UTILITY, Scene.basis()));
    }

    @Override
    public long evaluations() {
      return 5;
    }

    @Override
    public OptionalInt mappable() {
      return OptionalInt.of(6);
    }

    @Override
    public int postponed() {
      return 7;
    }

    @Override
    public OptionalLong askAgainAt() {
      return OptionalLong.of(8);
    }

    @Override
    public Optional<EnergyStanding> energy() {
      return Optional.of(
          new EnergyStanding(
              0, 10, 100, 40, 0.9, new EnergyStanding.Account(0, 10, 100, 0, "J", 1)));
    }

    @Override
    public void goOnFrom(SpentEnergy before) {
      spent.add(before);
    }

    @Override
    public Optional<Oversubscription> oversubscription() {
      return Optional.of(
          new Oversubscription(1, true, OptionalDouble.empty(), OptionalDouble.empty()));
    }
  }

  @Test
  void everythingIsThatOfTheOther() {
    Telling policy = new Telling();
    AllocationPolicy shown = ForwardingPolicy.showing(Approximation.ON, policy);
    HcSystem system = Scene.system(new Pmf[][] {{Pmf.at(2, 1)}});
    MappingEvent event = new Scene(system).arrive(0, 0, 9).settle(0).session().event();
    SpentEnergy spent = new SpentEnergy(0, 3, 0);

    shown.goOnFrom(spent);

    assertThat(shown.approximation()).isEqualTo(Approximation.ON);
    assertThat(shown.name()).isEqualTo("told");
    assertThat(shown.decide(event)).isEqualTo(policy.decide(event));
    assertThat(shown.evaluations()).isEqualTo(5);
    assertThat(shown.mappable()).hasValue(6);
    assertThat(shown.postponed()).isEqualTo(7);
    assertThat(shown.askAgainAt()).hasValue(8);
    assertThat(shown.energy()).isEqualTo(policy.energy());
    assertThat(shown.oversubscription()).isEqualTo(policy.oversubscription());
    assertThat(policy.spent).containsExactly(spent);
  }

  @Test
  void aPolicyOfExactPmfsIsItself() {
    Telling policy = new Telling();

    assertThat(ForwardingPolicy.showing(Approximation.OFF, policy)).isSameAs(policy);
    assertThat(new ForwardingPolicy(policy) {}.approximation()).isEqualTo(Approximation.OFF);
  }
}
