package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.espalier.core.model.Task;
import org.junit.jupiter.api.Test;

class CandidateTableTest {
  private static final int SLOTS = 300;

  private final CandidateTable<int[]> table = new CandidateTable<>(c -> new int[] {c.slot()});

  /** Candidates come and take slots that others have left. */
  @Test
  void itRemembersWhoHasASlotAndNobodyElse() {
    SplittableRandom random = new SplittableRandom(1);
    Candidate[] inSlots = new Candidate[SLOTS];
    Map<Candidate, int[]> known = new HashMap<>();
    for (int i = 0; i < 5000; i++) {
      int slot = random.nextInt(SLOTS);
      if (inSlots[slot] == null || random.nextInt(4) == 0) {
        inSlots[slot] = new Candidate(new Task(i, 0, 0, 9), slot);
      }
      Candidate candidate = inSlots[slot];
      int[] value = table.of(candidate);
      assertThat(value).containsExactly(slot);
      int[] before = known.put(candidate, value);
      if (before != null) {
        assertThat(value).isSameAs(before);
      }
    }
    assertThat(known).hasSizeGreaterThan(SLOTS);
  }

  @Test
  void nothingIsRememberedOfOneThatHasNoSlot() {
    Candidate candidate = new Candidate(new Task(0, 0, 0, 9), Candidate.NO_SLOT);

    assertThat(table.of(candidate)).isNotSameAs(table.of(candidate));
  }
}
