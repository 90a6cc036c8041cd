/** System descriptions as files. */
package org.espalier.workload.system;
