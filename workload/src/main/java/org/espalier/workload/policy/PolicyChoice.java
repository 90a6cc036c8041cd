package org.espalier.workload.policy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Loaded;

/**
 * One policy to begin with and the settings of all, as documents other than studies say them. The
 * keys are {@code policy}, {@code preset} and {@code settings}, as in studies.
 *
 * @param policy its name
 * @param notes what was done to a forecast, one sentence each
 */
public record PolicyChoice(String policy, RegistrySettings settings, List<String> notes) {
  private static final String DEFAULT_POLICY = "JIT";

  /**
   * Reads a choice; empty if there are problems, which are reported.
   *
   * @param system what the policy is to decide for
   */
  public static Optional<PolicyChoice> read(
      DocumentNode document, PolicyRegistry registry, HcSystem system) {
    String policy = document.string("policy").orElse(DEFAULT_POLICY);
    Preset preset = document.choice("preset", Preset.class).orElse(Preset.JOURNAL);
    Map<PolicySetting, String> values = values(document, registry);
    Optional<PolicyRegistry.Entry> entry = registry.find(policy);
    if (entry.isEmpty()) {
      return document.report(
          "policy",
          "unknown policy",
          PolicyEntryReader.remedyOfUnknown(policy, List.of(), registry));
    }
    if (!entry.get().provider().suits(system)) {
      document.report(
          "policy",
          "needs power of machines, which system %s does not have".formatted(system.name()),
          "choose another; espalier policies lists them");
    }
    long before = document.problems().count();
    List<String> notes = new ArrayList<>();
    Optional<RegistrySettings> read =
        settings(document, preset, values, system)
            .map(settings ->
                settings.withForecasts(named -> forecast(document, named, system, notes)))
            .filter(settings -> document.problems().count() == before);
    read.ifPresent(found -> checkEnergy(document, found.common(), system));
    read.ifPresent(found -> checkShares(document, policy, entry.get(), found.common(), system));
    return read.map(settings -> new PolicyChoice(policy, settings, notes));
  }

  private static void checkEnergy(DocumentNode document, PolicySettings settings, HcSystem system) {
    EnergyNeeds.check(document, settings, system);
    if (EnergyNeeds.hasFilter(settings.energy()) && !settings.energy().hasBudgetFrom(0)) {
      EnergyNeeds.reportFilter(document, "settings");
    }
    DocumentNode block = document.block("settings");
    String zone = PolicyOption.ENERGY_ZONE.key();
    if (settings.energy().heedsClock() && !block.has(zone)) {
      block.report(
          "days of the calendar and prices by the hour need a time zone",
          "give %s, as UTC or Europe/Berlin".formatted(zone));
    }
  }

  private static void checkShares(
      DocumentNode document,
      String policy,
      PolicyRegistry.Entry entry,
      PolicySettings settings,
      HcSystem system) {
    SharesText.check(document.block("settings"), document, settings, system);
    if (!settings.atLeast().isEmpty() && !entry.provider().putsMustFirst(settings)) {
      document.report(
          "policy",
          "%s cannot hold the shares that settings.at_least asks for".formatted(policy),
          "take JIT, or one by deadlines as PAM");
    }
  }

  private static Map<PolicySetting, String> values(DocumentNode document, PolicyRegistry registry) {
    Optional<DocumentNode> block = document.mapping("settings").find();
    Map<PolicySetting, String> values =
        block
            .map(node -> PolicyEntryReader.settings(node, new PolicyVocabulary(registry)))
            .orElse(Map.of());
    block.ifPresent(DocumentNode::rejectUnknownKeys);
    block.ifPresent(node ->
        values.replaceAll((setting, value) ->
            ForecastText.located(setting, value, file -> place(node, setting, file))));
    return values;
  }

  /** Where a file is that a setting names. */
  private static Path place(DocumentNode settings, PolicySetting setting, Path file) {
    DocumentNode value = settings.node(setting.key()).find().orElse(settings);
    return value.naming(file.toAbsolutePath().normalize());
  }

  /** A forecast, read from its file; the same if there are problems. */
  private static Forecast forecast(
      DocumentNode document, Forecast named, HcSystem system, List<String> notes) {
    if (named.name().equals(ForecastText.ANOTHER_DAY)) {
      document.report(
          "settings",
          "forecast %s can only be had where workloads are generated".formatted(named),
          "name a file, as a journal of the service");
      return named;
    }
    Optional<Loaded<Forecast>> read =
        Forecasts.read(named, Path.of(named.name()), system, document.problems());
    read.ifPresent(loaded -> loaded.notes().forEach(note -> notes.add("forecast " + note)));
    return read.map(Loaded::value).orElse(named);
  }

  private static Optional<RegistrySettings> settings(
      DocumentNode document, Preset preset, Map<PolicySetting, String> values, HcSystem system) {
    try {
      return Optional.of(RegistrySettings.of(preset.settings()).with(values, system.tick()));
    } catch (IllegalArgumentException e) {
      return document.report("settings", String.valueOf(e.getMessage()), "change one of them");
    }
  }
}
