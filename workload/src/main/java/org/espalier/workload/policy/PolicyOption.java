package org.espalier.workload.policy;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.Fill;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.budget.Tariff;
import org.espalier.core.heuristic.FirstPhase;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.pruning.UtilityDropping;
import org.espalier.core.registry.DeferringSettings;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;
import org.espalier.core.registry.PruningSettings;
import org.espalier.core.registry.PruningSettings.DroppingMethod;
import org.espalier.workload.document.WordTable;

/**
 * A setting of policies and of the rules they play by, as studies write it: one word or number. May
 * be an axis.
 */
public enum PolicyOption implements PolicySetting {
  QUEUE_CAPACITY("rules.management", RulesText::management),
  DROPPING_SCOPE("rules.scope", text -> text.choice(DroppingScope.class)),
  DEADLINES("rules.deadlines", text -> text.choice(DeadlineKind.class)),
  TRIGGER("rules.trigger", (_, text) -> RulesText.trigger(text), RulesText::triggerText),
  CHARGE("rules.charge", (_, text) -> RulesText.charge(text), RulesText::chargeText),
  FILL("rules.fill", text -> text.choice(Fill.class)),
  WEIGH_WORTH("rules.weighsWorth", OptionText::flag),
  TYPE_THRESHOLDS("pruning.ofTypes", SharesText::parse),
  AT_LEAST("atLeast", SharesText::parse),
  FIRST_PHASE("firstPhase", text -> text.choice(FirstPhase.class)),
  PERMUTE("permuted", text -> text.integer(1, 7)),
  DROPPING("pruning.dropping", text -> text.choice(DroppingMethod.class)),
  DROPPING_THRESHOLD("pruning.byThreshold.threshold", text -> text.number(0, 1)),
  EFFECTIVE_DEPTH("pruning.proactive.effectiveDepth", text -> text.integer(1, Integer.MAX_VALUE)),
  IMPROVEMENT_FACTOR("pruning.proactive.improvementFactor", text -> text.number(1, 1e9)),
  DEFERRING("pruning.deferring.method", text -> text.choice(DeferringSettings.Method.class)),
  DEFERRING_THRESHOLD("pruning.deferring.threshold", text -> text.number(0, 1)),
  DEFERRING_STEP("pruning.deferring.step", text -> text.number(0, 1)),
  FAIRNESS_FACTOR(
      "pruning.fairnessFactor", PolicyOption::fairness, (factor, _) -> fairnessText(factor)),
  TOGGLE("pruning.toggle", PolicyOption::toggleAt, (toggle, _) -> toggleText(toggle)),
  TOGGLE_OFF(
      "pruning.toggle", PolicyOption::toggleOff, (toggle, _) -> OptionText.of(offShare(toggle))),
  TOGGLE_LAMBDA("pruning.toggle.lambda", text -> text.number(Double.MIN_VALUE, 1)),
  DROP_RUNNING("pruning.byThreshold.includeRunning", OptionText::flag),
  SKEWNESS_SCALE("pruning.byThreshold.skewnessScale", text -> text.number(0, 1)),
  UTILITY_THRESHOLD(
      "pruning.byUtility",
      (_, text) -> byUtility(text),
      (UtilityDropping dropping, Duration _) -> byUtilityText(dropping)),
  ENERGY_ZONE("energy", EnergyText::withZone, (energy, _) -> EnergyText.zone(energy)),
  ENERGY_PRICE(
      "energy", EnergyText::withPrice, (energy, _) -> EnergyText.cycle(energy.tariff().money())),
  ENERGY_CARBON(
      "energy", EnergyText::withCarbon, (energy, _) -> EnergyText.cycle(energy.tariff().carbon())),
  ENERGY_BUDGET("energy", EnergyText::withBudget, (energy, _) -> EnergyText.budget(energy)),
  ENERGY_PERIOD("energy", EnergyText::withLength, EnergyText::length),
  ENERGY_PER_WORTH("energy", EnergyText::withPerWorth, (energy, _) -> EnergyText.perWorth(energy)),
  ENERGY_START("energy", EnergyText::withStart, EnergyText::start),
  ENERGY_FILTER("energy", EnergyText::withFilter, (energy, _) -> EnergyText.filter(energy)),
  APPROXIMATE("approximation.on", OptionText::flag),
  APPROXIMATE_BUCKET("approximation.bucket", text -> text.integer(1, 1_000_000)),
  APPROXIMATE_CROP("approximation.crop", text -> text.number(0, 0.4));

