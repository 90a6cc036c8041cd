package org.espalier.service.live;

import java.time.Duration;

/**
 * When tasks of a type are refused for a while, since they fail again and again.
 *
 * @param failures how many executions in a row
 * @param pause for how long, until one request is let in to try
 */
public record Breaker(int failures, Duration pause) {}
