/**
 * Studies run in parts: a shard is a file of what came of some units of a study, and shards are
 * gathered to the results that the whole study would have given.
 */
@NullMarked
package org.espalier.simulator.shard;

import org.jspecify.annotations.NullMarked;
