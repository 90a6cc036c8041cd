/** Journals as files. */
package org.espalier.workload.journal;
