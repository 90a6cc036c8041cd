/** How much execution times and powers vary about their means, and the files that say it. */
@NullMarked
package org.espalier.workload.spread;

import org.jspecify.annotations.NullMarked;