  private static final String OWN = "own";
  private static final Duration SHORTEST_TICK = Duration.ofNanos(1);

  private final List<String> way;
  private final BiFunction<Object, OptionText, Object> read;
  private final BiFunction<Object, Duration, String> tell;

  PolicyOption(String way, Function<OptionText, Object> read) {
    this(way, (_, text) -> read.apply(text), (value, _) -> told(value));
  }

  private static String told(Object value) {
    return switch (value) {
      case SharesByType shares -> SharesText.of(shares);
      case TaskManagement management -> RulesText.text(management);
      default -> OptionText.of(value);
    };
  }

  /**
   * Sets a component of the settings of a policy.
   *
   * @param way its name, behind the names of the components that hold it
   * @param read makes it of what it is and a text
   */
  @SuppressWarnings("unchecked") // what stands at the end of the way is of this class
  <T> PolicyOption(
      String way, BiFunction<T, OptionText, Object> read, BiFunction<T, Duration, String> tell) {
    this.way = List.of(way.split("\\."));
    this.read = (BiFunction<Object, OptionText, Object>) read;
    this.tell = (BiFunction<Object, Duration, String>) tell;
  }

  /** Labels, values, which policies read it, and what it sets. */
  private static final class Words {
    private static final WordTable TABLE =
        new WordTable(
            """
            queue_capacity | Machine queue | \
                a whole number from 1 on, unbounded, pending-slot or polled | all | \
                tasks that a machine queue holds, counting the running one; pending-slot: any \
                number, of which those behind the first two are mapped anew at each mapping event; \
                polled: only idle machines take a task
            dropping_scope | Dropping scope | none, pending or executing | all | \
                which mapped tasks leave when their deadline passes
            deadlines | Deadlines | hard or soft | all | \
                whether a passed deadline drops a task (hard) or only counts as late (soft)
            trigger | Trigger | \
                events, completions, a number of arrivals (5 arrivals) or a period (100 ms) | all | \
                what causes a mapping event; several joined by "or": whichever comes first
            charge | Charge | none, or a duration, as 0.1 us | all | \
                what the scheduler takes of the system's time (DISSERTATION 2.7.2): a duration for \
                each pair of task and machine that its algorithm measures, as its source tells it
            fill | Fill | early or just-in-time | all | \
                how far ahead machine queues are filled: with every task that is mapped (early), \
                or only with those that start before the next mapping event (just-in-time); where \
                events have no period, or completions cause them, only idle machines take a task \
                then
            weigh_worth | Weigh worth | true or false | all | \
                whether policies by deadlines mind what tasks are worth: two-phase heuristics map \
                those that are worth most first, JIT weighs it against the price of machine time
            type_thresholds | Type thresholds | \
                none, or a share from above 0 to 100% by task type, as a: 50%, b: 0.2 | pruning | \
                the share of dropping_threshold and deferring_threshold that holds for a type
            at_least | At least | \
                none, or a share on time from above 0 to 100% by task type, as a: 50%, b: 0.2 | \
                shares | \
                the share of a type's tasks that is on time at least, where that can be; what \
                others lose by it is the price
            first_phase | First phase | with-room or all-machines | first-phase | \
                machines that the first phase of a two-phase heuristic looks at
            permute | Permute | a whole number from 1 to 7 | permuting | \
                first tasks of each machine that two-stage heuristics put in their best order \
                (DISSERTATION appendix A), where neither a budget nor deferring holds
            dropping | Dropping | threshold, proactive or optimal | dropping | \
                how mapped tasks are chosen for dropping: below a threshold, or by what others \
                gain
            dropping_threshold | Dropping threshold | a number from 0 to 1 | dropping | \
                chance of success at or below which a mapped task is dropped
            effective_depth | Effective depth | a whole number from 1 on | dropping | \
                eta of DROPPING eq. 8: how many tasks behind a dropped one proactive dropping \
                looks at
            improvement_factor | Improvement factor | a number from 1 on | dropping | \
                beta of DROPPING eq. 8: by how much chances must improve for a proactive drop
            deferring | Deferring | static or dynamic | deferring | \
                whether the deferring threshold stays (static) or follows the system (dynamic)
            deferring_threshold | Deferring threshold | a number from 0 to 1 | deferring | \
                chance of success at or below which a task waits for a better machine
            deferring_step | Deferring step | a number from 0 to 1 | deferring | \
                the constant c of JOURNAL eq. 10, by which dynamic deferring lowers its threshold
            fairness_factor | Fairness factor | \
                a number from 0 to 1, or own: that of PAMF, 0 for others | pruning | \
                how fast thresholds are lowered for task types that suffer (JOURNAL 6.3.2)
            toggle | Toggle | always, never, or a number from 0 on | dropping | \
                oversubscription level (JOURNAL eq. 11) from which on mapped tasks are dropped
            toggle_off | Toggle off | a number from 0 to 1 | dropping | \
                level at which dropping stops, as a share of toggle; 1: no Schmitt trigger
            toggle_lambda | Lambda | a number above 0 and up to 1 | dropping | \
                weight of the latest mapping event in the oversubscription level
            drop_running | Drop running tasks | true or false | dropping | \
                whether the pruner may drop the running task too
            skewness_scale | Skewness scale | a number from 0 to 1 | dropping | \
                rho of JOURNAL eq. 7; 0: the same dropping threshold for all tasks
            utility_threshold | Utility threshold | \
                a number from 0 on, or two as 1.5 special 0.5 | all | \
                utility below which a task that is not mapped yet is dropped, with any policy \
                (DISSERTATION 2.4.4); 0: none. Behind special stands that of task types which a \
                special machine type can run, one that cannot run all (2.7.3)
            energy_zone | Energy zone | \
                a time zone, as UTC or Europe/Berlin, and where a trial begins, as Europe/Berlin \
                from 2026-03-01 | all | \
                where days of the calendar begin at midnight, and prices of energy by the hour \
                hold. A trial begins at midnight of a Monday, the first day of a year, if it does \
                not say when
            energy_price | Energy price | \
                none, or numbers from 0 on for equal parts of a day or the hours of a week, as \
                0.05 0.12, a mapping of times or a CSV file | all | \
                price of a kWh, in which an energy_budget or energy_per_worth in money is counted
            energy_carbon | Energy carbon | \
                none, or numbers from 0 on for equal parts of a day or the hours of a week, as \
                420 90, a mapping of times or a CSV file | all | \
                grams of CO2 of a kWh, in which an energy_budget or energy_per_worth in CO2 is \
                counted
            energy_budget | Energy budget | \
                none, or a number above 0 and one of J, kJ, MJ, GJ, money, g CO2, kg CO2, t CO2, \
                as 1.11 GJ, 1.1 GJ then 0.9 GJ, or 1.11 GJ at 95% | all | \
                energy that all machines may take for tasks in a period (DISSERTATION 3.3); a task \
                that does not fit waits for the next one. Several joined by "then" are those of \
                the first periods, the last one that of all that follow. Behind "at" stands with what \
                probability a task takes no more than it is counted with, 50% to 99.99%
            energy_period | Energy period | a duration, as 24 h, or day, month or year | all | \
                length of a period that has an energy budget; the next one begins at its end. Of a \
                month or a year of the calendar each day may take what is left, divided by the \
                days that are left
            energy_per_worth | Energy per worth | \
                none, or an amount as that of energy_budget, as 5 kJ or 0.02 money | all | \
                how much a unit of worth may cost: what costs more waits, with a budget or without
            energy_start | Energy start | a duration, as 2 h or -30 min | all | \
                when the first period with an energy budget begins; until then there is no limit. \
                With a minus it began before the trial. In a live system: the time of day (UTC) at \
                which a period begins
            energy_filter | Energy filter | \
                none, adaptive, or fixed and a leniency above 0, as fixed 0.75 | all | \
                what a task may take at a mapping event so that the budget lasts: a share of what \
                remains, times a leniency (fixed) or as time and energy were spent so far \
                (adaptive)
            approximate | Approximate | true or false | all | \
                whether policies decide with compacted PMFs (JOURNAL 7.2.1)
            approximate_bucket | Bucket | a whole number from 1 on | all | \
                points of a PMF that become one where it is compacted
            approximate_crop | Crop | a number from 0 to 0.4 | all | \
                share of the mass at either end of an execution time that is moved inwards
            """);
  }

