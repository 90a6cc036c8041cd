/** The described world: task types, machines, execution-time matrices, tasks and workloads. */
package org.espalier.core.model;
