/** Points of two objectives: which dominate others, and how good a set of them is. */
package org.espalier.analysis.front;
