package org.espalier.analysis.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.nsga2.GeneticSettings;
import org.espalier.analysis.nsga2.Ranking;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.seed.SeedHeuristic;
import org.espalier.analysis.sweep.PriceSweep;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.Assignments;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.policy.PolicyChoice;
import org.espalier.workload.spread.Spread;
import org.espalier.workload.spread.SpreadFiles;
import org.espalier.workload.system.MachineCounts;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.WorkloadFiles;

/**
 * Reads studies of trade-offs; {@code docs/pareto-reference.yaml} shows every option with its
 * default. All that is wrong with a study and its files is reported together.
 */
public final class ParetoStudyReader {
  private static final int MOST = 100_000_000;
  private static final int MOST_MEMBERS = 100_000;
  private static final int DEFAULT_GENERATIONS = 1_000;
  private static final int MOST_ROUNDS = 40;
  private static final int DEFAULT_SAMPLES = 100;
  private static final int MEDIAN = 50;

  private static final List<SeedSource> DEFAULT_SEEDS =
      List.of(
          new SeedSource.Heuristic(SeedHeuristic.MIN_ENERGY.key()),
          new SeedSource.Heuristic(SeedHeuristic.MIN_MIN.key()));

  private final DocumentNode file;
  private final Overrides overrides;
  private final PolicyRegistry registry;
  private final InputGenerator generator;
  private final Problems problems;
  private final long problemsBefore;
  private final Set<String> notes = new LinkedHashSet<>();

  private ParetoStudyReader(
      DocumentNode file, Overrides overrides, PolicyRegistry registry, InputGenerator generator) {
    this.file = file;
    this.generator = generator;
    this.overrides = overrides;
    this.registry = registry;
    this.problems = file.problems();
    this.problemsBefore = problems.count();
  }

  /**
   * What the user set on the command line above the study.
   *
   * @param machines numbers of machines, as {@code machines.TYPE=NUMBER[,NUMBER...]}
   */
  public record Overrides(
      Optional<FrontMethod> method,
      Optional<Integer> generations,
      Optional<Duration> limit,
      Optional<Long> seed,
      List<String> machines) {
    /** Nothing. */
    public static final Overrides NONE =
        new Overrides(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());
  }

  /**
   * Reads a study, as one for each combination of the numbers of machines that it gives; none if
   * there are problems.
   *
   * @param generator makes systems and traces where the study has options in place of files
   */
  public static List<ParetoStudy> read(
      Path study,
      Overrides overrides,
      PolicyRegistry registry,
      InputGenerator generator,
      Problems problems) {
    return Document.read(study, problems)
        .map(node -> new ParetoStudyReader(node, overrides, registry, generator).read())
        .orElse(List.of());
  }

