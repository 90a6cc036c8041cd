package org.espalier.profiler.plan;

import java.util.List;
import java.util.Map;

/**
 * A program that presses on caches and memory by a known amount, while others are measured.
 *
 * @param place where it stands
 * @param taskType by which rows name it as a co-runner
 * @param bytes how much memory it works through
 * @param command which need not end by itself
 */
public record Pressure(
    Place place,
    String taskType,
    long bytes,
    List<String> command,
    Map<String, String> environment) {
  /** Copies the list. */
}
