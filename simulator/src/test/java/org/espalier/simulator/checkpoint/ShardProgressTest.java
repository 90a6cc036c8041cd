package org.espalier.simulator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.espalier.simulator.run.Shard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many units shards have written, while they write. */
final class ShardProgressTest {
  @TempDir private Path directory;

  private Path write(int number, String text) throws IOException {
    Path file = new Shards(directory).file(new Shard(number, 9));
    return Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void wholeLinesBehindTheFirstAreUnits() throws IOException {
    ShardProgress progress = new ShardProgress(new Shards(directory));
    assertThat(progress.units()).isEmpty();

    write(1, "header\n");
    Path second = write(2, "header\nunit\nuni");
    write(3, "");
    Files.writeString(directory.resolve("shard-2.log"), "a\nb\nc\n");
    assertThat(progress.units()).isEqualTo(Map.of(1, 0, 2, 1, 3, 0));

    write(1, "x".repeat(200_000) + "\nunit\n");
    write(2, "t");
    assertThat(progress.units()).isEqualTo(Map.of(1, 2, 2, 1, 3, 0));

    // Who goes on with a file first cuts off the line that was not finished.
    Files.writeString(second, "header\nunit\n\n\n");
    assertThat(progress.units()).containsEntry(2, 3);
    Files.writeString(second, "header\n");
    assertThat(progress.units()).containsEntry(2, 0);
  }
}
