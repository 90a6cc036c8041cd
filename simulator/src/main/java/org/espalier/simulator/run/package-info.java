/**
 * Running an experiment: its trials are simulated on all cores, and what came of them is its
 * results. Nothing is written here.
 */
package org.espalier.simulator.run;
