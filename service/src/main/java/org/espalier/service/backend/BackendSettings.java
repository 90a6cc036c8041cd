package org.espalier.service.backend;

import java.nio.file.Path;

/**
 * Which back end runs the commands of a live system, and how it is set up. There is one record for
 * each kind that a live.yaml can name.
 */
public interface BackendSettings {
  /** The same with what it keeps in another data directory. */
  BackendSettings inData(Path data);
}
