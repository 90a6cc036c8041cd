package org.espalier.simulator.engine;

import java.util.List;
import java.util.OptionalDouble;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.registry.PolicySettings;

/** The form of JIT for utility and energy, under all kinds of rules. */
class JustInTimeByUtilityContractTest extends DrivenPolicyContract {
  @Override
  String name() {
    return "JIT";
  }

  @Override
  protected List<PolicySettings> settings() {
    PolicySettings pending = soft(new TaskManagement.PendingSlot(), new Trigger(0, false, 6));
    return List.of(
        pending,
        pending.withEnergy(budget()),
        soft(new TaskManagement.Polled(), new Trigger(0, false, 9)),
        soft(new TaskManagement.BoundedQueues(2), Trigger.EVERY_EVENT),
        soft(new TaskManagement.PendingSlot(), new Trigger(1, false, 0)),
        PolicySettings.JOURNAL.withEnergy(budget()));
  }

  private static PolicySettings soft(TaskManagement management, Trigger trigger) {
    AllocationRules rules =
        new AllocationRules(management, DroppingScope.NONE, DeadlineKind.SOFT, trigger);
    return PolicySettings.THESIS.withRules(rules);
  }

  private static EnergySettings budget() {
    EnergyPeriod first = new EnergyPeriod(5, 40, OptionalDouble.of(2000));
    EnergyPeriod second = new EnergyPeriod(40, 70, OptionalDouble.of(3000));
    return new EnergySettings(List.of(first, second), new TaskBudget.Unlimited());
  }
}
