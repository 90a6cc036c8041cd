package org.espalier.service.backend;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What commands on one machine may use of the computer.
 *
 * @param cpus the CPUs they run on, as in {@code 0-3,8}; empty for all
 * @param nice by how much they are nicer than the service, from 0 to 19
 * @param memoryBytes memory of all processes of a command, which a cgroup holds, at least {@link
 *     #LEAST_MEMORY}; 0 for no limit
 * @param outputBytes how much of standard output, and of standard error, of one command is kept
 * @param grace how long a command that is to stop has between the signals TERM and KILL
 * @param environment variables of its commands besides those of all, and before them
 */
public record MachineLimits(
    String cpus,
    int nice,
    long memoryBytes,
    long outputBytes,
    Duration grace,
    Map<String, String> environment) {
  /** The least limit of memory under which programs can be started. */
  public static final long LEAST_MEMORY = 16L << 20;

  private static final Pattern CPUS = Pattern.compile("(\\d{1,5}(-\\d{1,5})?(,(?=\\d)|$))*");
  private static final Duration LONGEST_GRACE = Duration.ofHours(1);

  /** All CPUs and all memory, a mebibyte of output, five seconds of grace. */
  public static final MachineLimits NONE =
      new MachineLimits("", 0, 0, 1L << 20, Duration.ofSeconds(5), Map.of());

  public MachineLimits {
    environment = Map.copyOf(environment);
    Map<String, String> faults = faults(cpus, nice, memoryBytes, outputBytes, grace);
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", faults.values()));
    }
  }

  /** The same with other variables. */
  public MachineLimits with(Map<String, String> variables) {
    return new MachineLimits(cpus, nice, memoryBytes, outputBytes, grace, variables);
  }

  /** The same on other CPUs. */
  public MachineLimits on(String others) {
    return new MachineLimits(others, nice, memoryBytes, outputBytes, grace, environment);
  }

  /** What is wrong with limits, by the key in a live system's file. */
  public static Map<String, String> faults(
      String cpus, int nice, long memoryBytes, long outputBytes, Duration grace) {
    Map<String, String> faults = new LinkedHashMap<>();
    if (!CPUS.matcher(cpus).matches()) {
      faults.put("cpus", "cpus is '%s'; expected numbers and ranges as in 0-3,8".formatted(cpus));
    }
    if (nice < 0 || nice > 19) {
      faults.put("nice", "nice is %s; expected 0 to 19".formatted(nice));
    }
    if (memoryBytes != 0 && memoryBytes < LEAST_MEMORY) {
      faults.put(
          "memory",
          "memory limit is %s bytes; expected at least %s, or 0 for none"
              .formatted(memoryBytes, LEAST_MEMORY));
    }
    if (outputBytes < 1) {
      faults.put("output", "output limit is %s bytes; expected at least 1".formatted(outputBytes));
    }
    if (grace.isNegative() || grace.compareTo(LONGEST_GRACE) > 0) {
      faults.put("grace", "grace is %s; expected 0 to %s".formatted(grace, LONGEST_GRACE));
    }
    return faults;
  }
}
