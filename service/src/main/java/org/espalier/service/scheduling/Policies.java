package org.espalier.service.scheduling;

import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;

/** The policies that a service can switch between, all with the settings of its file. */
public interface Policies {
  /** Their names. */
  List<String> names();

  /** A policy of these in its first state. */
  AllocationPolicy create(String name);

  /** The settings, as {@link org.espalier.workload.policy.RecordedSettings} writes them. */
  String settings();
}
