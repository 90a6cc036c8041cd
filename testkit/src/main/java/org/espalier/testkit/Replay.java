package org.espalier.testkit;

import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;

/**
 * The second driver: tells a resource manager what was recorded of another run, without clock and
 * without execution times. A policy in its first state must take the same decisions again.
 */
public final class Replay {
  private Replay() {}

  /**
   * Replays what a driver told.
   *
   * @param policy a policy in its first state
   * @return what was told and what followed, decisions included
   */
  public static NotificationRecorder run(
      HcSystem system,
      AllocationRules rules,
      AllocationPolicy policy,
      List<Notification> notifications) {
    ManualDriver driver = ManualDriver.of(system, rules, policy);
    notifications.forEach(driver::tell);
    return driver.recorder();
  }
}
