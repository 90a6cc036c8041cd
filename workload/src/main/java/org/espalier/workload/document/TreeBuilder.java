package org.espalier.workload.document;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Composes the tree of a document from parser events.
 *
 * <p>Built from events and not by the library's composer, because that one holds every node with
 * two marks before anything can be refused. Here the number of nodes and the depth are bounded
 * while parsing, and an alias shares the tree of its anchor, so that nested aliases cost nothing.
 */
final class TreeBuilder {
  static final int MOST_NODES = 500_000;
  static final int DEEPEST = 64;

  private final FileProblems problems;
  private final Map<Anchor, Tree> anchors = new HashMap<>();
  private Iterator<Event> events = Collections.emptyIterator();
  private int nodes;
  private int depth;
  private int lastLine;

  TreeBuilder(FileProblems problems) {
    this.problems = problems;
  }

  /** Nothing more is worth reading; why has been reported. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** The tree of all events, or empty if the document is empty or was refused. */
  Optional<Tree> build(Iterator<Event> all) {
    events = all;
    @Nullable Tree root = null;
    int documents = 0;
    try {
      while (events.hasNext()) {
        Event event = next();
        if (event instanceof NodeEvent node) {
          root = tree(node);
        } else if (event.getEventId() == Event.ID.DocumentStart && ++documents > 1) {
          throw refused(lastLine, "a second document begins", "keep one document per file");
        }
      }
      return Optional.ofNullable(root);
    } catch (Refused e) {
      return Optional.empty();
    }
  }

  /** Where the last event began; 0 if there was none. */
  int lastLine() {
    return lastLine;
  }

  private Event next() {
    Event event = events.next();
    lastLine = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    return event;
  }

  private Tree tree(NodeEvent event) throws Refused {
    int line = lastLine;
    Tree tree =
        switch (event) {
          case ScalarEvent scalar -> scalar(scalar, line);
          case AliasEvent alias -> target(alias, line);
          default -> collection((CollectionStartEvent) event, line);
        };
    if (++nodes > MOST_NODES) {
      String message = String.format(Locale.ROOT, "more than %,d values", MOST_NODES);
      throw refused(line, message, "keep bulk data in CSV files");
    }
    event.getAnchor().ifPresent(name -> anchors.put(name, tree));
    return tree;
  }

  /** What no file name, no process and no store takes is refused wherever it stands. */
  private Tree scalar(ScalarEvent event, int line) throws Refused {
    if (event.getValue().codePoints().anyMatch(TreeBuilder::isNowhereTaken)) {
      throw refused(line, "a NUL character or half of a surrogate pair", "remove it");
    }
    return new Tree.Scalar(line, event.getValue(), event.isPlain());
  }

  private static boolean isNowhereTaken(int character) {
    return character == 0 || Character.getType(character) == Character.SURROGATE;
  }

  private Tree target(AliasEvent event, int line) throws Refused {
    Tree target = anchors.get(event.getAlias());
    if (target == null) {
      throw refused(
          line,
          "alias *%s stands for nothing complete before it".formatted(event.getAlias()),
          "define &%s earlier, and not around the alias".formatted(event.getAlias()));
    }
    return target;
  }

  private Tree collection(CollectionStartEvent event, int line) throws Refused {
    if (depth == DEEPEST) {
      throw refused(
          line, "nested deeper than %s levels".formatted(DEEPEST), "flatten the document");
    }
    depth++;
    Tree tree = event.getEventId() == Event.ID.MappingStart ? mapping(line) : list(line);
    depth--;
    return tree;
  }

  private Tree list(int line) throws Refused {
    List<Tree> items = new ArrayList<>();
    while (next() instanceof NodeEvent item) {
      items.add(tree(item));
    }
    return new Tree.Sequence(line, items);
  }

  private Tree mapping(int line) throws Refused {
    Map<String, Tree> entries = new LinkedHashMap<>();
    Map<String, Integer> keyLines = new HashMap<>();
    while (next() instanceof NodeEvent event) {
      String key = key(event, keyLines);
      entries.putIfAbsent(key, tree((NodeEvent) next()));
    }
    return new Tree.Mapping(
        line, Collections.unmodifiableMap(entries), Collections.unmodifiableMap(keyLines));
  }

  private String key(NodeEvent event, Map<String, Integer> keyLines) throws Refused {
    int line = lastLine;
    if (event instanceof CollectionStartEvent || !(tree(event) instanceof Tree.Scalar scalar)) {
      throw refused(line, "a key is not a word", "write keys as plain words");
    }
    Integer before = keyLines.putIfAbsent(scalar.text(), line);
    if (before != null) {
      String message = "duplicate key, first on line %s".formatted(before);
      problems.report(line, scalar.text(), "", message, "remove one");
    }
    return scalar.text();
  }

  private Refused refused(int line, String message, String remedy) {
    problems.report(line, "", "", message, remedy);
    return new Refused();
  }
}
