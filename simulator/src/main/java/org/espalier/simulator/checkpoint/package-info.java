/** What a run has done so far, kept in a file from which it goes on when it was stopped. */
package org.espalier.simulator.checkpoint;
