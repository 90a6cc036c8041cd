/** Fronts near the bound in seconds: allocations that are good for some weight of energy. */
package org.espalier.analysis.sweep;
