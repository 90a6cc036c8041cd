package org.espalier.workload.generator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.espalier.core.model.Arguments;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.document.YamlWriter;
import org.espalier.workload.pet.SizeClasses;

/**
 * Task mixes as documents have them: a mapping by task type. An entry is as {@code classify:
 * {share: 0.25, deadline: 200 ms}} or {@code summarise: {rate: 2/s, deadline: {lognormal: [4 s,
 * 0.3]}}}. Where it has a {@code size}, tasks are of the rows of its {@link SizeClasses}.
 */
public final class TaskMixReader {
  private static final String SHARE = "share";
  private static final String RATE = "rate";
  private static final String DEADLINE = "deadline";
  private static final String LOG_NORMAL = "lognormal";
  private static final String UNIFORM = "uniform";
  private static final String TIMES = "times";
  private static final String WORTH = "worth";
  private static final String SIZE = "size";
  private static final String CLASSES = "classes";
  private static final String FIXED = "fixed";
  private static final double SMALLEST = 1e-9;
  private static final double MOST_SIGMA = 10;
  private static final double MOST_PER_SECOND = 1e9;
  private static final double MOST_WORTH = 1e9;

  /** By how much shares may miss 1, for those that are rounded. */
  private static final double TOLERANCE = 0.005;

  private TaskMixReader() {}

  /** Reads the mix of a mapping; empty if there are problems. */
  public static Optional<TaskMix> read(DocumentNode node) {
    Map<String, TaskMix.Load> shares = new LinkedHashMap<>();
    Map<String, TaskMix.Load> rates = new LinkedHashMap<>();
    long before = node.problems().count();
    for (String type : node.keys()) {
      node.mapping(type).find().ifPresent(load -> read(type, load, shares, rates));
    }
    if (node.problems().count() > before) {
      return Optional.empty();
    }
    double sum = shares.values().stream().mapToDouble(TaskMix.Load::amount).sum();
    if (shares.isEmpty() == rates.isEmpty()) {
      node.report(
          shares.isEmpty() ? "has no task type" : "has shares and rates",
          "give each task type that arrives a share of all tasks, or each a rate");
    } else if (shares.isEmpty() || comeToOne(sum, node)) {
      boolean areRates = shares.isEmpty();
      return Optional.of(new TaskMix(areRates ? rates : shares, areRates));
    }
    return Optional.empty();
  }

  private static void read(
      String type,
      DocumentNode load,
      Map<String, TaskMix.Load> shares,
      Map<String, TaskMix.Load> rates) {
    Optional<DeadlineTime> deadline = load.node(DEADLINE).find().flatMap(TaskMixReader::deadline);
    Optional<Double> share = load.number(SHARE, SMALLEST, 1).find();
    SequencedMap<Double, Double> worths =
        load.node(WORTH).find().map(TaskMixReader::worths).orElse(TaskMix.Load.ONE);
    Optional<Double> rate = load.node(RATE).find().flatMap(TaskMixReader::perSecond);
    if (load.has(SHARE) == load.has(RATE)) {
      load.report("needs a share or a rate, and not both", "give one, as share: 0.25 or rate: 2/s");
    }
    Map<String, Double> rows =
        load.mapping(SIZE).find().map(size -> rows(type, size)).orElse(Map.of(type, 1.0));
    rows.forEach((row, part) -> {
      share.ifPresent(all -> shares.put(row, new TaskMix.Load(all * part, deadline, worths)));
      rate.ifPresent(all -> rates.put(row, new TaskMix.Load(all * part, deadline, worths)));
    });
    load.rejectUnknownKeys();
  }

  /**
   * The rows of the classes of a type's sizes, each with its part of the tasks. Tasks of a Poisson
   * process whose sizes are drawn are such processes by row.
   */
  private static Map<String, Double> rows(String type, DocumentNode node) {
    Map<String, Double> rows = new LinkedHashMap<>();
    List<String> words = DocumentNode.texts(node.list(CLASSES).required().orElse(List.of()));
    List<String> given = Stream.of(LOG_NORMAL, UNIFORM, FIXED).filter(node::has).toList();
    if (given.size() != 1) {
      node.report("says no size, or several", "expected one of lognormal, uniform and fixed");
    } else if (!words.isEmpty()) {
      try {
        DoubleUnaryOperator sizes = sizes(given.getFirst(), node);
        SizeClasses classes = SizeClasses.of(Optional.empty(), words);
        double below = 0;
        for (String row : classes.rows(type)) {
          boolean isLast = rows.size() == words.size();
          double upTo = isLast ? 1 : sizes.applyAsDouble(classes.bounds().get(rows.size()));
          rows.put(row, upTo - below);
          below = upTo;
        }
        rows.values().removeIf(part -> part < SMALLEST);
      } catch (IllegalArgumentException e) {
        node.report(
            String.valueOf(e.getMessage()),
            "expected {classes: [8 kB, 1 MB]} with lognormal: [median, sigma], uniform: [least,"
                + " most] or fixed: size");
      }
    }
    node.rejectUnknownKeys();
    return rows;
  }

  /** The share of tasks up to a size. */
  private static DoubleUnaryOperator sizes(String key, DocumentNode node) {
    if (key.equals(FIXED)) {
      double fixed = size(node.node(FIXED).required().orElseThrow());
      return size -> size < fixed ? 0 : 1;
    }
    List<DocumentNode> pair = node.list(key).required().orElse(List.of());
    Arguments.refuse(pair.size() != 2, "%s has %s values; expected two", key, pair.size());
    double first = size(pair.getFirst());
    if (key.equals(LOG_NORMAL)) {
      double sigma = pair.getLast().asNumber(SMALLEST, MOST_SIGMA).orElse(1.0);
      return LogNormalDistribution.of(Math.log(first), sigma)::cumulativeProbability;
    }
    double most = size(pair.getLast());
    Arguments.refuse(first >= most, "sizes from %s to %s; expected the lesser first", first, most);
    return size -> Math.clamp((size - first) / (most - first), 0, 1);
  }

