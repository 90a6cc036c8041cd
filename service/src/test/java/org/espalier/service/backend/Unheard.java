package org.espalier.service.backend;

import java.time.Duration;

/** What is told to it is of no interest, but for what a test overrides. */
public class Unheard implements LaunchListener {
  @Override
  public void beganAtOnce(LaunchId launch) {}

  @Override
  public void began(LaunchId launch, Duration ago) {}

  @Override
  public void ended(LaunchEnd end) {}
}
