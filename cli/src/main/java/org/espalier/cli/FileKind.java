package org.espalier.cli;

/** The kinds of files that Espalier reads. */
enum FileKind {
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

  private final String words;
  private final String use;

  FileKind(String words, String use) {
    this.words = words;
    this.use = use;
  }

  /** What such a file is. */
  String words() {
    return words;
  }

  /** What takes such a file. */
  String use() {
    return use;
  }

  /** Whether it describes machines, so that workloads can be checked against it. */
  boolean isSystem() {
    return this == SYSTEM || this == PET_OF_PAPERS;
  }
}
