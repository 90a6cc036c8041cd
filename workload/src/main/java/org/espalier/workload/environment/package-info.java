/** What tasks of a day are worth and how they arrive, as data. */
package org.espalier.workload.environment;
