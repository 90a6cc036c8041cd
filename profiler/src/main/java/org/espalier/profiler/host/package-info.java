/** Machines on which commands run: this one, and others over ssh. */
package org.espalier.profiler.host;
