package org.espalier.cli;

/** The kinds of files that Espalier reads. */
enum FileKind {
  /** A study (YAML). */
  STUDY,
  /** A study of a trade-off (YAML). */
  TRADE_OFF,
  /** A plan of measurements (YAML). */
  PROFILE_PLAN,
  /** A system description (YAML). */
  SYSTEM,
  /** A live system (YAML). */
  LIVE,
  /** A PET of the pruning papers (.etc). */
  PET_OF_PAPERS,
  /** A PET (.pet.csv). */
  PET,
  /** Power by task type (.power.csv). */
  POWER,
  /** A workload of the pruning papers (.dat). */
  TRIAL_OF_PAPERS,
  /** A workload (.csv). */
  WORKLOAD,
  /** A trace in the Standard Workload Format (.swf, .swf.gz). */
  TRACE,
  /** Execution-time samples (.csv). */
  SAMPLES,
  /** Mean execution times (.csv). */
  MEANS,
  /** A journal (.jsonl). */
  JOURNAL;

  /** What files are, for messages about those that are none of it. */
  static final String EXPECTED =
      "expected a study, a system or a live system (.yaml), a PET (.etc, .pet.csv), power (.power.csv), a workload"
          + " (.dat, .csv), a trace (.swf, .swf.gz), samples (.csv) or a journal (.jsonl)";

  /** Whether it describes machines, so that workloads can be checked against it. */
  boolean isSystem() {
    return this == SYSTEM || this == PET_OF_PAPERS;
  }
}
