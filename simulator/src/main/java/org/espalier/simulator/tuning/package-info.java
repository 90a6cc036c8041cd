/** Searches the settings of a policy that suit a load, and reports them on other trials. */
package org.espalier.simulator.tuning;
