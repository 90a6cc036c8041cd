/** The described world: task types, machines, execution-time matrices, tasks and workloads. */
@NullMarked
package org.espalier.core.model;

import org.jspecify.annotations.NullMarked;
