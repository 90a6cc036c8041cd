package org.espalier.simulator.replay;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.budget.BudgetTaken;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.HcSystem;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.Names;
import org.espalier.workload.policy.ForecastText;
import org.espalier.workload.policy.Forecasts;
import org.espalier.workload.policy.PolicySetting;
import org.espalier.workload.policy.PolicyVocabulary;
import org.espalier.workload.policy.RecordedSettings;
import org.espalier.workload.policy.RegistrySettings;

/**
 * The policies of a registry. Their settings are those of preset journal with the rules of the
 * resource manager, changed by the {@linkplain RecordedSettings recorded} options.
 */
public record RegisteredPolicies(PolicyRegistry registry) {
  /**
   * A policy in its first state.
   *
   * @param began the start of the resource manager that it decides for
   * @param policy its name in the journal
   * @param settings its settings in the journal
   * @throws IllegalArgumentException if there is no such policy or it has no such settings
   */
  AllocationPolicy create(Journal.Began began, String policy, String settings) {
    PolicyRegistry.Entry entry =
        registry
            .find(policy)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "there is no policy %s; %s"
                        .formatted(policy, Names.remedy(policy, registry.names()))));
    return entry.create(settings(registry, entry, began, settings, Map.of()));
  }

  /**
   * The settings of a policy that a text of the journal stands for, with its forecast read.
   *
   * @param changes options and parameters to be changed after that, by key
   * @throws IllegalArgumentException if the text is no JSON object of settings, or a change is none
   * @throws org.espalier.workload.document.InvalidInputException if a forecast cannot be read
   */
  static PolicySettings settings(
      PolicyRegistry registry,
      PolicyRegistry.Entry policy,
      Journal.Began began,
      String settings,
      Map<String, String> changes) {
    PolicySettings read = settings(registry, began, settings, changes).forPolicy(policy.provider());
    return read.withParameters(
        read.parameters().replacing(Forecast.class, named -> forecast(named, began.system())));
  }

  /**
   * The most that tasks took of a budget of energy in a run; NaN without one.
   *
   * @param journal that of the run
   */
  public BudgetTaken mostOfBudget(RecordedRun run, List<Journal.Entry> journal) {
    EnergySettings energy =
        settings(registry, run.began(), run.last().settings(), Map.of()).common().energy();
    List<Departure> ran =
        journal.stream()
            .skip(run.leftOut())
            .filter(Journal.Left.class::isInstance)
            .map(entry -> ((Journal.Left) entry).departure())
            .filter(task -> task.start() != Departure.NOT_STARTED)
            .toList();
    return BudgetTaken.most(energy, run.began().system(), ran);
  }

  private static Forecast forecast(Forecast named, HcSystem system) {
    if (named.name().equals(ForecastText.ANOTHER_DAY)) {
      throw new IllegalArgumentException(
          "forecast %s can only be had where workloads are generated; name a file"
              .formatted(named));
    }
    return Forecasts.read(named, Path.of(named.name()), system);
  }

  /** The settings that a text of the journal stands for, with forecasts that are yet to be read. */
  static RegistrySettings settings(
      PolicyRegistry registry, Journal.Began began, String settings, Map<String, String> changes) {
    Map<PolicySetting, String> values = RecordedSettings.values(settings, registry);
    values.putAll(new PolicyVocabulary(registry).values(changes));
    PolicySettings journal = PolicySettings.JOURNAL.withRules(began.rules());
    return RegistrySettings.of(journal).with(values, began.system().tick());
  }
}
