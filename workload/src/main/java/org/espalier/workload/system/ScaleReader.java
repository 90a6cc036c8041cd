package org.espalier.workload.system;

import java.time.Duration;
import org.espalier.core.model.Scale;
import org.espalier.workload.document.DocumentNode;

/** Reads how many machines of a type are on, as {@code {min: 0, max: 4, idle: 10 min}}. */
public final class ScaleReader {
  private static final int MOST_MACHINES = 100_000;
  private static final Duration USUAL_IDLE = Duration.ofMinutes(10);

  private ScaleReader() {}

  /** The scale at a mapping; problems are reported. */
  public static Scale read(DocumentNode node) {
    int max = node.integer("max", 1, MOST_MACHINES).orElse(MOST_MACHINES);
    int min = node.integer("min", 0, max).orElse(0);
    Duration idle = node.duration("idle").orElse(USUAL_IDLE);
    Scale.By by = node.choice("by", Scale.By.class).orElse(Scale.By.BACKLOG);
    node.rejectUnknownKeys();
    return new Scale(min, max, idle, by);
  }
}
