package org.espalier.service.backend;

import java.nio.file.Path;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;

/**
 * What all machines of the local back end share.
 *
 * @param script the launchers' program
 * @param timers for what is done later
 * @param told hears the end of each run
 */
record Workshop(
    LocalSettings settings,
    Path script,
    ProgramCheck programs,
    OutputStore outputs,
    Cgroups cgroups,
    ScheduledExecutorService timers,
    BiConsumer<LocalRun, LaunchEnd> told) {}
