/** Machines on other computers: agents that run commands there, and the gate they dial. */
package org.espalier.service.agent;
