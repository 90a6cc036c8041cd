/** What is said of task types on machine types, read from CSV files. */
@NullMarked
package org.espalier.workload.cell;

import org.jspecify.annotations.NullMarked;
