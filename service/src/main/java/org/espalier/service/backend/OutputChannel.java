package org.espalier.service.backend;

/** What a command writes to. */
public enum OutputChannel {
  /** Standard output. */
  STDOUT,
  /** Standard error. */
  STDERR
}
