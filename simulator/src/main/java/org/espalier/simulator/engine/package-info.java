/** The event engine: one trial of one policy in virtual time. */
package org.espalier.simulator.engine;
