package org.espalier.workload.document;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
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
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

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

  private static final String LIMIT_REMEDY = "keep bulk data in CSV files";

  private final FileProblems problems;
  private final Deque<Open> open = new ArrayDeque<>();
  private final Map<Anchor, Tree> anchors = new HashMap<>();
  private @Nullable Tree root;
  private int nodes;
  private int documents;
  private int lastLine;

  TreeBuilder(FileProblems problems) {
    this.problems = problems;
  }

  /** A list or mapping whose end has not come yet. */
  private static final class Open {
    private final int line;
    private final boolean mapping;
    private final Optional<Anchor> anchor;
    private final List<Tree> items = new ArrayList<>();
    private final Map<String, Tree> entries = new LinkedHashMap<>();
    private final Map<String, Integer> keyLines = new HashMap<>();
    private @Nullable String key;

    Open(int line, boolean mapping, Optional<Anchor> anchor) {
      this.line = line;
      this.mapping = mapping;
      this.anchor = anchor;
    }

    Tree close() {
      return mapping
          ? new Tree.Mapping(
              line, Collections.unmodifiableMap(entries), Collections.unmodifiableMap(keyLines))
          : new Tree.Sequence(line, items);
    }
  }

  /** The tree of all events, or empty if the document is empty or was refused. */
  Optional<Tree> build(Iterator<Event> events) {
    while (events.hasNext()) {
      if (!accept(events.next())) {
        return Optional.empty();
      }
    }
    return Optional.ofNullable(root);
  }

  /** Where the last event began; 0 if there was none. */
  int lastLine() {
    return lastLine;
  }

  /** Takes one event; false if nothing more is worth reading. */
  private boolean accept(Event event) {
    int line = lineOf(event.getStartMark());
    lastLine = line;
    return switch (event.getEventId()) {
      case DocumentStart -> acceptDocument(line);
      case Scalar -> acceptScalar((ScalarEvent) event, line);
      case Alias -> acceptAlias((AliasEvent) event, line);
      case SequenceStart -> acceptStart((SequenceStartEvent) event, line, false);
      case MappingStart -> acceptStart((MappingStartEvent) event, line, true);
      case SequenceEnd, MappingEnd -> acceptEnd();
      default -> true;
    };
  }

  private static int lineOf(Optional<Mark> mark) {
    return mark.map(m -> m.getLine() + 1).orElse(0);
  }

  private boolean acceptDocument(int line) {
    documents++;
    if (documents > 1) {
      return refuse(line, "a second document begins", "keep one document per file");
    }
    return true;
  }

  /** What no file name, no process and no store takes is refused wherever it stands. */
  private boolean acceptScalar(ScalarEvent event, int line) {
    if (event.getValue().codePoints().anyMatch(TreeBuilder::isNowhereTaken)) {
      return refuse(line, "a NUL character or half of a surrogate pair", "remove it");
    }
    return add(new Tree.Scalar(line, event.getValue(), event.isPlain()), event.getAnchor(), line);
  }

  private static boolean isNowhereTaken(int character) {
    return character == 0 || Character.getType(character) == Character.SURROGATE;
  }

  private boolean acceptAlias(AliasEvent event, int line) {
    Tree target = anchors.get(event.getAlias());
    if (target == null) {
      return refuse(
          line,
          "alias *%s stands for nothing complete before it".formatted(event.getAlias()),
          "define &%s earlier, and not around the alias".formatted(event.getAlias()));
    }
    return add(target, Optional.empty(), line);
  }

  private boolean acceptStart(NodeEvent event, int line, boolean mapping) {
    if (open.size() == DEEPEST) {
      return refuse(
          line, "nested deeper than %s levels".formatted(DEEPEST), "flatten the document");
    }
    Open parent = open.peek();
    if (parent != null && parent.mapping && parent.key == null) {
      return refuse(line, "a key is not a word", "write keys as plain words");
    }
    open.push(new Open(line, mapping, event.getAnchor()));
    return true;
  }

  private boolean acceptEnd() {
    Open closed = open.pop();
    return add(closed.close(), closed.anchor, closed.line);
  }

  private boolean add(Tree tree, Optional<Anchor> anchor, int line) {
    if (++nodes > MOST_NODES) {
      return refuse(
          line, String.format(Locale.ROOT, "more than %,d values", MOST_NODES), LIMIT_REMEDY);
    }
    anchor.ifPresent(name -> anchors.put(name, tree));
    Open parent = open.peek();
    if (parent == null) {
      root = tree;
    } else if (!parent.mapping) {
      parent.items.add(tree);
    } else {
      return addToMapping(parent, tree, line);
    }
    return true;
  }

  private boolean addToMapping(Open parent, Tree tree, int line) {
    String key = parent.key;
    if (key != null) {
      parent.entries.putIfAbsent(key, tree);
      parent.key = null;
      return true;
    }
    if (!(tree instanceof Tree.Scalar scalar)) {
      return refuse(line, "a key is not a word", "write keys as plain words");
    }
    noteKey(parent, scalar.text(), line);
    return true;
  }

  private void noteKey(Open parent, String key, int line) {
    Integer before = parent.keyLines.putIfAbsent(key, line);
    if (before != null) {
      problems.report(
          line, key, "", "duplicate key, first on line %s".formatted(before), "remove one");
    }
    parent.key = key;
  }

  private boolean refuse(int line, String message, String remedy) {
    problems.report(line, "", "", message, remedy);
    return false;
  }
}
