/** Power by task type as files. */
package org.espalier.workload.power;