  @Override
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String entryKey() {
    return key();
  }

  @Override
  public String label() {
    return words().get(1);
  }

  @Override
  public String summary() {
    return words().getLast();
  }

  @Override
  public String expected() {
    return words().get(2);
  }

  private List<String> words() {
    return Words.TABLE.row(key());
  }

  /** Whether it makes a difference to a policy. */
  public boolean isReadBy(PolicyRegistry.Entry policy) {
    PruningParts parts = policy.parts();
    return switch (words().get(3)) {
      case "all" -> true;
      case "shares" ->
          policy.provider().putsMustFirst(PolicySettings.THESIS)
              || policy.provider().putsMustFirst(PolicySettings.JOURNAL);
      case "first-phase" -> policy.provider().hasFirstPhase();
      case "permuting" -> policy.provider().permutes();
      case "dropping" -> parts.drops();
      case "deferring" -> parts.defers() && heedsDeferring(policy.provider());
      default -> parts.drops() || parts.defers();
    };
  }

  /**
   * Whether it makes a difference to a policy that is set as it is: the step of a deferring
   * threshold that stays makes none.
   */
  public boolean isReadBy(PolicyRegistry.Entry policy, PolicySettings settings) {
    if (this == AT_LEAST) {
      return policy.provider().putsMustFirst(settings);
    }
    PruningSettings pruning = policy.provider().pruning(settings);
    DroppingMethod dropping = pruning.dropping();
    return isReadBy(policy)
        && switch (this) {
          case DROPPING_THRESHOLD, SKEWNESS_SCALE -> dropping == DroppingMethod.THRESHOLD;
          case IMPROVEMENT_FACTOR, EFFECTIVE_DEPTH -> dropping == DroppingMethod.PROACTIVE;
          case TOGGLE_OFF, TOGGLE_LAMBDA -> pruning.toggle().mode() == ToggleSettings.Mode.BY_LEVEL;
          case DEFERRING_STEP -> pruning.deferring().method() == DeferringSettings.Method.DYNAMIC;
          case APPROXIMATE_BUCKET, APPROXIMATE_CROP -> settings.approximation().on();
          case ENERGY_PERIOD, ENERGY_START, ENERGY_FILTER -> !settings.energy().periods().isEmpty();
          case ENERGY_PRICE -> settings.energy().tariff().unit() == Tariff.Unit.MONEY;
          case ENERGY_CARBON -> settings.energy().tariff().unit() == Tariff.Unit.CARBON;
          case ENERGY_ZONE -> settings.energy().heedsClock();
          default -> true;
        };
  }

