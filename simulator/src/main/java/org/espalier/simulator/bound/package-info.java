/**
 * What no policy gets beyond: upper bounds on the tasks of a trial that are on time and on their
 * utility.
 */
package org.espalier.simulator.bound;