  private List<ParetoStudy> read() {
    if (!file.isMapping()) {
      file.report("is no study", "expected a mapping (key: value lines)");
      return List.of();
    }
    ParetoStudy.About about = about();
    long seed =
        overrides
            .seed()
            .orElse(file.longInteger("seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(1L));
    ObjectivePair objectives = objectives();
    Optional<InputSource> system = source("system");
    Optional<InputSource> workload = source("workload");
    Optional<Loaded<HcSystem>> loaded = system.flatMap(s -> system(s, about.name(), seed));
    ParetoStudy.Search search = search(objectives, loaded.map(Loaded::value), seed);
    ParetoStudy.Judging judging = judging(loaded.map(Loaded::value));
    double threshold = threshold(objectives);
    Optional<ParetoStudy.Reference> reference = reference();
    file.has("version"); // of the program that wrote it; for people
    List<Map<String, Integer>> machines =
        loaded.map(found -> machines(found.value())).orElse(List.of());
    file.has(MachineCounts.BLOCK);
    file.rejectUnknownKeys();
    Optional<Loaded<Workload>> trace =
        loaded.flatMap(found -> workload.flatMap(source -> workload(source, found.value(), seed)));
    checkJudging(judging.method(), objectives);
    trace.ifPresent(tasks -> checkData(loaded.orElseThrow().value(), tasks.value(), objectives));
    if (trace.isEmpty() || problems.count() > problemsBefore) {
      return List.of();
    }
    List<ParetoStudy> studies = new ArrayList<>();
    for (Map<String, Integer> counts : machines) {
      HcSystem changed = MachineCounts.of(loaded.orElseThrow().value(), counts);
      problem(changed, trace.get().value(), threshold)
          .map(problem ->
              new ParetoStudy(
                  about,
                  seed,
                  new ParetoStudy.Inputs(
                      file.file(),
                      system.orElseThrow(),
                      workload.orElseThrow(),
                      counts,
                      changed.machines().equals(loaded.orElseThrow().value().machines())),
                  problem,
                  objectives,
                  search.ofSystems(machines.size()),
                  judging,
                  reference,
                  loaded.orElseThrow().with(trace.get().notes()).with(List.copyOf(notes)).notes()))
          .ifPresent(studies::add);
    }
    checkReference(studies);
    return problems.count() > problemsBefore ? List.of() : List.copyOf(studies);
  }

  private List<Map<String, Integer>> machines(HcSystem system) {
    Assignments assignments = new Assignments(overrides.machines());
    List<Map<String, Integer>> machines = new MachinesReader(file, assignments, system).read();
    assignments.reportTo(problems);
    return machines;
  }

  private ParetoStudy.Search search(
      ObjectivePair objectives, Optional<HcSystem> system, long seed) {
    FrontMethod method = method(objectives);
    Optional<Duration> limit = file.duration("time").find();
    PriceSweep.Settings sweep = sweep(seed);
    DocumentNode nsga2 = file.block("nsga2");
    int ofStudy = nsga2.integer("generations", 0, MOST).orElse(DEFAULT_GENERATIONS);
    int generations = overrides.generations().orElse(ofStudy);
    List<Integer> snapshots = snapshots(nsga2, generations);
    GeneticSettings genetic = genetic(nsga2, seed);
    nsga2.rejectUnknownKeys();
    return new ParetoStudy.Search(
        method,
        sweep,
        genetic,
        generations,
        snapshots,
        populations(system),
        overrides.limit().or(() -> limit));
  }

  private ParetoStudy.About about() {
    String name = file.identifier("name").required("study");
    String title = file.string("title").orElse(name);
    return new ParetoStudy.About(name, title, file.string("description").orElse("").strip());
  }

  private ObjectivePair objectives() {
    Optional<List<DocumentNode>> nodes = file.list("objectives").find();
    if (nodes.isEmpty()) {
      return ObjectivePair.UTILITY_ENERGY;
    }
    List<Objective> found = new ArrayList<>();
    nodes.get().forEach(node -> node.asChoice(Objective.class).find().ifPresent(found::add));
    if (nodes.get().size() != 2 || Set.copyOf(found).size() < found.size()) {
      file.report("objectives", "are not two that differ", "as [utility, energy]");
    }
    if (found.size() != 2 || found.getFirst() == found.getLast()) {
      return ObjectivePair.UTILITY_ENERGY;
    }
    ObjectivePair pair = new ObjectivePair(found.getFirst(), found.getLast());
    if (pair.first() != found.getFirst() && file.has("reference")) {
      file.report(
          "objectives",
          "stand in another order than the values of reference are read in",
          "write [%s, %s], and both values in that order"
              .formatted(pair.first().key(), pair.second().key()));
    }
    return pair;
  }

  /** Where nothing is to be large, executing nothing is best. */
  private double threshold(ObjectivePair objectives) {
    double threshold = file.number("utility_threshold", 0, MOST).orElse(0.0);
    if (threshold > 0 && !objectives.first().isMaximised()) {
      file.report(
          "utility_threshold",
          "lets tasks be left out, and to execute none is best in both objectives",
          "leave it out, or let utility or robustness be an objective");
    }
    return threshold;
  }

  private PriceSweep.Settings sweep(long seed) {
    PriceSweep.Settings byDefault = PriceSweep.Settings.DEFAULT;
    DocumentNode block = file.block("sweep");
    int weights = block.integer("weights", 1, 1_000).orElse(byDefault.weights());
    int rounds = block.integer("rounds", 0, MOST_ROUNDS).orElse(byDefault.rounds());
    block.rejectUnknownKeys();
    return new PriceSweep.Settings(weights, byDefault.lanes(), rounds, byDefault.steps(), seed);
  }

  private GeneticSettings genetic(DocumentNode block, long seed) {
    GeneticSettings byDefault = GeneticSettings.of(seed);
    long before = problems.count();
    int population = block.integer("population", 2, MOST_MEMBERS).orElse(byDefault.population());
    if (population % 2 != 0) {
      block.report("population", "is odd", "two offspring are made at a time");
    }
    double mutation = block.number("mutation", 0, 1).orElse(byDefault.mutation());
    Ranking ranking = block.choice("ranking", Ranking.class).orElse(byDefault.ranking());
    return problems.count() > before
        ? byDefault
        : new GeneticSettings(population, mutation, ranking, seed, 1);
  }

  /** Powers of ten if none are given; the last generation always. */
  private static List<Integer> snapshots(DocumentNode block, int generations) {
    Set<Integer> all = new TreeSet<>(Set.of(generations));
    Optional<List<DocumentNode>> given = block.oneOrMore("snapshots").find();
    if (given.isPresent()) {
      given.get().forEach(node -> node.asInteger(0, MOST).find().ifPresent(all::add));
    } else {
      for (long power = 100; power < generations; power *= 10) {
        all.add((int) power);
      }
    }
    all.removeIf(generation -> generation > generations);
    return List.copyOf(all);
  }

  private ParetoStudy.Judging judging(Optional<HcSystem> system) {
    DocumentNode block = file.block("uncertainty");
    ParetoStudy.JudgingMethod method =
        block
            .choice("method", ParetoStudy.JudgingMethod.class)
            .orElse(ParetoStudy.JudgingMethod.EXPECTED);
    int samples = block.integer("samples", 1, 1_000_000).orElse(DEFAULT_SAMPLES);
    int utility = block.integer("utility_percentile", 1, 99).orElse(MEDIAN);
    int energy = block.integer("energy_percentile", 1, 99).orElse(MEDIAN);
    Optional<Path> spreadFile = block.fileName("spread").find().map(file::resolve);
    block.rejectUnknownKeys();
    Optional<Spread> spread =
        system.flatMap(
            known -> spreadFile.flatMap(path -> SpreadFiles.read(path, known, problems)));
    int monteCarlo = file.integer("monte_carlo", 0, MOST).orElse(0);
    Optional<Path> beside = file.fileName("beside").find().map(file::resolve);
    if (beside.isPresent() && monteCarlo == 0) {
      file.report("beside", "has no fuzzy front to stand beside", "give monte_carlo: 100");
    }
    return new ParetoStudy.Judging(
        method,
        samples,
        utility,
        energy,
        spreadFile,
        spread,
        monteCarlo,
        beside.flatMap(directory -> CloudFile.read(directory, problems)));
  }

  private Optional<ParetoStudy.Reference> reference() {
    Optional<List<DocumentNode>> nodes = file.list("reference").find();
    if (nodes.isPresent() && nodes.get().size() != 2) {
      return file.report("reference", "is not two values", "give one for each objective");
    }
    return nodes.map(found ->
        new ParetoStudy.Reference(
            found.getFirst().asNumber(-1e300, 1e300).orElse(0.0),
            found.getLast().asNumber(-1e300, 1e300).orElse(0.0)));
  }

  /** A value that no allocation of any of the systems is better than measures nothing. */
  private void checkReference(List<ParetoStudy> studies) {
    for (ParetoStudy study : studies.stream().limit(1).toList()) {
      ObjectivePair pair = study.objectives();
      study
          .reference()
          .filter(given -> study.judging().method() == ParetoStudy.JudgingMethod.EXPECTED)
          .ifPresent(given -> {
            checkReference(studies, pair.first(), given.first());
            checkReference(studies, pair.second(), given.second());
          });
    }
  }

  private void checkReference(List<ParetoStudy> studies, Objective objective, double value) {
    double best =
        studies.stream().mapToDouble(s -> objective.loss(s.best(objective))).min().orElseThrow();
    if (objective.loss(value) <= best && best != 0) {
      file.report(
          "reference",
          "has %s %s, and no allocation is better: %s is the best that can be"
              .formatted(
                  objective.key(), objective.text(value), objective.text(objective.loss(best))),
          "give a worse value, or leave reference out");
    }
  }

  private List<Population> populations(Optional<HcSystem> system) {
    Optional<DocumentNode> block = file.mapping("populations").find();
    if (block.isEmpty()) {
      return List.of(new Population("seeded", DEFAULT_SEEDS));
    }
    List<Population> populations = new ArrayList<>();
    for (String name : block.get().keys()) {
      List<DocumentNode> seeds = block.get().oneOrMore(name).orElse(List.of());
      Set<SeedSource> sources = new LinkedHashSet<>();
      seeds.forEach(node -> seed(node, system).ifPresent(sources::add));
      populations.add(new Population(name, List.copyOf(sources)));
    }
    if (populations.isEmpty()) {
      file.report("populations", "names none", "give one, as random: []");
    }
    return populations;
  }

  private Optional<SeedSource> seed(DocumentNode node, Optional<HcSystem> system) {
    if (!node.isMapping()) {
      return node.asString()
          .find()
          .filter(word -> isHeuristic(word, node))
          .map(SeedSource.Heuristic::new);
    }
    if (node.has("tasks")) {
      Optional<SeedSource> source =
          node.fileName("tasks").find().map(name -> new SeedSource.OfFile(file.resolve(name)));
      node.rejectUnknownKeys();
      return source;
    }
    String name = node.string("name").orElse(node.string("policy").required("policy"));
    Optional<PolicyChoice> choice =
        system.flatMap(found -> PolicyChoice.read(node, registry, found));
    choice.ifPresent(found -> notes.addAll(found.notes()));
    node.rejectUnknownKeys();
    return choice.map(found -> new SeedSource.OfPolicy(name, found));
  }

  private static boolean isHeuristic(String word, DocumentNode node) {
    List<String> known = Stream.of(SeedHeuristic.values()).map(SeedHeuristic::key).toList();
    if (!known.contains(word)) {
      node.report("unknown seed", Names.remedy(word, known) + ", {policy: ...} or {tasks: ...}");
    }
    return known.contains(word);
  }

  /** A file, or options to generate. */
  private Optional<InputSource> source(String key) {
    return file.node(key)
        .required()
        .flatMap(node ->
            node.isMapping()
                ? Optional.of(new InputSource.Generated(texts(node)))
                : node.asFileName().find().map(name -> new InputSource.File(file.resolve(name))));
  }

  /** The options of a mapping as they are written; lists as their items. */
  private static Map<String, String> texts(DocumentNode mapping) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String key : mapping.keys()) {
      List<DocumentNode> items = mapping.oneOrMore(key).orElse(List.of());
      List<DocumentNode> scalars = items.stream().filter(DocumentNode::isScalar).toList();
      texts.put(key, String.join(" ", DocumentNode.texts(scalars)));
    }
    return texts;
  }

