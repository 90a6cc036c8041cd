package org.espalier.analysis.nsga2;

/** What is kept of a chromosome: the tasks of each machine as they run, and how it stands then. */
final class Runs {
  /** Tasks of a machine from one mark to the next, as a power of two. */
  static final int SPACING_BITS = 4;

  static final int SPACING_MASK = (1 << SPACING_BITS) - 1;

  /** Numbers of a mark: completion of the task before, sum of the first and of the second. */
  static final int MARK = 3;

  /** Where the entries of each machine begin. */
  final int[] begins;

  /**
   * The tasks of each machine, each packed into one number. The lower half is the task, with the
   * P-state above its bits; the upper half is the piece of its utility function in which it
   * completes.
   */
  final long[] entries;

  /** How it stands before every task whose place on its machine is a multiple of the spacing. */
  final double[] marks;

  /** How it stands behind the last task of each machine. */
  final double[] ends;

  Runs(int tasks, int machines) {
    begins = new int[machines + 1];
    entries = new long[tasks];
    marks = new double[MARK * ((tasks >> SPACING_BITS) + machines + 1)];
    ends = new double[MARK * machines];
  }

  /** How many tasks a machine has. */
  int length(int machine) {
    return begins[machine + 1] - begins[machine];
  }

  /** Where the mark before a place on a machine is; there is room wherever its entries begin. */
  int mark(int machine, int place) {
    return MARK * ((begins[machine] >> SPACING_BITS) + machine + (place >> SPACING_BITS));
  }

  /** Takes over how it stands behind the last task of each machine. */
  void copyEnds(Runs parent) {
    System.arraycopy(parent.ends, 0, ends, 0, ends.length);
  }

  /** Takes over the tasks of a machine of a parent as they are; {@link #begins} is set. */
  void copyMachine(Runs parent, int machine) {
    int length = length(machine);
    copyEntries(parent, machine, length);
    copyMarks(parent, machine, (length + SPACING_MASK) >> SPACING_BITS);
  }

  /** Takes over the first entries of a machine. */
  void copyEntries(Runs parent, int machine, int count) {
    System.arraycopy(parent.entries, parent.begins[machine], entries, begins[machine], count);
  }

  /** Takes over the first marks of a machine. */
  void copyMarks(Runs parent, int machine, int count) {
    System.arraycopy(parent.marks, parent.mark(machine, 0), marks, mark(machine, 0), MARK * count);
  }
}
