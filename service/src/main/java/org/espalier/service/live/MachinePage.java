package org.espalier.service.live;

import java.util.List;
import org.espalier.service.live.Overview.MachineState;

/**
 * Some of the machines that a query asks for.
 *
 * @param machines the machines, in the order of the query
 * @param matching how many fit the query, on this page or not
 */
public record MachinePage(List<MachineState> machines, int matching) {}
