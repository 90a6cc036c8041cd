package org.espalier.workload.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;
import org.espalier.workload.text.LineReader;

/**
 * Journals as JSON lines ({@code .jsonl}): one entry a line, keys always in the same order. Each
 * entry has all it says about its task, so that any line can be read alone.
 *
 * <pre>{@code
 * {"event":"arrived","time":3,"task":{"id":0,"type":1,"arrival":3,"deadline":90}}
 * {"event":"assigned","time":3,"task":{...},"machine":2,"basis":{"measure":"...","value":0.9}}
 * }</pre>
 */
public final class JournalFiles {
  /** A live service begins its journal with a line that holds a system and its whole PET. */
  private static final int LONGEST_LINE = 1 << 26;

  private JournalFiles() {}

  /** An entry as one line of JSON, without its end. */
  public static String line(Journal.Entry entry) {
    return line(entry, 0);
  }

  /**
   * The same where a resource manager knows tasks by small indices.
   *
   * @param oldest id of the task that has index 0; those of others follow it
   */
  public static String line(Journal.Entry entry, long oldest) {
    return EntryJson.line(entry, oldest);
  }

  /** A system with every bit of its PET, as journals tell it. */
  public static String text(HcSystem system) {
    return SystemJson.text(system);
  }

  /**
   * Reads a file whole.
   *
   * @throws org.espalier.workload.document.InvalidInputException if anything is wrong with it
   */
  public static List<Journal.Entry> read(Path file) {
    List<Journal.Entry> entries = new ArrayList<>();
    Problems problems = new Problems();
    read(file, entries::add, problems);
    problems.throwIfAny();
    return entries;
  }

  /**
   * Reads lines that do not come from a file.
   *
   * @param source what stands for a file in messages
   * @throws org.espalier.workload.document.InvalidInputException if anything is wrong with them
   */
  public static List<Journal.Entry> read(Path source, Stream<String> lines) {
    List<Journal.Entry> entries = new ArrayList<>();
    Problems problems = new Problems();
    EntryJson reader = new EntryJson(problems.in(source));
    AtomicInteger number = new AtomicInteger();
    lines.forEachOrdered(line -> {
      number.incrementAndGet();
      if (!line.isBlank()) {
        reader.parse(line, number.get()).ifPresent(entries::add);
      }
    });
    problems.throwIfAny();
    return entries;
  }

  /** Reads a file entry by entry; lines that are none are problems and are passed over. */
  public static void read(Path file, Consumer<Journal.Entry> entries, Problems problems) {
    FileProblems own = problems.in(file);
    EntryJson reader = new EntryJson(own);
    try (LineReader lines = new LineReader(file, LONGEST_LINE)) {
      lines.forEachNotBlank((line, number) -> reader.parse(line, number).ifPresent(entries));
    } catch (IOException e) {
      own.report(e);
    }
  }
}
