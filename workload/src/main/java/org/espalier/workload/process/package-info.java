/** Processes and programs of this computer, as Linux has them. */
package org.espalier.workload.process;
