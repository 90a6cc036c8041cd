package org.espalier.profiler.probe;

import java.util.List;

/**
 * Cores and caches of a machine.
 *
 * @param cores the numbers of the cores that are on line
 * @param sharingGroups cores that share a last-level cache, each core in one group
 * @param caches data and unified caches of the first core, from level 1 on
 * @param threadGroups cores, as the kernel numbers them, that are hardware threads of one physical
 *     core, each core in one group
 */
public record Topology(
    List<Integer> cores,
    List<List<Integer>> sharingGroups,
    List<Cache> caches,
    List<List<Integer>> threadGroups) {

  /**
   * A cache.
   *
   * @param level 1, 2, 3 or 4
   * @param bytes its size
   * @param lineBytes the size of a line
   * @param ways how many lines one address can be in; 0 if unknown
   */
  public record Cache(int level, long bytes, int lineBytes, int ways) {}
}
