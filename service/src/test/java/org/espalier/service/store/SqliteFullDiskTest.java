package org.espalier.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full, and has room again later; where this user may mount a small one. */
class SqliteFullDiskTest {
  @TempDir private Path directory;

  @Test
  void theStoreGoesOnWhenThereIsRoomAgain() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 3)) {
      disk.fill(1 << 20);
      checkStoreOn(disk);
    }
  }

  private void checkStoreOn(SmallDisk disk) throws Exception {
    try (Store store = Stores.open(directory.resolve("espalier.db").toString())) {
      int full = committedUntilFull(store);
      assertThatThrownBy(() -> store.commit(Samples.busy(full)))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(store.journal(0, Integer.MAX_VALUE)).hasSize(60 * full);

      disk.empty();
      store.commit(Samples.busy(full));

      assertThat(store.journal(0, Integer.MAX_VALUE)).hasSize(60 * (full + 1));
      assertThat(store.resume().unfinished()).hasSize(20 * (full + 1));
    }
  }

  /** The first change that found no room. */
  private static int committedUntilFull(Store store) {
    for (int n = 0; n < 10_000; n++) {
      try {
        store.commit(Samples.busy(n));
      } catch (StoreUnavailableException e) {
        assertThat(e).hasMessageContaining("the disk is full; free some space in");
        return n;
      }
    }
    throw new AssertionError("the disk never filled");
  }
}
