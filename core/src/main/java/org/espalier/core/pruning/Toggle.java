package org.espalier.core.pruning;

import java.util.OptionalDouble;
import org.espalier.core.allocation.journal.Oversubscription;

/**
 * The toggle that engages dropping by the oversubscription level, with or without Schmitt trigger.
 */
public final class Toggle {
  private final ToggleSettings settings;

  /**
   * The oversubscription level: the moving weighted average of the deadline misses since the last
   * mapping event, from 0.
   */
  private double level;

  private boolean engaged;

  /** A toggle in its first state. */
  public Toggle(ToggleSettings settings) {
    this.settings = settings;
    this.engaged = settings.mode() == ToggleSettings.Mode.ALWAYS;
  }

  /**
   * Takes the misses of one mapping event and says whether dropping is engaged in it. The level
   * becomes {@code misses*lambda + level*(1-lambda)} (JOURNAL eq. 11).
   */
  public boolean update(int misses) {
    level = misses * settings.lambda() + level * (1 - settings.lambda());
    if (settings.mode() == ToggleSettings.Mode.BY_LEVEL) {
      boolean holds = engaged && settings.off() < settings.on();
      engaged = holds ? level > settings.off() : level >= settings.on();
    }
    return engaged;
  }

  /** The current oversubscription level. */
  public double level() {
    return level;
  }

  /** Where it stands, for people. */
  Oversubscription view() {
    boolean byLevel = settings.mode() == ToggleSettings.Mode.BY_LEVEL;
    OptionalDouble on = byLevel ? OptionalDouble.of(settings.on()) : OptionalDouble.empty();
    OptionalDouble off = byLevel ? OptionalDouble.of(settings.off()) : OptionalDouble.empty();
    return new Oversubscription(level, engaged, on, off);
  }
}
