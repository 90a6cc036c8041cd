package org.espalier.service.backend;

/** Hears how launches end. */
public interface LaunchListener {
  /** A launch is over and all its processes are gone. */
  void ended(LaunchEnd end);
}
