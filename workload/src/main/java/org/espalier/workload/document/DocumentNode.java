package org.espalier.workload.document;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A place in a document: a mapping, a list or a scalar, with its file, line and path.
 *
 * <p>The typed accessors report what is wrong to the {@link Problems} the document was read with
 * and never throw. Those that take a key look into a mapping; those that begin with {@code as} read
 * the node itself, for the items of lists. A node remembers which keys it was asked for: they are
 * the ones {@link #rejectUnknownKeys} knows.
 */
public final class DocumentNode {
  private static final String MAPPING = "a mapping (key: value lines)";
  private static final String LIST = "a list";
  private static final String FILE_NAME =
      "the name of a file, in letters that file names may have here";
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  /** In the order in which messages name them. */
  private enum Truth {
    TRUE,
    FALSE
  }

  private final FileProblems problems;
  private final String path;
  private final Tree tree;
  private final Path directory;
  private final @Nullable DocumentNode over;
  private final Set<String> asked;

  private DocumentNode(
      FileProblems problems,
      String path,
      Tree tree,
      Path directory,
      @Nullable DocumentNode over,
      Set<String> asked) {
    this.problems = problems;
    this.path = path;
    this.tree = tree;
    this.directory = directory;
    this.over = over;
    this.asked = asked;
  }

  /** The root of a document, whose directory relative names of files start from. */
  static DocumentNode root(FileProblems problems, Tree tree) {
    return new DocumentNode(
        problems, "", tree, problems.file().resolveSibling(""), null, new LinkedHashSet<>());
  }

  private DocumentNode below(String path, Tree tree) {
    return new DocumentNode(problems, path, tree, directory, null, new LinkedHashSet<>());
  }

  /** The same place, with another directory that relative names of files start from. */
  public DocumentNode startingFrom(Path directory) {
    return new DocumentNode(problems, path, tree, directory, over, asked);
  }

  /** This mapping with another laid over it, whose keys take the place of the same keys here. */
  public DocumentNode under(DocumentNode over) {
    DocumentNode above =
        new DocumentNode(over.problems, over.path, over.tree, over.directory, over.over, asked);
    return new DocumentNode(problems, path, tree, directory, above, asked);
  }

  /** The file. */
  public Path file() {
    return problems.file();
  }

  /** Line of its first character, from 1. */
  public int line() {
    return tree.line();
  }

  /** Where it is, for example {@code machines[2].type}; empty for the root. */
  public String path() {
    return path;
  }

  /** The directory that relative names of files start from. */
  public Path directory() {
    return directory;
  }

  /** Whether it is a mapping. */
  public boolean isMapping() {
    return tree instanceof Tree.Mapping;
  }

  /** Whether it is a list. */
  public boolean isList() {
    return tree instanceof Tree.Sequence;
  }

  /** Whether it is a scalar. */
  public boolean isScalar() {
    return tree instanceof Tree.Scalar;
  }

  /** The problems the document was read with. */
  public Problems problems() {
    return problems.all();
  }

  /** Reports a problem at this node. Gives nothing, as {@link FileProblems#report} does. */
  public <T> Optional<T> report(String message, String remedy) {
    return problems.report(line(), path, valueText(), message, remedy);
  }

  /** Reports a problem at a key of this mapping. */
  public <T> Optional<T> report(String key, String message, String remedy) {
    return report(key, message, () -> remedy);
  }

  /**
   * The same with a remedy that takes a while to find: it is asked for if the problem is listed.
   */
  public <T> Optional<T> report(String key, String message, Supplier<String> remedy) {
    DocumentNode place = child(key).orElse(this);
    String value = place == this ? "" : place.valueText();
    return place.problems.report(place.line(), pathOf(key), value, message, remedy);
  }

  private String valueText() {
    return tree instanceof Tree.Scalar scalar ? scalar.text() : "";
  }

  /** What is written below this node: the text of each scalar and list, by its path. */
  public Map<String, String> written() {
    Map<String, String> written = new LinkedHashMap<>();
    collect(path, tree, written);
    return written;
  }

  /** What stands here as YAML in one line, without quotes. */
  public String flow() {
    return text(tree);
  }

  private static void collect(String path, Tree tree, Map<String, String> written) {
    if (tree instanceof Tree.Mapping mapping) {
      String before = path.isEmpty() ? "" : path + ".";
      mapping.entries().forEach((key, value) -> collect(before + key, value, written));
    } else {
      written.put(path, text(tree));
    }
  }

  private static String text(Tree tree) {
    return switch (tree) {
      case Tree.Scalar scalar -> scalar.text();
      case Tree.Sequence list ->
          list.items().stream().map(DocumentNode::text).collect(Collectors.joining(", ", "[", "]"));
      case Tree.Mapping mapping ->
          mapping.entries().entrySet().stream()
              .map(entry -> entry.getKey() + ": " + text(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
    };
  }

  /** A file named in the document, from its directory where the name is relative. */
  public Path resolve(String name) {
    return naming(directory.resolve(name));
  }

  /** A file that this node names; a problem with finding it will tell where that is. */
  public Path naming(Path named) {
    String place = line() > 0 ? "%s:%s".formatted(file(), line()) : file().toString();
    problems().refer(named, path().isEmpty() ? place : place + ": " + path());
    return named;
  }

  /** The keys of this mapping in the order of the file; none if it is no mapping. */
  public List<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    if (tree instanceof Tree.Mapping mapping) {
      keys.addAll(mapping.entries().keySet());
    }
    if (over != null) {
      keys.addAll(over.keys());
    }
    return List.copyOf(keys);
  }

  /** Whether this mapping has the key with a value that is not null. */
  public boolean has(String key) {
    asked.add(key);
    return child(key).isPresent();
  }

  private Optional<DocumentNode> child(String key) {
    Optional<DocumentNode> above = over == null ? Optional.empty() : over.child(key);
    if (above.isPresent() || !(tree instanceof Tree.Mapping mapping)) {
      return above;
    }
    return Optional.ofNullable(mapping.entries().get(key))
        .filter(child -> !(child instanceof Tree.Scalar scalar && scalar.isNull()))
        .map(child -> below(pathOf(key), child));
  }

  private String pathOf(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** Reports each key of this mapping that it was not asked for so far. */
  public void rejectUnknownKeys() {
    if (tree instanceof Tree.Mapping mapping) {
      for (String key : mapping.entries().keySet()) {
        if (!asked.contains(key)) {
          int line = mapping.keyLines().getOrDefault(key, line());
          problems.report(line, pathOf(key), "", "unknown key", () -> Names.remedy(key, asked));
        }
      }
    }
    if (over != null) {
      over.rejectUnknownKeys();
    }
  }

  /** What stands at a key, whatever it is. */
  public Setting<DocumentNode> node(String key) {
    asked.add(key);
    if (!isMapping()) {
      return expected(MAPPING);
    }
    return child(key).map(Setting::of).orElseGet(() -> Setting.absent(() -> reportMissing(key)));
  }

  private void reportMissing(String key) {
    problems.report(line(), pathOf(key), "", "missing", "add %s".formatted(pathOf(key)));
  }

  private <T> Setting<T> at(String key, Function<DocumentNode, Setting<T>> read) {
    return node(key).then(read);
  }

  /** The mapping at a key. */
  public Setting<DocumentNode> mapping(String key) {
    return at(key, node -> node.isMapping() ? Setting.of(node) : node.expected(MAPPING));
  }

  /** The mapping at a key; one without entries where there is none, or what is wrong. */
  public DocumentNode block(String key) {
    return mapping(key).orElse(below(pathOf(key), new Tree.Mapping(line(), Map.of(), Map.of())));
  }

  /** The items of the list at a key. */
  public Setting<List<DocumentNode>> list(String key) {
    return at(key, DocumentNode::asList);
  }

  /** The items of the list at a key, or the one value that stands there instead. */
  public Setting<List<DocumentNode>> oneOrMore(String key) {
    return at(key, node -> node.isList() ? node.asList() : Setting.of(List.of(node)));
  }

  /** This node, or one for each value where it is a {@link ValueRange} without quotes. */
  public List<DocumentNode> expanded() {
    return tree instanceof Tree.Scalar(int line, String text, boolean plain) && plain
        ? ValueRange.values(text).stream()
            .map(value -> below(path, new Tree.Scalar(line, value, true)))
            .toList()
        : List.of(this);
  }

  /** The text at a key. */
  public Setting<String> string(String key) {
    return at(key, DocumentNode::asString);
  }

  /**
   * The text at a key that can be the name of a file on every system, and part of other names. It
   * consists of letters, digits, dots, underscores and hyphens.
   */
  public Setting<String> identifier(String key) {
    return value(
        key,
        "the name of a file, of letters, digits, '.', '_' and '-'",
        text -> Optional.of(text).filter(IDENTIFIER.asMatchPredicate()));
  }

  /** The text at a key that can be the name of a file. */
  public Setting<String> fileName(String key) {
    return at(key, DocumentNode::asFileName);
  }

  /** The whole number at a key, from min to max inclusive. */
  public Setting<Integer> integer(String key, int min, int max) {
    return at(key, node -> node.asInteger(min, max));
  }

  /** The whole number at a key, from min to max inclusive. */
  public Setting<Long> longInteger(String key, long min, long max) {
    return at(key, node -> node.asLong(min, max));
  }

  /** The finite number at a key, from min to max inclusive. */
  public Setting<Double> number(String key, double min, double max) {
    return at(key, node -> node.asNumber(min, max));
  }

  /** The truth value at a key. */
  public Setting<Boolean> flag(String key) {
    return choice(key, Truth.class).map(Truth.TRUE::equals);
  }

  /** The constant at a key, written as {@link Names#word}. */
  public <E extends Enum<E>> Setting<E> choice(String key, Class<E> type) {
    return at(key, node -> node.asChoice(type));
  }

  /** The value of the word at a key. */
  public <T> Setting<T> choice(String key, Map<String, T> words) {
    return at(key, node -> node.asChoice(words));
  }

  /** The duration at a key, positive, for example {@code 10 us}. */
  public Setting<Duration> duration(String key) {
    return at(key, DocumentNode::asDuration);
  }

  /** The power in watts at a key, for example {@code 133 W}. */
  public Setting<Double> watts(String key) {
    return at(key, DocumentNode::asWatts);
  }

  /**
   * The value of the text at a key.
   *
   * @param what it looks like, behind "expected"
   * @param parser gives nothing if the text is none
   */
  public <T> Setting<T> value(String key, String what, Function<String, Optional<T>> parser) {
    return at(key, node -> node.asValue(what, parser));
  }

  /** What is read of the mappings in this one, by their keys; what is wrong is left out. */
  public <T> Map<String, T> each(BiFunction<String, DocumentNode, Optional<T>> reader) {
    Map<String, T> found = new LinkedHashMap<>();
    for (String key : keys()) {
      mapping(key)
          .find()
          .flatMap(node -> reader.apply(key, node))
          .ifPresent(read -> found.put(key, read));
    }
    return found;
  }

  /** The texts of a list; what is none is reported and left out. */
  public static List<String> texts(List<DocumentNode> items) {
    return items.stream().flatMap(item -> item.asString().find().stream()).toList();
  }

  /** The size in bytes at a key, for example {@code 64 MiB}. */
  public Setting<Long> bytes(String key) {
    return at(key, DocumentNode::asBytes);
  }

  /** The items of this list. */
  public Setting<List<DocumentNode>> asList() {
    if (!(tree instanceof Tree.Sequence sequence)) {
      return expected(LIST);
    }
    List<DocumentNode> items = new ArrayList<>();
    for (Tree item : sequence.items()) {
      items.add(below("%s[%s]".formatted(path, items.size()), item));
    }
    return Setting.of(items);
  }

  /** This text; numbers and words count as texts too. */
  public Setting<String> asString() {
    return scalar("text").then(text -> text.isBlank() ? expected("text") : Setting.of(text));
  }

  /** This text, which can be the name of a file. */
  public Setting<String> asFileName() {
    return asString().then(text -> FileNames.isOne(text) ? Setting.of(text) : expected(FILE_NAME));
  }

  /** This whole number, from min to max inclusive. */
  public Setting<Integer> asInteger(int min, int max) {
    return asLong(min, max).map(Long::intValue);
  }

  /** This whole number, from min to max inclusive. */
  public Setting<Long> asLong(long min, long max) {
    return asValue(
        "a whole number from %s to %s".formatted(min, max), text -> Numbers.whole(text, min, max));
  }

  /** This finite number, from min to max inclusive. */
  public Setting<Double> asNumber(double min, double max) {
    return asValue(
        "a number from %s to %s".formatted(Numbers.text(min), Numbers.text(max)),
        text -> Numbers.real(text, min, max));
  }

  /** This constant, written as {@link Names#word}. */
  public <E extends Enum<E>> Setting<E> asChoice(Class<E> type) {
    return asChoice(Names.words(type));
  }

  /** The value of this word. */
  public <T> Setting<T> asChoice(Map<String, T> words) {
    return scalar("one of " + String.join(", ", words.keySet())).then(text -> chosen(text, words));
  }

  private <T> Setting<T> chosen(String text, Map<String, T> words) {
    T value = words.get(text);
    if (value != null) {
      return Setting.of(value);
    }
    Collection<String> known = words.keySet();
    String nearest = Names.nearest(text, known).map("; did you mean %s?"::formatted).orElse("");
    String which = known.isEmpty() ? "leave it out: there is none" : "expected one of ";
    report("unknown word", which + String.join(", ", known) + nearest);
    return Setting.wrong();
  }

  /** This duration, positive. */
  public Setting<Duration> asDuration() {
    return asValue(
        "a duration above 0: " + Quantities.DURATION_HINT,
        text -> Quantities.duration(text).filter(Duration::isPositive));
  }

  /** This power in watts. */
  public Setting<Double> asWatts() {
    return asValue("a power: " + Quantities.POWER_HINT, Quantities::watts);
  }

  /** This size in bytes. */
  public Setting<Long> asBytes() {
    return asValue("a size: " + Quantities.SIZE_HINT, Quantities::bytes);
  }

  /** The value of this text, see {@link #value}. */
  public <T> Setting<T> asValue(String what, Function<String, Optional<T>> parser) {
    return scalar(what)
        .then(text -> parser.apply(text).map(Setting::of).orElseGet(() -> expected(what)));
  }

  private Setting<String> scalar(String what) {
    return tree instanceof Tree.Scalar scalar && !scalar.isNull()
        ? Setting.of(scalar.text())
        : expected(what);
  }

  private <T> Setting<T> expected(String what) {
    String found = isMapping() ? "is a mapping" : isList() ? "is a list" : "does not fit";
    report(found, "expected " + what);
    return Setting.wrong();
  }

  @Override
  public String toString() {
    return "%s:%s: %s".formatted(file(), line(), path);
  }
}
