/** The mapping heuristics of the literature and the parts they are composed of. */
package org.espalier.core.heuristic;
