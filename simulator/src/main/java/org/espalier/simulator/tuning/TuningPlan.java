package org.espalier.simulator.tuning;

import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.core.model.Arguments;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;
import org.espalier.workload.document.Combinations;
import org.espalier.workload.document.Names;
import org.espalier.workload.policy.ParameterSetting;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.PolicySetting;

/**
 * What is searched, and on which trials: others than those that the study reports, so that nothing
 * is fitted to what it is judged by.
 *
 * <p>Tuning trials are those after the last one of the study, by their numbers. Where there are no
 * workload files of such numbers, they are the study's files with execution times of another seed.
 *
 * @param study whose policy is tuned
 * @param policy as the study has it
 * @param searched what is searched
 * @param column what is to be great
 * @param preset the values that the policy has in the study
 * @param settings all combinations of values that are tried, the preset among them
 * @param beyond whether tuning trials have numbers after those that are reported
 * @param trials how many tuning trials there are
 */
public record TuningPlan(
    Experiment study,
    PolicyEntry policy,
    List<SearchedSetting> searched,
    Column column,
    List<String> preset,
    List<List<String>> settings,
    boolean beyond,
    int trials) {
  private static final int MOST_SETTINGS = 10_000;
  private static final long OTHER_SEED = 0x9E3779B97F4A7C15L;

  /**
   * What the user asks for.
   *
   * @param policy name of the policy in the study, or in the registry; empty for the first of the
   *     study that has something to search
   * @param over what is searched, {@code key=values}; none for what the policy has by default
   * @param column what is to be great; empty for utility or robustness, as tasks have it
   * @param trials tuning trials
   */
  public record Wishes(
      Optional<String> policy, List<String> over, Optional<String> column, int trials) {}

  /**
   * A plan.
   *
   * @throws IllegalArgumentException if the study and what is wished do not go together
   */
  public static TuningPlan of(Experiment study, Wishes wishes) {
    PolicyEntry policy =
        wishes.policy().map(name -> named(study, name)).orElseGet(() -> first(study));
    List<SearchedSetting> searched = searched(study, policy, wishes.over());
    Column column = column(study, wishes.column());
    PolicySettings asSet = settings(study, policy);
    List<String> preset =
        searched.stream().map(found -> text(study, found.setting(), asSet)).toList();
    List<List<String>> settings = allSettings(searched, preset);
    int wished = wishes.trials();
    Arguments.refuse(wished < 2, "--tuning-trials is %s; expected 2 at least", wished);
    boolean beyond = hasFilesBeyond(study, wished);
    int trials = beyond ? wished : Math.min(wished, reported(study));
    return new TuningPlan(study, policy, searched, column, preset, settings, beyond, trials);
  }

  private static PolicyRegistry.Entry entry(Experiment study, PolicyEntry entry) {
    return study.registry().find(entry.policy()).orElseThrow();
  }

  private static PolicyEntry named(Experiment study, String name) {
    List<PolicyEntry> entries = study.study().comparison().policies();
    Optional<PolicyEntry> ofStudy = entries.stream().filter(e -> e.name().equals(name)).findFirst();
    if (ofStudy.isPresent()) {
      return ofStudy.get();
    }
    PolicyRegistry.Entry found =
        study
            .registry()
            .find(name)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "--policy %s is none of the study and none that there is; %s"
                        .formatted(
                            name,
                            Names.remedy(name, entries.stream().map(PolicyEntry::name).toList()))));
    Arguments.refuse(
        !found.provider().suits(study.system()),
        "--policy %s needs power of machines, which system %s does not have",
        name,
        study.system().name());
    return new PolicyEntry(name, name, Map.of());
  }

  private static PolicyEntry first(Experiment study) {
    return study.study().comparison().policies().stream()
        .filter(found ->
            !SearchedSetting.byDefault(entry(study, found), settings(study, found)).isEmpty())
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "none of the policies of the study has thresholds to search; say which"
                    + " policy with --policy, and what with --over KEY=VALUES"));
  }

  /** What a policy of the study is made with, in the first of its scenarios. */
  private static PolicySettings settings(Experiment study, PolicyEntry found) {
    return study
        .withPolicies(List.of(found), study.study().plan())
        .scenarios()
        .getFirst()
        .settings();
  }

  private static List<SearchedSetting> searched(
      Experiment study, PolicyEntry policy, List<String> over) {
    PolicySettings asSet = settings(study, policy);
    PolicyRegistry.Entry entry = entry(study, policy);
    List<SearchedSetting> found =
        over.isEmpty()
            ? SearchedSetting.byDefault(entry, asSet)
            : over.stream().map(o -> SearchedSetting.parse(o, entry, asSet)).toList();
    Arguments.refuse(
        found.isEmpty(),
        "%s has no thresholds to search, as it is set; say what with --over KEY=VALUES,"
            + " as espalier policies %s tells",
        policy.name(),
        policy.policy());
    List<String> axes = study.study().comparison().axes().stream().map(Axis::key).toList();
    Set<String> keys = new HashSet<>();
    for (SearchedSetting setting : found) {
      String key = setting.setting().key();
      Arguments.refuse(!keys.add(key), "--over %s stands twice; give all values in one", key);
      Arguments.refuse(
          axes.contains(key),
          "%s is an axis of the study, so it cannot be searched; search another with --over, or"
              + " take the axis out",
          key);
    }
    return found;
  }

  private static Column column(Experiment study, Optional<String> wished) {
    List<Column> great = List.of(Column.ROBUSTNESS, Column.UTILITY, Column.UTILITY_PRORATED);
    if (wished.isEmpty()) {
      Scenario first = study.scenarios().getFirst();
      return !study.inputs().haveUtilities(first)
          ? Column.ROBUSTNESS
          : first.settings().energy().periods().isEmpty()
              ? Column.UTILITY
              : Column.UTILITY_PRORATED;
    }
    return Column.find(wished.get())
        .filter(great::contains)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "--column is %s; expected one of %s, of which more is better"
                    .formatted(
                        wished.get(),
                        String.join(", ", great.stream().map(Column::key).toList()))));
  }

  private static String text(Experiment study, PolicySetting setting, PolicySettings asSet) {
    Duration tick = study.system().tick();
    return switch (setting) {
      case PolicyOption option -> option.text(asSet, tick);
      case ParameterSetting parameter -> parameter.text(asSet.parameters());
    };
  }

  /**
   * All combinations, the last setting varying fastest, and the preset behind them if it is none.
   */
  private static List<List<String>> allSettings(
      List<SearchedSetting> searched, List<String> preset) {
    long count = 1;
    for (SearchedSetting setting : searched) {
      count *= setting.values().size();
      Arguments.refuse(
          count > MOST_SETTINGS,
          "more than %,d combinations of settings; give fewer values with --over",
          MOST_SETTINGS);
    }
    List<List<String>> found =
        new ArrayList<>(Combinations.of(searched.stream().map(SearchedSetting::values).toList()));
    if (!found.contains(preset)) {
      found.add(preset);
    }
    return List.copyOf(found);
  }

  private static int reported(Experiment study) {
    return study.study().plan().trials();
  }

  /** Whether workloads can be made for so many trials after those that are reported. */
  private static boolean hasFilesBeyond(Experiment study, int wished) {
    return study.groups().stream()
        .map(List::getFirst)
        .allMatch(scenario ->
            IntStream.rangeClosed(reported(study) + 1, reported(study) + wished)
                .allMatch(trial ->
                    study
                        .inputs()
                        .workloadFile(scenario, trial)
                        .filter(f -> !Files.exists(f))
                        .isEmpty()));
  }

  /** Number of the first tuning trial. */
  public int firstTrial() {
    return beyond ? reported(study) + 1 : 1;
  }

  /** Which trials are tuned on, and which reported, in words. */
  public String trialsInWords() {
    String tuned = "%s to %s".formatted(firstTrial(), firstTrial() + trials - 1);
    return "tuned on trials %s%s, reported on trials 1 to %s"
        .formatted(tuned, beyond ? "" : " of another seed", reported(study));
  }

  /**
   * What the reader should know of the tuning trials; empty where they share nothing with others.
   */
  public Optional<String> sharedArrivals() {
    Scenario first = study.scenarios().getFirst();
    boolean shared =
        !beyond
            || study
                .inputs()
                .workloadFile(first, 1)
                .equals(study.inputs().workloadFile(first, firstTrial()));
    if (study.inputs().workloadFile(first, 1).isEmpty() || !shared) {
      return Optional.empty();
    }
    boolean recorded = !study.inputs().workload(first, 1).recorded().isEmpty();
    return Optional.of(
        "tuning trials and those reported have the same arrivals%s, since there are no other workload files%s: what is found is fitted to these %s"
            .formatted(
                recorded ? " and recorded execution times" : "",
                recorded ? "" : ", and other execution times",
                recorded ? "tasks" : "arrivals"));
  }

  /** The policy with some of the values that are tried. */
  PolicyEntry entry(String name, List<String> values) {
    Map<PolicySetting, String> overrides = new LinkedHashMap<>(policy.overrides());
    for (int i = 0; i < searched.size(); i++) {
      overrides.put(searched.get(i).setting(), values.get(i));
    }
    return new PolicyEntry(name, policy.policy(), overrides);
  }

  /** The study for all that is tried, by the names of the numbers of the settings. */
  Experiment candidates() {
    Study.Plan plan = study.study().plan();
    long seed = beyond ? plan.seed() : plan.seed() ^ OTHER_SEED;
    return study.withPolicies(
        IntStream.range(0, settings.size())
            .mapToObj(i -> entry(Integer.toString(i), settings.get(i)))
            .toList(),
        plan.withTrials(seed, firstTrial() + trials - 1));
  }

  /** The policy with the best values, by a name that no other has. */
  PolicyEntry tuned(List<String> values) {
    List<String> names =
        study.study().comparison().policies().stream().map(PolicyEntry::name).toList();
    String name = policy.name() + " tuned";
    for (int number = 2; names.contains(name); number++) {
      name = "%s tuned %s".formatted(policy.name(), number);
    }
    return entry(name, values);
  }

  /** The study with the policy and its best values beside the others. */
  Study withTuned(PolicyEntry tuned) {
    Study whole = study.study();
    List<PolicyEntry> entries = new ArrayList<>(whole.comparison().policies());
    if (entries.stream().noneMatch(found -> found.name().equals(policy.name()))) {
      entries.add(policy);
    }
    entries.add(tuned);
    Study.About about = whole.about();
    return new Study(
        new Study.About(
            about.name() + "-tuned",
            "%s, with %s".formatted(about.title(), tuned.name()),
            about.description()),
        whole.plan(),
        whole.inputs(),
        whole.comparison().withPolicies(entries, policy.name()),
        whole.presentation());
  }
}
