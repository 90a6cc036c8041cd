package org.espalier.service;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every test of this module wait up to three minutes for what must happen, so that none fails
 * for other work on the machine. Registered as a service of JUnit.
 */
public final class PatientWaiting implements BeforeAllCallback {
  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(Duration.ofMinutes(3));
  }
}
