package org.espalier.workload.generator;

import java.time.Duration;

/** How long after its arrival a task of a type is due. */
public sealed interface DeadlineTime {
  /** Always as long. */
  record Fixed(Duration time) implements DeadlineTime {}

  /** A multiple of the mean execution time of the type over the machine types that can run it. */
  record Times(double factor) implements DeadlineTime {}

  /** Log-normal. */
  record LogNormal(Duration median, double sigma) implements DeadlineTime {}

  /** Anywhere between two, all as likely. */
  record Uniform(Duration least, Duration most) implements DeadlineTime {}
}