  /** Whether the deferring of a policy is that of its settings; the presets differ in theirs. */
  private static boolean heedsDeferring(PolicyProvider policy) {
    DeferringSettings ofThesis = policy.pruning(PolicySettings.THESIS).deferring();
    return !ofThesis.equals(policy.pruning(PolicySettings.JOURNAL).deferring());
  }

  /** Its value in some settings of a system with the given tick, as studies write it. */
  public String text(PolicySettings settings, Duration tick) {
    return tell.apply(Components.get(settings, way), tick);
  }

  @Override
  public boolean accepts(String value) {
    try {
      changed(PolicySettings.THESIS, new OptionText(value, SHORTEST_TICK));
      return true;
    } catch (OptionText.Unfit e) {
      return false;
    } catch (IllegalArgumentException e) {
      return true; // fits by itself; whether it fits the others is seen when all are put together
    }
  }

  /**
   * Changes some settings by all of the values, in the order of the options.
   *
   * @param tick of the system, for times
   * @throws IllegalArgumentException if they do not go together
   */
  static PolicySettings apply(
      PolicySettings settings, Map<PolicyOption, String> values, Duration tick) {
    // Soft deadlines refuse most scopes, so that those there were are not held against a new scope.
    PolicySettings changed =
        values.containsKey(DEADLINES)
            ? settings.withRules(settings.rules().withDeadlines(DeadlineKind.HARD))
            : settings;
    for (PolicyOption option : PolicyOption.values()) {
      String value = values.get(option);
      if (value != null) {
        changed = option.changed(changed, new OptionText(value, tick));
      }
    }
    return changed;
  }

