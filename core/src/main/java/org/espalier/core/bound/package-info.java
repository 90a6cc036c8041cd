/** Machine time sold at prices by slot of time, for bounds on what any schedule gains. */
package org.espalier.core.bound;
