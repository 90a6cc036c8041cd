package org.espalier.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes are committed in order, one transaction at a time, and together where they wait. */
class LateCommitsTest {
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);
  private final List<Map<String, String>> committed =
      Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> told = Collections.synchronizedList(new ArrayList<>());
  private final LateCommits late = new LateCommits(this::commit);

  private void commit(Store.Change change) {
    begun.countDown();
    try {
      go.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (change.facts().containsKey("fatal")) {
      throw new StackOverflowError();
    }
    if (change.facts().containsKey("bad")) {
      throw new StoreRefusedException("bad");
    }
    committed.add(change.facts());
  }

  private void add(int number, String name) {
    Store.Change change =
        new Store.Change(List.of(), List.of(), Map.of(name, Integer.toString(number)));
    late.add(change, nanos -> told.add(number));
  }

  @AfterEach
  void close() {
    late.close();
  }

  @Test
  void whatComesMeanwhileIsCommittedTogether() throws Exception {
    add(1, "a");
    begun.await();
    add(2, "a");
    add(3, "b");
    add(4, "a");
    assertThat(late.isIdle()).isFalse();
    assertThat(told).isEmpty();

    go.countDown();
    late.drain();

    assertThat(committed).containsExactly(Map.of("a", "1"), Map.of("a", "4", "b", "3"));
    assertThat(told).containsExactly(1, 2, 3, 4);
    assertThat(late.isIdle()).isTrue();
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void nobodyWaitsForOneThatFailsInWhateverWay() {
    go.countDown();
    add(1, "fatal");

    assertThatThrownBy(late::drain).hasRootCauseInstanceOf(StackOverflowError.class);
  }

  @Test
  void afterAFailureNothingIsTaken() throws Exception {
    add(1, "bad");
    begun.await();
    add(2, "a");
    go.countDown();

    assertThatThrownBy(late::drain).isInstanceOf(StoreRefusedException.class);
    assertThatThrownBy(() -> add(3, "a")).isInstanceOf(StoreRefusedException.class);
    assertThatThrownBy(late::check).isInstanceOf(StoreRefusedException.class);
    assertThat(committed).isEmpty();
    assertThat(told).isEmpty();
  }
}
