package org.espalier.workload.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the cgroup (version 2) that this process is in. */
public final class OwnCgroup {
  /** The subgroup of a unit of systemd that is put there by {@code DelegateSubgroup}. */
  private static final String SUBGROUP = "service";

  private OwnCgroup() {}

  /**
   * The cgroup below which cgroups may be made, if the rights are given. It is that of this
   * process, or that of its unit where systemd has put the process into a subgroup of that.
   */
  public static Optional<Path> find() {
    try {
      return find(
              Files.readAllLines(Path.of("/proc/self/mountinfo")),
              Files.readAllLines(Path.of("/proc/self/cgroup")))
          .map(OwnCgroup::delegated);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** From the lines of {@code mountinfo} and {@code cgroup} in {@code /proc/self}. */
  static Optional<Path> find(List<String> mounts, List<String> cgroups) {
    return cgroups.stream()
        .filter(line -> line.startsWith("0::/"))
        .map(line -> line.substring(3))
        .flatMap(own -> mounts.stream().flatMap(mount -> seenThrough(mount, own)))
        .findFirst();
  }

  /** Where a cgroup is below a mount, if that is one of cgroups (version 2) and shows it. */
  private static Stream<Path> seenThrough(String mount, String own) {
    int dash = mount.indexOf(" - ");
    String[] fields = mount.split(" ", -1);
    if (dash < 0 || !mount.startsWith("cgroup2 ", dash + 3) || fields.length < 5) {
      return Stream.empty();
    }
    Path root = Path.of(fields[3]);
    Path path = Path.of(own);
    return path.startsWith(root) && !own.contains("/../") && !own.endsWith("/..")
        ? Stream.of(Path.of(fields[4]).resolve(root.relativize(path)).normalize())
        : Stream.empty();
  }

  static Path delegated(Path own) {
    Path parent = own.getParent();
    return parent != null && own.endsWith(SUBGROUP) && isUnit(parent) ? parent : own;
  }

  /**
   * Whether it is that of a service of systemd, which puts the next process of the service right
   * there.
   */
  public static boolean isUnit(Path cgroup) {
    return cgroup.toString().endsWith(".service");
  }
}
