package org.espalier.workload.swf;

import org.espalier.workload.document.Names;

/** The fields of a line of the Standard Workload Format, in their order. Times are in seconds. */
public enum SwfField {
  JOB_NUMBER,
  /** From the start of the log. */
  SUBMIT_TIME,
  WAIT_TIME,
  /** What the job really took, from its start to its end. */
  RUN_TIME,
  PROCESSORS,
  CPU_TIME,
  MEMORY,
  REQUESTED_PROCESSORS,
  /** What its user said that the job would take at most. */
  REQUESTED_TIME,
  REQUESTED_MEMORY,
  /** 0 failed, 1 completed, 2 to 4 a part of a job that was interrupted, 5 cancelled. */
  STATUS,
  USER,
  GROUP,
  EXECUTABLE,
  QUEUE,
  PARTITION,
  PRECEDING_JOB,
  THINK_TIME;

  /** Number of the field in the line, from 1. */
  public int number() {
    return ordinal() + 1;
  }

  /** What the format calls it. */
  public String label() {
    return Names.word(this).replace('-', ' ');
  }

  /** Whether the reader refuses numbers below -1 in it. */
  boolean isCheckedTime() {
    return this == SUBMIT_TIME || this == RUN_TIME || this == REQUESTED_TIME;
  }
}
