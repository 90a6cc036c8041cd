package org.espalier.service.logging;

import io.helidon.logging.common.spi.LoggingProvider;

/**
 * Tells the HTTP library that logging is set up already; without a provider it complains on
 * standard error. Found by {@link java.util.ServiceLoader}.
 */
public final class LibraryLogging implements LoggingProvider {
  /** One that does nothing. */
  public LibraryLogging() {}

  @Override
  public void initialization() {
    // nothing to set up
  }

  @Override
  public void runTime() {
    // nothing to set up
  }
}
