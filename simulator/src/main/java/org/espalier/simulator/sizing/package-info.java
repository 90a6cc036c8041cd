/** The greatest load that a policy serves well enough, and the cheapest fleet for a load. */
package org.espalier.simulator.sizing;
