/** Machines on other computers: agents that run commands there, and the gate they dial. */
@NullMarked
package org.espalier.service.agent;

import org.jspecify.annotations.NullMarked;
