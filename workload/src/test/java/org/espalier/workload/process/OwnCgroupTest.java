package org.espalier.workload.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnCgroupTest {
  @Test
  void theCgroupOfTheProcessIsFoundWhereItIsMounted() {
    String hybrid = "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw";
    String old = "40 31 0:37 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids";
    String part = "41 31 0:38 /pod /sys/fs/cgroup ro,relatime shared:4 - cgroup2 cgroup rw";

    assertThat(OwnCgroup.find(List.of(old, hybrid), List.of("8:pids:/", "0::/a/b")))
        .hasValue(Path.of("/sys/fs/cgroup/unified/a/b"));
    assertThat(OwnCgroup.find(List.of(part), List.of("0::/pod/x")))
        .hasValue(Path.of("/sys/fs/cgroup/x"));
    assertThat(OwnCgroup.find(List.of(part), List.of("0::/elsewhere"))).isEmpty();
    assertThat(OwnCgroup.find(List.of(part), List.of("0::/../x"))).isEmpty();
    assertThat(OwnCgroup.find(List.of(old), List.of("8:pids:/"))).isEmpty();
  }

  @Test
  void theSubgroupOfAUnitLeavesRoomBesideIt() {
    Path unit = Path.of("/sys/fs/cgroup/system.slice/espalier.service");
    assertThat(OwnCgroup.delegated(unit.resolve("service"))).isEqualTo(unit);
    assertThat(OwnCgroup.delegated(unit)).isEqualTo(unit);
    assertThat(OwnCgroup.delegated(Path.of("/sys/fs/cgroup/user.slice/service")))
        .isEqualTo(Path.of("/sys/fs/cgroup/user.slice/service"));
  }
}