  private Optional<Loaded<HcSystem>> system(InputSource source, String name, long seed) {
    return switch (source) {
      case InputSource.File read -> SystemFiles.read(read.path(), problems);
      case InputSource.Generated made ->
          generator.system(file.node("system").required(file), name, seed).map(Loaded::of);
    };
  }

  private Optional<Loaded<Workload>> workload(InputSource source, HcSystem system, long seed) {
    return switch (source) {
      case InputSource.File read -> WorkloadFiles.read(read.path(), system, problems);
      case InputSource.Generated made ->
          generator.workload(file.node("workload").required(file), system, seed).map(Loaded::of);
    };
  }

  private Optional<StaticProblem> problem(HcSystem system, Workload workload, double threshold) {
    try {
      return Optional.of(StaticProblem.of(system, workload, threshold));
    } catch (IllegalArgumentException e) {
      return file.report("workload", String.valueOf(e.getMessage()), "");
    }
  }

  /** Not every way to judge knows every objective. */
  private void checkJudging(ParetoStudy.JudgingMethod method, ObjectivePair objectives) {
    Stream.of(objectives.first(), objectives.second())
        .filter(each -> method == ParetoStudy.JudgingMethod.PERCENTILE)
        .filter(each -> each == Objective.COST || each == Objective.ROBUSTNESS)
        .forEach(each ->
            file.report(
                "uncertainty",
                "method %s does not judge %s".formatted(Names.word(method), each.key()),
                "choose another method or objective"));
  }

