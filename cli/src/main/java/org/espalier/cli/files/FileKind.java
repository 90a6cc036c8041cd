package org.espalier.cli.files;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.espalier.workload.document.Problems;

/** The kinds of files that Espalier reads. */
public enum FileKind {
  /** A study (YAML). */
  STUDY("a study", "espalier run takes it, and other machines with --set machines.TYPE=NUMBER"),
  /** A study of a trade-off (YAML). */
  TRADE_OFF("a study of a trade-off", "espalier pareto takes it"),
  /** A plan of measurements (YAML). */
  PROFILE_PLAN("a plan of measurements", "espalier profile takes it"),
  /** A system description (YAML). */
  SYSTEM("a system", "a study names it, system: FILE, and espalier show shows it"),
  /** A live system (YAML). */
  LIVE("a live system", "espalier serve takes it"),
  /** A PET of the pruning papers (.etc). */
  PET_OF_PAPERS("a PET", "a study names it, system: FILE, and espalier show shows it"),
  /** A PET (.pet.csv). */
  PET("a PET", "a system names it, pet: FILE, and espalier show shows it"),
  /** Power by task type (.power.csv). */
  POWER("power by task type", "a system names it, power: FILE, and espalier show shows it"),
  /** A workload of the pruning papers (.dat). */
  TRIAL_OF_PAPERS("a workload", "a study names it, and espalier show shows it"),
  /** A workload (.csv). */
  WORKLOAD("a workload", "a study names it, and espalier show shows it"),
  /** A trace in the Standard Workload Format (.swf, .swf.gz). */
  TRACE("a trace", "espalier workload convert makes a workload of it"),
  /** Execution-time samples (.csv). */
  SAMPLES("a file of samples", "espalier pet build makes a PET of them"),
  /** Mean execution times (.csv). */
  MEANS("a file of means", "a system draws a PET around them, pet: {generate: {means: FILE}}"),
  /** A journal (.jsonl). */
  JOURNAL("a journal", "espalier replay takes it, and espalier check counts its entries");

  /** What files are, for messages about those that are none of it. */
  static final String EXPECTED =
      "expected a study, a system or a live system (.yaml), a PET (.etc, .pet.csv), power"
          + " (.power.csv), a workload (.dat, .csv), a trace (.swf, .swf.gz), samples (.csv) or a"
          + " journal (.jsonl)";

  private static final Set<FileKind> YAML = EnumSet.range(STUDY, LIVE);

  private final String words;
  private final String use;

  FileKind(String words, String use) {
    this.words = words;
    this.use = use;
  }

  /** What kind a file is of; empty if it is of none, which is reported. */
  public static Optional<FileKind> of(Path file, Problems problems) {
    return FileRecogniser.recognise(file, problems);
  }

  /**
   * Whether a file is of another kind, which is reported with what takes it, in place of calling
   * each of its keys unknown. Files of no kind are left to the reader, which tells what is wrong
   * with them.
   */
  public boolean isNotOf(Path file, Problems problems) {
    Optional<FileKind> other =
        of(file, new Problems()).filter(found -> found != this && YAML.contains(found));
    other.ifPresent(found ->
        problems.in(file).report("is %s, not %s".formatted(found.words, words), found.use));
    return other.isPresent();
  }

  /** What such a file is. */
  String words() {
    return words;
  }

  /** What takes such a file. */
  String use() {
    return use;
  }

  /** Whether {@code espalier show} shows such files. */
  boolean isShown() {
    return switch (this) {
      case SYSTEM, PET_OF_PAPERS, PET, POWER, TRIAL_OF_PAPERS, WORKLOAD, TRACE, SAMPLES -> true;
      case STUDY, TRADE_OFF, LIVE, PROFILE_PLAN, MEANS, JOURNAL -> false;
    };
  }

  /** Whether it describes machines, so that workloads can be checked against it. */
  boolean isSystem() {
    return this == SYSTEM || this == PET_OF_PAPERS;
  }
}
