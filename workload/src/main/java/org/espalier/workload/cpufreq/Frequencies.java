package org.espalier.workload.cpufreq;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Sets frequencies through cpufreq, by making the least and the greatest frequency the same: no
 * governor leaves them.
 *
 * <p>What was set before is handed to its files before the first write, so that it is put back even
 * if this process is killed.
 */
public final class Frequencies {
  /** Where the kernel has what it tells of cores. */
  public static final String CPUS = "/sys/devices/system/cpu";

  /**
   * A driver that has no list of frequencies, as {@code intel_pstate}, takes any between two
   * limits; they are offered in these steps, hertz.
   */
  private static final long STEP = 100_000_000;

  /** The kernel takes the nearest frequency that the hardware has. */
  private static final double TOLERANCE = 0.02;

  private final KernelFiles files;
  private final List<CpufreqPolicy> policies;
  private final List<Long> available;
  private final boolean turbo;
  private boolean registered;

  private Frequencies(
      KernelFiles files, List<CpufreqPolicy> policies, List<Long> available, boolean turbo) {
    this.files = files;
    this.policies = List.copyOf(policies);
    this.available = List.copyOf(available);
    this.turbo = turbo;
  }

  /** The frequencies of some cores; empty if the kernel sets those of none. */
  public static Optional<Frequencies> of(KernelFiles files, List<Integer> cores) {
    List<CpufreqPolicy> policies = policies(files, cores);
    return policies.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Frequencies(
                files,
                policies,
                available(files, policies.getFirst()),
                turbo(files).orElse(false)));
  }

  private static List<CpufreqPolicy> policies(KernelFiles files, List<Integer> cores) {
    Set<Integer> seen = new HashSet<>();
    List<CpufreqPolicy> policies = new ArrayList<>();
    for (int core : cores) {
      if (!seen.contains(core)) {
        CpufreqPolicy.read(files, core).ifPresent(policies::add);
        policies.forEach(policy -> seen.addAll(policy.cores()));
      }
    }
    return policies;
  }

  /** The cores that have one frequency each, in the order of the cores asked for. */
  public List<CpufreqPolicy> policies() {
    return policies;
  }

  /**
   * Why a frequency cannot be set; empty if it can. The governors that are set already are written,
   * to see whether that is allowed. The limits are left alone: what is read of them may be a limit
   * of something else, as of heat.
   */
  public Optional<String> refusal() {
    return policies.stream()
        .flatMap(policy -> policy.before().stream())
        .filter(entry -> entry.file().endsWith(CpufreqPolicy.GOVERNOR))
        .flatMap(entry -> files.write(entry.file(), entry.text()).stream())
        .findFirst();
  }

  private static List<Long> available(KernelFiles files, CpufreqPolicy policy) {
    List<Long> listed =
        files.read(policy.file("scaling_available_frequencies")).stream()
            .flatMap(text -> Arrays.stream(text.split("\\s+")))
            .flatMap(text -> CpufreqPolicy.hertz(text).stream())
            .toList();
    Stream<Long> all = listed.isEmpty() ? steps(files, policy) : listed.stream();
    return all.distinct().sorted(Comparator.reverseOrder()).toList();
  }

  private static Stream<Long> steps(KernelFiles files, CpufreqPolicy policy) {
    Optional<Long> least = policy.hertz(files, "cpuinfo_min_freq");
    Optional<Long> most = policy.hertz(files, "cpuinfo_max_freq");
    if (least.isEmpty() || most.isEmpty()) {
      return Stream.empty();
    }
    Stream<Long> between =
        Stream.iterate(
            (least.get() / STEP + 1) * STEP, step -> step < most.get(), step -> step + STEP);
    return Stream.concat(Stream.of(least.get(), most.get()), between);
  }

  /** Returns whether turbo is on; empty if the kernel does not say. */
  public static Optional<Boolean> turbo(KernelFiles files) {
    return files
        .read(CPUS + "/intel_pstate/no_turbo")
        .map("0"::equals)
        .or(() -> files.read(CPUS + "/cpufreq/boost").map("1"::equals));
  }

  /** The frequencies that can be set, hertz, highest first; empty if the kernel names none. */
  public List<Long> available() {
    return available;
  }

  /**
   * Whether turbo is on: at the highest frequencies that can be set, or above them, cores run as
   * fast as heat and power allow.
   */
  public boolean hasTurbo() {
    return turbo;
  }

  /**
   * Sets the frequency of some cores.
   *
   * @return why that was not possible, or empty
   */
  public synchronized Optional<String> set(List<Integer> cores, long hertz) {
    List<Integer> without = cores.stream().filter(core -> policyOf(core).isEmpty()).toList();
    if (!without.isEmpty()) {
      return Optional.of("cpufreq does not set the frequency of cores %s".formatted(without));
    }
    register();
    return cores.stream()
        .flatMap(core -> policyOf(core).stream())
        .distinct()
        .flatMap(policy -> set(policy, hertz).stream())
        .findFirst();
  }

  private Optional<CpufreqPolicy> policyOf(int core) {
    return policies.stream().filter(policy -> policy.cores().contains(core)).findFirst();
  }

  private void register() {
    if (!registered) {
      policies.forEach(
          policy -> policy.before().forEach(entry -> files.putBack(entry.file(), entry.text())));
      registered = true;
    }
  }

  /** Moves first the limit that is in the way of the other. */
  private Optional<String> set(CpufreqPolicy policy, long hertz) {
    boolean raises = policy.hertz(files, CpufreqPolicy.MOST).orElse(0L) < hertz;
    String first = raises ? CpufreqPolicy.MOST : CpufreqPolicy.LEAST;
    String second = raises ? CpufreqPolicy.LEAST : CpufreqPolicy.MOST;
    String wanted = CpufreqPolicy.kilohertz(hertz);
    return write(policy, first, wanted)
        .or(() -> write(policy, second, wanted))
        .or(() -> taken(policy, hertz));
  }

  private Optional<String> write(CpufreqPolicy policy, String name, String text) {
    return files
        .write(policy.file(name), text)
        .map(reason -> "%s cannot be set to %s: %s".formatted(policy.file(name), text, reason));
  }

  private Optional<String> taken(CpufreqPolicy policy, long hertz) {
    return policy
        .hertz(files, CpufreqPolicy.MOST)
        .filter(now -> Math.abs(now - hertz) > TOLERANCE * hertz)
        .map(now ->
            "%s was set to %s, but the kernel made it %s"
                .formatted(
                    policy.file(CpufreqPolicy.MOST),
                    CpufreqPolicy.kilohertz(hertz),
                    CpufreqPolicy.kilohertz(now)));
  }

  /** Puts back what was set before. */
  public synchronized void restore() {
    if (registered) {
      policies.forEach(this::restore);
    }
  }

  /** A limit may be refused while the other is in its way, so all is written twice. */
  private void restore(CpufreqPolicy policy) {
    for (int time = 0; time < 2; time++) {
      policy.before().forEach(entry -> files.write(entry.file(), entry.text()));
    }
  }
}
