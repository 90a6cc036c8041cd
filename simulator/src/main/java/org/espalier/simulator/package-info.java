/** Trials in virtual time, and experiments made of them. */
package org.espalier.simulator;
