package org.espalier.service.scheduling;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.budget.CivilTime;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.HcSystem;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.registry.PolicyOrigin;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.live.ParameterView;
import org.espalier.service.live.Timeline;
import org.espalier.workload.policy.ParameterSetting;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.PolicySetting;
import org.espalier.workload.policy.PolicyVocabulary;
import org.espalier.workload.policy.RecordedSettings;
import org.espalier.workload.policy.RegistrySettings;

/**
 * The policies that a service can switch between, all with the settings of its file.
 *
 * @param names those of the registry's policies that can be switched between: they suit the system
 *     and hold the least shares that there are
 * @param common the settings
 * @param tick of the system
 * @param settings the same, as {@link RecordedSettings} writes them
 * @param fallback what decides in place of one that fails
 */
public record Policies(
    PolicyRegistry registry,
    List<String> names,
    RegistrySettings common,
    Duration tick,
    String settings,
    Optional<Fallback> fallback) {
  private static final Pattern RANGE =
      Pattern.compile("a (whole )?number from ([-+.\\w]+) to ([-+.\\w]+)");

  /**
   * What decides in place of a policy that fails.
   *
   * @param policy its name
   * @param after it also does after a mapping event that took longer; empty if none is too long
   */
  public record Fallback(String policy, Optional<Duration> after) {}

  /** The policies whose needs a system meets, with some settings. */
  public static Policies of(
      PolicyRegistry registry,
      RegistrySettings common,
      HcSystem system,
      Optional<Fallback> fallback) {
    String settings = RecordedSettings.text(common, registry, system.tick());
    Policies all =
        new Policies(
            registry, registry.namesFor(system), common, system.tick(), settings, fallback);
    return common.common().atLeast().isEmpty() ? all : all.only(all::putsMustFirst);
  }

  /** Those that mind what a task is worth at each time, not only whether it is on time. */
  public Policies byUtility() {
    return only(name -> provider(name).mindsUtility(settingsOf(name)));
  }

  /** Those that bear tasks which become worth more with time. */
  public Policies bearingRisingWorth() {
    return only(name -> !needsFallingUtility(name));
  }

  private Policies only(Predicate<String> suits) {
    List<String> some = names.stream().filter(suits).toList();
    return new Policies(registry, some, common, tick, settings, fallback);
  }

  private PolicyRegistry.Entry entry(String name) {
    return registry.find(name).orElseThrow();
  }

  private PolicyProvider provider(String name) {
    return entry(name).provider();
  }

  private PolicySettings settingsOf(String name) {
    return common.forPolicy(provider(name));
  }

  /** Whether a policy does not. */
  public boolean needsFallingUtility(String name) {
    return provider(name).needsFallingUtility();
  }

  /** Their names by where they come from, with a heading for each. */
  public Map<String, List<String>> byOrigin() {
    return names.stream()
        .sorted(Comparator.comparing(this::origin))
        .collect(
            Collectors.groupingBy(
                name -> origin(name).title(), LinkedHashMap::new, Collectors.toList()));
  }

  private PolicyOrigin origin(String name) {
    return PolicyOrigin.of(provider(name));
  }

  /** What they know of the load to come. */
  public List<Forecast> forecasts() {
    List<Forecast> found = new ArrayList<>();
    RegistrySettings unused =
        common.withForecasts(forecast -> {
          found.add(forecast);
          return forecast;
        });
    return found;
  }

  /** Budgets of energy that they stay within. */
  public EnergySettings energy() {
    return common.common().energy();
  }

  /**
   * The same on a timeline. A period with an energy budget begins at the time of day (UTC) that the
   * settings say, and the first one is that in which the service was first started.
   */
  public Policies on(Timeline timeline) {
    RegistrySettings moved = common.withForecasts(timeline::withDayOf);
    if (!energy().equals(EnergySettings.NONE)) {
      CivilTime clock =
          new CivilTime(timeline.epoch(), energy().tariff().time().zone(), timeline.tick());
      EnergySettings there = energy().on(clock);
      boolean moves = there.calendar().isEmpty() && !there.periods().isEmpty();
      moved =
          new RegistrySettings(
              moved.common().withEnergy(moves ? there.startingAt(periodStart(timeline)) : there),
              moved.parameters());
    }
    return moved.equals(common) ? this : with(moved);
  }

  private Policies with(RegistrySettings other) {
    String text = RecordedSettings.text(other, registry, tick);
    return new Policies(registry, names, other, tick, text, fallback);
  }

  /**
   * The same with some settings changed.
   *
   * @param changes values by the keys of options and parameters, as studies write them
   * @throws IllegalArgumentException with all that is wrong with them, and all that cannot change
   *     while tasks are decided
   */
  public Policies with(Map<String, String> changes) {
    if (changes.isEmpty()) {
      return this;
    }
    Map<PolicySetting, String> values = new PolicyVocabulary(registry).values(changes);
    List<String> fixed =
        values.entrySet().stream()
            .filter(change -> isFixed(change.getKey(), change.getValue()))
            .map(change ->
                "%s cannot change while tasks are decided; change it in the file, and start again"
                    .formatted(change.getKey().key()))
            .toList();
    if (!fixed.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", fixed));
    }
    return with(common.with(values, tick));
  }

  /**
   * Whether a setting cannot have another value while tasks are decided. So it is with rules,
   * budgets, and files that are read at the start.
   */
  private boolean isFixed(PolicySetting setting, String value) {
    return switch (setting) {
      case PolicyOption option ->
          isFixed(option) && !option.text(common.common(), tick).equals(value);
      case ParameterSetting parameter -> isFile(parameter.parameter());
    };
  }

  /** Rules and shares by task type come first among the options. */
  private static boolean isFixed(PolicyOption option) {
    return option.compareTo(PolicyOption.AT_LEAST) <= 0 || option.key().startsWith("energy_");
  }

  private static boolean isFile(PolicyParameter<?> parameter) {
    return parameter.byDefault() instanceof Forecast;
  }

  /** The settings of one of them that can change while it decides, with the values of the file. */
  public List<ParameterView> fields(String name) {
    PolicyProvider provider = provider(name);
    PolicySettings own = settingsOf(name);
    return Stream.concat(
            Stream.of(PolicyOption.values())
                .filter(option -> !isFixed(option) && option.isReadBy(entry(name)))
                .map(option -> field(option, option.text(own, tick))),
            provider.parameters().stream()
                .filter(parameter -> !isFile(parameter))
                .map(parameter -> new ParameterSetting(provider.name(), parameter))
                .map(setting -> field(setting, setting.text(own.parameters()))))
        .toList();
  }

  /** A setting as its expectation in words says: one of some words, or a number in a range. */
  private static ParameterView field(PolicySetting setting, String value) {
    List<String> words = List.of(setting.expected().replaceFirst("^one of ", "").split(", | or "));
    boolean isChoice = words.size() > 1 && words.stream().allMatch(setting::accepts);
    Optional<ParameterView.Range> range =
        Optional.of(RANGE.matcher(setting.expected()))
            .filter(Matcher::matches)
            .map(m -> {
              Double least = Double.valueOf(m.group(2));
              return new ParameterView.Range(least, Double.valueOf(m.group(3)), m.group(1) != null);
            });
    return new ParameterView(
        setting.key(),
        "%s; %s".formatted(setting.expected(), setting.summary()),
        Optional.of(value),
        isChoice ? words : List.of(),
        range);
  }

  /** The tick at which the period begins that the service was first started in. */
  private long periodStart(Timeline timeline) {
    EnergyPeriod first = energy().periods().getFirst();
    long length = first.end() - first.start();
    long today = timeline.ticks(timeline.epoch().truncatedTo(ChronoUnit.DAYS)) + first.start();
    return Math.floorMod(today, length) - (Math.floorMod(today, length) > 0 ? length : 0);
  }

  /** Whether one of them decides otherwise where one task is worth more than another. */
  public boolean mindsWorth(String name) {
    return entry(name).mindsWorth(settingsOf(name));
  }

  /** Whether one of them maps first what must be completed. */
  public boolean putsMustFirst(String name) {
    return provider(name).putsMustFirst(settingsOf(name));
  }

  /** A policy of these in its first state. */
  public AllocationPolicy create(String name) {
    return entry(name).create(settingsOf(name));
  }
}
