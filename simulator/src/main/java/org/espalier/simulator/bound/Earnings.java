package org.espalier.simulator.bound;

import java.util.List;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.model.TimeSpan;

/**
 * What of a trial's utility counts, and what energy there is for it.
 *
 * @param periods as in {@link org.espalier.core.budget.EnergySettings}; none for no budget
 */
public record Earnings(TimeSpan measured, List<EnergyPeriod> periods, EarnedShare share) {}
