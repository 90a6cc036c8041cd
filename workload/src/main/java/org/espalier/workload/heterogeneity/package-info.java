/** How unlike the task types and the machines of a system are, and systems made more or less so. */
package org.espalier.workload.heterogeneity;
