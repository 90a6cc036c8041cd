package org.espalier.workload.journal;

import static java.util.stream.Collectors.toMap;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.Arguments;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.JsonReason;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A journal entry as one JSON object; one that tells a decision has the keys of the decision. */
final class EntryJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String EVENT = "event";
  private static final String TIME = "time";
  private static final String FORMAT = "format";
  private static final String OLDEST = "oldest";
  private static final String ID = "id";

  /** Of the lines that follow a beginning; another number will stand there if they change. */
  private static final int PRESENT_FORMAT = 1;

  /** Words of those whose names are not the words. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "Assign", "assigned",
          "Defer", "deferred",
          "Discard", "discarded",
          "Drop", "dropped",
          "EventEnded", "ended",
          "EventHeld", "held",
          "Evict", "evicted",
          "MachineChanged", "machine",
          "PolicyChanged", "policy",
          "StopTimed", "stop-times");

  private static final Map<Class<?>, String> WORDS =
      Stream.of(Journal.Entry.class, Decision.class)
          .flatMap(kind -> Arrays.stream(kind.getPermittedSubclasses()))
          .filter(kind -> kind != Journal.Decided.class)
          .collect(toMap(kind -> kind, EntryJson::word));

  private static final Map<String, Class<?>> EVENTS =
      WORDS.entrySet().stream().collect(toMap(Map.Entry::getValue, Map.Entry::getKey));

  private static String word(Class<?> kind) {
    String name = kind.getSimpleName();
    String word = name.replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    return OTHERS.getOrDefault(name, word);
  }

  private final FileProblems problems;

  /** The id of the task that has index 0, as the last beginning says. */
  private long oldest;

  /** Reads the lines of a journal in their order. */
  EntryJson(FileProblems problems) {
    this.problems = problems;
  }

  /**
   * The line of an entry.
   *
   * @param oldest is added to the indices of its tasks
   */
  static String line(Journal.Entry entry, long oldest) {
    Record told = (Record) (entry instanceof Journal.Decided e ? e.decision() : entry);
    ObjectNode object = MAPPER.createObjectNode();
    object.put(EVENT, WORDS.get(told.getClass())).put(TIME, entry.time());
    if (told instanceof Journal.Began) {
      object.put(FORMAT, PRESENT_FORMAT);
    }
    RecordJson.put(told, object);
    if (oldest > 0) {
      if (told instanceof Journal.Began) {
        object.put(OLDEST, oldest);
      }
      renumber(object, oldest);
    }
    return MAPPER.writeValueAsString(object);
  }

  /** Adds to the ids of all tasks in a line, or subtracts from them. */
  private static void renumber(JsonNode line, long by) {
    if (line instanceof ObjectNode object && object.path(ID).isIntegralNumber()) {
      object.put(ID, object.get(ID).asLong() + by);
    }
    line.forEach(each -> renumber(each, by));
  }

  /** The entry of a line, or empty if it is none, which is reported. */
  Optional<Journal.Entry> parse(String line, int number) {
    if (!line.startsWith("{") || !line.endsWith("}")) {
      return problems.report(
          number, "", line, "is no journal entry: expected {...}", "is the line cut short?");
    }
    try {
      return Optional.of(entry(MAPPER.readTree(line)));
    } catch (JacksonException | IllegalArgumentException e) {
      String reason =
          e instanceof JacksonException json
              ? JsonReason.of(json.getOriginalMessage())
              : e.getMessage();
      return problems.report(
          number, "", line, "is no journal entry: " + reason, "is the line cut short?");
    }
  }

  private Journal.Entry entry(JsonNode line) {
    long time = Fields.longAt(line, TIME);
    String event = Fields.textAt(line, EVENT);
    Class<?> kind = EVENTS.get(event);
    if (kind == null) {
      throw new IllegalArgumentException("unknown event \"%s\"".formatted(event));
    }
    int format = line.path(FORMAT).asInt(PRESENT_FORMAT);
    Arguments.refuse(
        format != PRESENT_FORMAT,
        "the journal has format %s and this program reads format %s; use the program that wrote it",
        format,
        PRESENT_FORMAT);
    if (kind == Journal.Began.class) {
      oldest = line.path(OLDEST).asLong(0);
    }
    if (oldest > 0) {
      renumber(line, -oldest);
    }
    Record told = RecordJson.read(kind.asSubclass(Record.class), line);
    return told instanceof Decision decision
        ? new Journal.Decided(time, decision)
        : (Journal.Entry) told;
  }
}