  private static double size(DocumentNode node) {
    double size = SizeClasses.size(node.asString().orElse(""));
    Arguments.refuse(!(size > 0), "a size is %s; expected more than 0", size);
    return size;
  }

  /** A rate as {@code 2/s} or {@code 90/min}. */
  private static Optional<Double> perSecond(DocumentNode node) {
    return node.asValue(
            "tasks in a time, as 2/s, 90/min or 5000/h",
            text ->
                Quantities.per(text)
                    .flatMap(Quantities.Per::perSecond)
                    .filter(number -> number > 0 && number <= MOST_PER_SECOND))
        .find();
  }

  /**
   * What tasks are worth: a number, or several, each with its share, as {@code {8: 0.1, 1: 0.9}}.
   */
  private static SequencedMap<Double, Double> worths(DocumentNode node) {
    SequencedMap<Double, Double> worths = new TreeMap<>();
    if (!node.isMapping()) {
      node.asNumber(SMALLEST, MOST_WORTH).find().ifPresent(worth -> worths.put(worth, 1.0));
      return worths.isEmpty() ? TaskMix.Load.ONE : worths;
    }
    for (String key : node.keys()) {
      OptionalDouble worth = Numbers.real(key);
      if (worth.isEmpty() || !(worth.getAsDouble() > 0) || worth.getAsDouble() > MOST_WORTH) {
        node.report(
            "has worth %s".formatted(key),
            "expected numbers above 0, each with its share, as 8: 0.1");
      } else {
        node.number(key, SMALLEST, 1)
            .find()
            .ifPresent(share -> worths.put(worth.getAsDouble(), share));
      }
    }
    boolean unused = comeToOne(worths.values().stream().mapToDouble(x -> x).sum(), node);
    return worths;
  }

  private static boolean comeToOne(double shares, DocumentNode node) {
    boolean isOne = Math.abs(shares - 1) <= TOLERANCE;
    if (!isOne) {
      node.report(String.format(Locale.ROOT, "shares come to %.4g", shares), "make them come to 1");
    }
    return isOne;
  }

  private static Optional<DeadlineTime> deadline(DocumentNode node) {
    if (!node.isMapping()) {
      return node.asDuration().find().map(DeadlineTime.Fixed::new);
    }
    List<DeadlineTime> found = new ArrayList<>();
    node.node(LOG_NORMAL).find().ifPresent(pair -> logNormal(pair).ifPresent(found::add));
    node.node(UNIFORM).find().ifPresent(pair -> uniform(pair).ifPresent(found::add));
    node.number(TIMES, 1e-6, 1e6).find().ifPresent(f -> found.add(new DeadlineTime.Times(f)));
    if (node.keys().size() != 1) {
      node.report(
          "says no deadline, or several", "expected lognormal, uniform or times, as {times: 3}");
    }
    node.rejectUnknownKeys();
    return found.stream().findFirst();
  }

  private static Optional<DeadlineTime> logNormal(DocumentNode node) {
    List<DocumentNode> pair = node.asList().orElse(List.of());
    if (pair.size() != 2) {
      return node.report("has no median and sigma", "expected [median, sigma], as [4 s, 0.3]");
    }
    Optional<Duration> median = pair.getFirst().asDuration().find();
    Optional<Double> sigma = pair.getLast().asNumber(0, MOST_SIGMA).find();
    return median.flatMap(time -> sigma.map(s -> new DeadlineTime.LogNormal(time, s)));
  }

  private static Optional<DeadlineTime> uniform(DocumentNode node) {
    List<DocumentNode> pair = node.asList().orElse(List.of());
    List<Duration> times =
        pair.stream().flatMap(time -> time.asDuration().find().stream()).toList();
    boolean rises = times.size() == 2 && times.getFirst().compareTo(times.getLast()) <= 0;
    if (pair.size() != 2 || (times.size() == 2 && !rises)) {
      node.report("is no range of times", "expected [least, most], as [1 s, 3 s]");
    }
    return rises
        ? Optional.of(new DeadlineTime.Uniform(times.getFirst(), times.getLast()))
        : Optional.empty();
  }

  /** The mapping that is read as a mix. */
  public static Map<String, Object> entries(TaskMix mix) {
    Map<String, Object> entries = new LinkedHashMap<>();
    mix.types()
        .forEach((type, load) ->
            entries.put(
                type,
                YamlWriter.entries(
                    SHARE, mix.areRates() ? "" : load.amount(),
                    RATE, mix.areRates() ? load.amount() + "/s" : "",
                    DEADLINE, load.deadline().map(TaskMixReader::entry),
                    WORTH, load.worths().equals(TaskMix.Load.ONE) ? "" : entry(load.worths()))));
    return entries;
  }

  private static Object entry(SequencedMap<Double, Double> worths) {
    return worths.size() == 1 ? worths.firstEntry().getKey() : worths;
  }

  private static Object entry(DeadlineTime deadline) {
    return switch (deadline) {
      case DeadlineTime.Fixed(var time) -> Quantities.text(time);
      case DeadlineTime.Times(var factor) -> Map.of(TIMES, factor);
      case DeadlineTime.LogNormal(var median, var sigma) ->
          Map.of(LOG_NORMAL, List.of(Quantities.text(median), sigma));
      case DeadlineTime.Uniform(var least, var most) ->
          Map.of(UNIFORM, List.of(Quantities.text(least), Quantities.text(most)));
    };
  }
}
