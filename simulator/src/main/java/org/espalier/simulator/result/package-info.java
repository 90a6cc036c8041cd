/**
 * Results for people: the directory with CSV files and the report, tables for a terminal, and
 * stored results read back to compare them.
 */
package org.espalier.simulator.result;
