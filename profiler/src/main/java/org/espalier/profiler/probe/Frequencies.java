package org.espalier.profiler.probe;

import java.util.List;
import java.util.Optional;
import org.espalier.profiler.host.Host;

/**
 * Sets frequencies through cpufreq: by the governor {@code userspace} where there is one, else by
 * making the least and the greatest frequency the same.
 *
 * <p>What was set before is handed to the host before the first write, so that it is put back even
 * if this process is killed.
 */
public final class Frequencies {
  /** The kernel takes the nearest frequency that the hardware has. */
  private static final double TOLERANCE = 0.02;

  private final Host host;
  private final List<CpufreqPolicy> policies;
  private final List<Long> available;
  private final boolean turbo;
  private boolean registered;

  Frequencies(Host host, List<CpufreqPolicy> policies, List<Long> available, boolean turbo) {
    this.host = host;
    this.policies = List.copyOf(policies);
    this.available = List.copyOf(available);
    this.turbo = turbo;
  }

  /** The frequencies that can be set, hertz, highest first. */
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
          policy -> policy.before().forEach(entry -> host.putBack(entry.file(), entry.text())));
      registered = true;
    }
  }

  private Optional<String> set(CpufreqPolicy policy, long hertz) {
    return policy.hasUserspace(host) ? setSpeed(policy, hertz) : setLimits(policy, hertz);
  }

  private Optional<String> setSpeed(CpufreqPolicy policy, long hertz) {
    return write(policy, CpufreqPolicy.GOVERNOR, "userspace")
        .or(() -> makeRoom(policy, hertz))
        .or(() -> write(policy, CpufreqPolicy.SPEED, CpufreqPolicy.kilohertz(hertz)))
        .or(() -> taken(policy, CpufreqPolicy.SPEED, hertz));
  }

  /** Moves a limit that the frequency is beyond. */
  private Optional<String> makeRoom(CpufreqPolicy policy, long hertz) {
    String wanted = CpufreqPolicy.kilohertz(hertz);
    if (policy.hertz(host, CpufreqPolicy.MOST).orElse(Long.MAX_VALUE) < hertz) {
      return write(policy, CpufreqPolicy.MOST, wanted);
    }
    return policy.hertz(host, CpufreqPolicy.LEAST).orElse(0L) > hertz
        ? write(policy, CpufreqPolicy.LEAST, wanted)
        : Optional.empty();
  }

  /** Moves first the limit that is in the way of the other. */
  private Optional<String> setLimits(CpufreqPolicy policy, long hertz) {
    boolean raises = policy.hertz(host, CpufreqPolicy.MOST).orElse(0L) < hertz;
    String first = raises ? CpufreqPolicy.MOST : CpufreqPolicy.LEAST;
    String second = raises ? CpufreqPolicy.LEAST : CpufreqPolicy.MOST;
    String wanted = CpufreqPolicy.kilohertz(hertz);
    return write(policy, first, wanted)
        .or(() -> write(policy, second, wanted))
        .or(() -> taken(policy, CpufreqPolicy.MOST, hertz));
  }

  private Optional<String> write(CpufreqPolicy policy, String name, String text) {
    return host.write(policy.file(name), text)
        .map(reason -> "%s cannot be set to %s: %s".formatted(policy.file(name), text, reason));
  }

  private Optional<String> taken(CpufreqPolicy policy, String name, long hertz) {
    return policy
        .hertz(host, name)
        .filter(now -> Math.abs(now - hertz) > TOLERANCE * hertz)
        .map(now ->
            "%s was set to %s, but the kernel made it %s"
                .formatted(
                    policy.file(name),
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
      policy.before().forEach(entry -> host.write(entry.file(), entry.text()));
    }
  }
}
