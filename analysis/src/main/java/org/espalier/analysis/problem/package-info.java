/**
 * What is allocated: tasks that are all known beforehand, the machines, and what comes of an
 * allocation (DISSERTATION 5.4, 6.4, 7.2).
 */
package org.espalier.analysis.problem;
