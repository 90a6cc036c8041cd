package org.espalier.simulator.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.espalier.simulator.run.Shard;

/**
 * How many units shards have written so far, while others write them. Reads only what is new since
 * the last look.
 */
public final class ShardProgress {
  private static final int BUFFER = 1 << 16;

  private final Shards shards;
  private final Map<Shard, Seen> seen = new HashMap<>();

  public ShardProgress(Shards shards) {
    this.shards = shards;
  }

  /** Whole lines of a file, and where they end. The first line is no unit. */
  private record Seen(int lines, long end) {}

  /** Units that are written, by number of the shard. */
  public Map<Integer, Integer> units() throws IOException {
    Map<Integer, Integer> units = new HashMap<>();
    for (Shard shard : shards.present()) {
      Seen now = look(shards.file(shard), seen.getOrDefault(shard, new Seen(0, 0)));
      seen.put(shard, now);
      units.put(shard.number(), Math.max(0, now.lines() - 1));
    }
    return units;
  }

  private static Seen look(Path file, Seen before) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      Seen now = channel.size() < before.end() ? new Seen(0, 0) : before;
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
      for (long at = now.end(); channel.read(buffer, at) > 0; buffer.clear()) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          at++;
          if (buffer.get() == '\n') {
            now = new Seen(now.lines() + 1, at);
          }
        }
      }
      return now;
    }
  }
}
