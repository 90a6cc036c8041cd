package org.espalier.service.backend;

/**
 * Machines of which some run commands, and others are servers.
 *
 * @param commands those that run commands
 * @param servers the others
 */
public record MixedSettings(BackendSettings commands, ServerSettings servers)
    implements BackendSettings {}
