/** NSGA-II on static allocations (DISSERTATION 5.4.4, 6.3.3, 7.2.4). */
package org.espalier.analysis.nsga2;
