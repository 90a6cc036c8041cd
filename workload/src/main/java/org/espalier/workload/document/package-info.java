/** Input documents with line numbers, and the problems found in input files. */
package org.espalier.workload.document;
