package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.espalier.service.store.SmallDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputStoreTest {
  private static final LaunchId ID = new LaunchId(1, 1);

  @TempDir private Path directory;

  /** Half of it would look like the whole. */
  @Test
  void whatFindsRoomInPartOnlyIsNotKept() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory, 1)) {
      OutputStore store = new OutputStore(directory.resolve("output"), 1 << 20);
      disk.fill(800_000);

      store.write(ID, OutputChannel.STDOUT, 0, new byte[256 << 10], 0);

      assertThat(store.read(ID, OutputChannel.STDOUT, 0, 1 << 20)).isEmpty();
    }
  }
}