  /** What an objective hangs on must be known. */
  private void checkData(HcSystem system, Workload trace, ObjectivePair objectives) {
    for (Objective objective : List.of(objectives.first(), objectives.second())) {
      String lacks = missing(system, trace.tasks(), objective);
      if (!lacks.isEmpty()) {
        file.report("objectives", objective.key() + " has no data: " + lacks, "choose another");
      }
      if (objective == Objective.UTILITY && trace.tasks().stream().anyMatch(Task::rises)) {
        file.report(
            "objectives",
            "utility of tasks that become worth more with time: the search and the bound need worth"
                + " that never rises",
            "choose another objective, or run policies on them: espalier run");
      }
    }
  }

  private static String missing(HcSystem system, List<Task> tasks, Objective objective) {
    boolean deadlines = tasks.stream().anyMatch(task -> task.deadline() != Task.NO_DEADLINE);
    boolean worth =
        tasks.stream().anyMatch(task -> !task.utility().equals(UtilityFunction.OF_DEADLINE));
    boolean changing = system.machineTypes().stream().anyMatch(type -> type.price().changes());
    boolean prices = system.machineTypes().stream().anyMatch(type -> type.pricePerHour() > 0);
    return switch (objective) {
      case ENERGY -> system.isPowered() ? "" : "system %s says no power".formatted(system.name());
      case COST ->
          changing
              ? "prices of system %s change over the day, and what a task costs is to be known by machine"
                  .formatted(system.name())
              : prices ? "" : "system %s says no prices".formatted(system.name());
      case UTILITY ->
          worth || deadlines ? "" : "the tasks have neither utility functions nor deadlines";
      case ROBUSTNESS -> deadlines ? "" : "the tasks have no deadlines";
      case MAKESPAN -> "";
    };
  }

  /** A sweep is for utility or makespan against energy. */
  private FrontMethod method(ObjectivePair objectives) {
    boolean sweeps =
        objectives.equals(ObjectivePair.UTILITY_ENERGY)
            || objectives.equals(ObjectivePair.MAKESPAN_ENERGY);
    Optional<FrontMethod> given =
        overrides.method().or(() -> file.choice("method", FrontMethod.class).find());
    if (!sweeps && given.filter(FrontMethod::sweeps).isPresent()) {
      file.report(
          "method",
          "sweeps for utility or makespan against energy only",
          "use method: nsga2 for %s and %s"
              .formatted(objectives.first().key(), objectives.second().key()));
    }
    file.has("method");
    return given.orElse(sweeps ? FrontMethod.BOTH : FrontMethod.NSGA2);
  }
}
