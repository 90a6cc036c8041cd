package org.espalier.workload.environment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.espalier.core.model.Cycle;
import org.espalier.core.utility.UtilityClass;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Setting;
import org.espalier.workload.environment.Environment.Level;
import org.espalier.workload.environment.Environment.Range;
import org.espalier.workload.environment.Environment.Spans;
import org.espalier.workload.environment.Environment.Urgency;
import org.espalier.workload.environment.Environment.Waves;
import org.espalier.workload.text.CycleReader;

/**
 * Reads environments, the source's own and users', which are YAML. What one leaves out is that of
 * {@code chapter-2}.
 */
public final class EnvironmentReader {
  /** The names of those of the source. */
  public static final List<String> NAMES = List.of("chapter-2", "chapter-4", "appendix-h");

  private static final String LEVELS = "levels";
  private static final String WORTH = "worth_by_hour";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final double SMALLEST = 1e-9;
  private static final double MOST = 1e9;

  private EnvironmentReader() {}

  /** One of the source. */
  public static Environment source(String name) {
    return Problems.demand(problems -> read(shipped(name, problems)));
  }

  /** The one of a text: a name of the source's, or what a mapping says. */
  public static Optional<Environment> find(String text) {
    return text.startsWith("{")
        ? Document.parse(text, Path.of("environment"), new Problems())
            .flatMap(EnvironmentReader::read)
        : Optional.of(text).filter(NAMES::contains).map(EnvironmentReader::source);
  }

  /**
   * The one that a file has, as a text for {@link #find}; empty if it has problems, which are told.
   */
  public static Optional<String> text(Path file, Problems problems) {
    return Document.read(file, problems).flatMap(EnvironmentReader::text);
  }

  /** Whether a node is a mapping, or names a YAML file. */
  public static boolean isMappingOrFile(DocumentNode node) {
    return node.isMapping() || (node.isScalar() && node.asString().orElse("").endsWith(".yaml"));
  }

  /**
   * The one that a node says, as a text for {@link #find}; empty if it was reported.
   *
   * @param file where the file is that it names, if it names one
   */
  public static Optional<String> text(
      DocumentNode node, Function<DocumentNode, Optional<Path>> file) {
    return node.isMapping() ? text(node) : file.apply(node).flatMap(f -> text(f, node.problems()));
  }

  private static Optional<String> text(DocumentNode node) {
    return read(node).map(read -> node.flow());
  }