  private PolicySettings changed(PolicySettings settings, OptionText text) {
    return Components.with(settings, way, read.apply(Components.get(settings, way), text));
  }

  private static UtilityDropping byUtility(OptionText text) {
    double[] thresholds =
        Stream.of(text.word().split(" special ", 2))
            .mapToDouble(part -> new OptionText(part.strip(), text.tick()).number(0, 1e12))
            .toArray();
    return new UtilityDropping(thresholds[0], thresholds[thresholds.length - 1]);
  }

  private static String byUtilityText(UtilityDropping dropping) {
    String general = OptionText.of(dropping.threshold());
    return dropping.ofSpecial() == dropping.threshold()
        ? general
        : general + " special " + OptionText.of(dropping.ofSpecial());
  }

  private static OptionalDouble fairness(OptionalDouble factor, OptionText text) {
    return text.is(OWN) ? factor : OptionalDouble.of(text.number(0, 1));
  }

  private static String fairnessText(OptionalDouble factor) {
    return factor.isPresent() ? OptionText.of(factor.getAsDouble()) : OWN;
  }

  private static ToggleSettings toggleAt(ToggleSettings toggle, OptionText text) {
    double on = text.is("always") || text.is("never") ? toggle.on() : text.number(0, 1e9);
    ToggleSettings.Mode mode =
        text.is("always")
            ? ToggleSettings.Mode.ALWAYS
            : text.is("never") ? ToggleSettings.Mode.NEVER : ToggleSettings.Mode.BY_LEVEL;
    return new ToggleSettings(mode, on, on * offShare(toggle), toggle.lambda());
  }

  private static ToggleSettings toggleOff(ToggleSettings toggle, OptionText text) {
    double off = toggle.on() * text.number(0, 1);
    return new ToggleSettings(toggle.mode(), toggle.on(), off, toggle.lambda());
  }

  private static String toggleText(ToggleSettings toggle) {
    return switch (toggle.mode()) {
      case ALWAYS -> "always";
      case NEVER -> "never";
      case BY_LEVEL -> OptionText.of(toggle.on());
    };
  }

  private static double offShare(ToggleSettings toggle) {
    return toggle.on() == 0 ? 1 : toggle.off() / toggle.on();
  }
}
