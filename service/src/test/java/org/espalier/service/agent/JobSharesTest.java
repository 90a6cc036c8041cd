package org.espalier.service.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.espalier.service.backend.BackendException;
import org.espalier.service.backend.MachineLimits;
import org.junit.jupiter.api.Test;

/** A job's CPUs and devices go to the machines of its agent, and what is not known is said. */
class JobSharesTest {
  private static MachineLimits wanting(int cpus, int gpus) {
    Map<String, String> counts = new HashMap<>(Map.of("ESPALIER_MACHINE", "m"));
    if (cpus > 0) {
      counts.put(JobShares.CPUS, String.valueOf(cpus));
    }
    if (gpus > 0) {
      counts.put(JobShares.DEVICES, String.valueOf(gpus));
    }
    return MachineLimits.NONE.with(counts);
  }

  @Test
  void eachMachineHasItsOwn() {
    JobShares shares =
        JobShares.of(
            Map.of("b", wanting(1, 1), "a", wanting(2, 1)),
            Map.of("CUDA_VISIBLE_DEVICES", "2,5", "SLURM_CPUS_ON_NODE", "4"),
            "1-2,8,11");

    assertThat(shares.machines().get("a").cpus()).isEqualTo("1,2");
    assertThat(shares.machines().get("b").cpus()).isEqualTo("8");
    assertThat(shares.machines().get("a").environment())
        .containsEntry("CUDA_VISIBLE_DEVICES", "2")
        .containsEntry("ESPALIER_MACHINE", "m");
    assertThat(shares.machines().get("b").environment()).containsEntry("CUDA_VISIBLE_DEVICES", "5");
    assertThat(shares.said()).isEqualTo("a has CPUs 1,2; a has GPUs 2; b has CPUs 8; b has GPUs 5");
  }

  @Test
  void whoWantsNothingMayUseAllDevicesOfTheJob() {
    JobShares shares =
        JobShares.of(Map.of("a", MachineLimits.NONE), Map.of("ROCR_VISIBLE_DEVICES", "0,3"), "0-1");

    assertThat(shares.machines().get("a").environment())
        .containsExactly(Map.entry("ROCR_VISIBLE_DEVICES", "0,3"));
    assertThat(shares.machines().get("a").cpus()).isEmpty();
    assertThat(shares.said()).isEmpty();
  }

  /** Two jobs of one node see the same eight CPUs where Slurm binds nobody. */
  @Test
  void whatSlurmDoesNotBindIsNotSharedOut() {
    JobShares shares =
        JobShares.of(Map.of("a", wanting(2, 0)), Map.of("SLURM_CPUS_ON_NODE", "4"), "0-7");

    assertThat(shares.machines().get("a").cpus()).isEmpty();
    assertThat(shares.said()).isEqualTo("a has CPUs that Slurm does not bind");
  }

  @Test
  void allThatIsMissingIsSaidAtOnce() {
    assertThatThrownBy(() ->
            JobShares.of(
                Map.of("a", wanting(3, 1), "b", wanting(2, 1)),
                Map.of("SLURM_CPUS_ON_NODE", "4", "CUDA_VISIBLE_DEVICES", "0"),
                "0-7"))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("was given 4 CPUs and its machines want 5")
        .hasMessageContaining("was given 1 GPUs and its machines want 2");
  }
}