  private static DocumentNode shipped(String name, Problems problems) {
    String file = name + ".yaml";
    try (InputStream in =
        Objects.requireNonNull(EnvironmentReader.class.getResourceAsStream(file), file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Document.parse(text, Path.of(file), problems).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a mapping says; empty if there are problems. */
  private static Optional<Environment> read(DocumentNode own) {
    long before = own.problems().count();
    if (!own.isMapping()) {
      return own.report(
          "is no environment", "write a mapping, as {priorities: {gold: 5, iron: 1}}");
    }
    DocumentNode node = shipped(NAMES.getFirst(), own.problems()).under(own);
    DocumentNode worths = named(node, "priorities");
    Map<String, Double> priorities = new LinkedHashMap<>();
    for (String name : worths.keys()) {
      priorities.put(name, worths.number(name, SMALLEST, MOST).orElse(1.0));
    }
    Map<String, Urgency> urgencies = named(node, "urgencies").each(EnvironmentReader::urgency);
    Map<String, UtilityClass> classes = named(node, "classes").each(EnvironmentReader::shape);
    List<Level> levels = levels(own, node);
    DocumentNode arrivals = node.block("arrivals");
    DocumentNode waves = arrivals.mapping("waves").required(arrivals);
    Range cycles = range(waves, "cycles", item -> item.asInteger(1, 1440).map(Double::valueOf));
    Environment read =
        new Environment(
            priorities,
            urgencies,
            levels,
            List.copyOf(classes.values()),
            node.node(WORTH).find().flatMap(EnvironmentReader::byHour).orElse(Cycle.constant(1)),
            arrivals.number("variance", 0, 100).required(0.0),
            new Waves(
                (int) cycles.from(),
                (int) cycles.to(),
                range(waves, "amplitude", item -> item.asNumber(0, 0.99))),
            spans(arrivals, "baselines"),
            spans(arrivals, "bursts"));
    List.of(waves, arrivals, node).forEach(DocumentNode::rejectUnknownKeys);
    return own.problems().count() == before ? Optional.of(read) : Optional.empty();
  }

  private static Optional<Cycle> byHour(DocumentNode node) {
    return new CycleReader("factor", MOST, false)
        .read(
            node,
            file ->
                file.report("does not fit", "expected {\"22:00-06:00\": 0.5, \"06:00-22:00\": 1}"));
  }

  /** The mapping at a key, which has names, at least one. */
  private static DocumentNode named(DocumentNode node, String key) {
    DocumentNode all = node.block(key);
    if (all.keys().isEmpty() || !all.keys().stream().allMatch(NAME.asMatchPredicate())) {
      all.report("does not fit", "give names of letters, digits, '.', '_' and '-', at least one");
    }
    return all;
  }

  private static Optional<Urgency> urgency(String name, DocumentNode node) {
    Urgency urgency =
        new Urgency(
            node.number("decay", 0, MOST).required(0.0),
            node.number("stays", 0, MOST).required(0.0));
    node.rejectUnknownKeys();
    return Optional.of(urgency);
  }

  private static Optional<UtilityClass> shape(String name, DocumentNode node) {
    List<UtilityClass.Interval> intervals = new ArrayList<>();
    for (String minutes : node.keys()) {
      Range pair = pair(node, minutes, item -> item.asNumber(0, MOST));
      OptionalDouble offset = Numbers.real(minutes);
      intervals.add(new UtilityClass.Interval(offset.orElse(Double.NaN), pair.from(), pair.to()));
    }
    try {
      return Optional.of(new UtilityClass(name, intervals));
    } catch (IllegalArgumentException e) {
      return node.report(
          String.valueOf(e.getMessage()),
          "expected {minutes: [share, factor of decay]}, as {0: [1, 1.1], 5: [0.6, 1]}");
    }
  }

  private static List<Level> levels(DocumentNode own, DocumentNode node) {
    List<Level> levels = new ArrayList<>();
    DocumentNode rows = node.block(LEVELS);
    for (String priority : rows.keys()) {
      check(own, priority, node.block("priorities").keys());
      DocumentNode row = rows.block(priority);
      for (String urgency : row.keys()) {
        check(own, urgency, node.block("urgencies").keys());
        levels.add(new Level(priority, urgency, row.integer(urgency, 0, 1_000_000).orElse(0)));
      }
    }
    if (levels.stream().allMatch(level -> level.parts() == 0)) {
      own.report(LEVELS, "come to 0", "say how many tasks have a priority and an urgency");
    }
    return levels;
  }

  private static void check(DocumentNode own, String name, List<String> known) {
    if (!known.contains(name)) {
      String whose = own.has(LEVELS) ? "" : "of " + NAMES.getFirst() + " ";
      own.report(
          LEVELS,
          "%shave %s, which is not defined".formatted(whose, name),
          Names.remedy(name, known));
    }
  }

  private static Spans spans(DocumentNode arrivals, String key) {
    DocumentNode node = arrivals.mapping(key).required(arrivals);
    Spans spans =
        new Spans(
            range(node, "last", item -> item.asDuration().map(time -> time.toNanos() / 60e9)),
            range(node, "rate", item -> item.asNumber(1e-3, 1e3)));
    if (spans.minutes().from() > 0 && spans.minutes().from() < 1) {
      node.report("last", "begins below a minute", "expected 1 min or more");
    }
    node.rejectUnknownKeys();
    return spans;
  }

  /** From one number to another, which is not less. */
  private static Range range(
      DocumentNode node, String key, Function<DocumentNode, Setting<Double>> number) {
    Range range = pair(node, key, number);
    if (range.from() > range.to()) {
      node.report(key, "begins above its end", "give the lesser first");
    }
    return range;
  }

  /** Two numbers; both are 0 where something was reported. */
  private static Range pair(
      DocumentNode node, String key, Function<DocumentNode, Setting<Double>> number) {
    List<DocumentNode> items = node.list(key).required(List.of());
    List<Double> pair = items.stream().flatMap(item -> number.apply(item).find().stream()).toList();
    if (!items.isEmpty() && items.size() != 2) {
      node.report(key, "has %s values".formatted(items.size()), "expected two");
    }
    return pair.size() == 2 ? new Range(pair.getFirst(), pair.getLast()) : new Range(0, 0);
  }
}
