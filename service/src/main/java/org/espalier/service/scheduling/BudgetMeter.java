package org.espalier.service.scheduling;

import java.util.Optional;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.SpentInPeriod;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.energy.SpentEnergy;
import org.espalier.core.model.HcSystem;
import tools.jackson.databind.json.JsonMapper;

/**
 * What tasks took of the energy budget of the present period, over restarts of the service. It is
 * made durable in the step in which a task leaves, so that a crash forgets none of it. Used by one
 * thread.
 */
final class BudgetMeter {
  /** Where the store keeps what it knows. */
  static final String FACT = "energy_spent";

  private final HcSystem system;
  private final SpentInPeriod spent;

  /**
   * A meter that goes on from an earlier process.
   *
   * @param state what that one kept, empty at first
   */
  BudgetMeter(HcSystem system, EnergySettings settings, String state) {
    this.system = system;
    this.spent = new SpentInPeriod(settings);
    if (!state.isEmpty()) {
      spent.goOnFrom(JsonMapper.shared().readValue(state, SpentEnergy.class));
    }
  }

  /** A task left, of which is heard now. */
  void left(long now, Departure departure, Ledger ledger) {
    spent.spend(system, departure);
    spent(now)
        .ifPresent(
            energy -> ledger.step().fact(FACT, JsonMapper.shared().writeValueAsString(energy)));
  }

  /** What is spent of the present period; empty if it has no budget. */
  Optional<SpentEnergy> spent(long now) {
    return spent.standing(now).map(EnergyStanding::spent);
  }

  /** How the budget stands, with what ran and waited at the last mapping event. */
  Optional<EnergyStanding> standing(long now, AllocationPolicy policy) {
    Optional<EnergyStanding> present = spent.standing(now);
    return policy
        .energy()
        .filter(last -> present.filter(p -> p.start() == last.start()).isPresent())
        .or(() -> present);
  }
}
