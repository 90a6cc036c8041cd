/** The energy that tasks are expected to take, and how much of a budget is spent. */
package org.espalier.core.energy;
