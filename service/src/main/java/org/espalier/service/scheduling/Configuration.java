package org.espalier.service.scheduling;

import java.util.function.Function;
import org.espalier.service.backend.BackendFactory;
import org.espalier.service.learning.Learning;

/**
 * What a scheduler goes by, its back end and what learns. A start makes it; while the scheduler
 * works, another can take its place.
 *
 * @param backend opens the back end; with the same one the back end that is open stays
 * @param learning makes what learns, from the state it was left in, which is empty at first
 */
public record Configuration(
    SchedulerSettings settings, BackendFactory backend, Function<String, Learning> learning) {}
