/** What is said of task types on machine types, read from CSV files. */
package org.espalier.workload.cell;
