/** How much execution times and powers vary about their means, and the files that say it. */
package org.espalier.workload.spread;
