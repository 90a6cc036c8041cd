/** The commands that make the inputs of studies: {@code pet}, {@code system}, {@code workload}. */
package org.espalier.cli.inputs;
