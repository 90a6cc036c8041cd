package org.espalier.service.backend;

import java.nio.file.Path;

/**
 * Machines of which some run commands, and others are servers.
 *
 * @param commands those that run commands
 * @param servers the others
 */
public record MixedSettings(BackendSettings commands, ServerSettings servers)
    implements BackendSettings {
  @Override
  public MixedSettings inData(Path data) {
    return new MixedSettings(commands.inData(data), servers);
  }
}
