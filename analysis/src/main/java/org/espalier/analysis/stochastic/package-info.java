/**
 * Allocations whose execution times and powers are random: percentiles of samples, and clouds of
 * them (DISSERTATION 7).
 */
package org.espalier.analysis.stochastic;
