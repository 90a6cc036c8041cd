package org.espalier.core.pruning;

import java.util.OptionalDouble;
import org.espalier.core.allocation.journal.Oversubscription;

/**
 * The toggle that engages dropping by the oversubscription level, with or without Schmitt trigger.
 */
public final class Toggle {
  private final ToggleSettings settings;
  private final OversubscriptionMeter meter;
  private boolean engaged;

  Toggle(ToggleSettings settings) {
    this.settings = settings;
    this.meter = new OversubscriptionMeter(settings.lambda());
    this.engaged = settings.mode() == ToggleSettings.Mode.ALWAYS;
  }

  /** Takes the misses of one mapping event and says whether dropping is engaged in it. */
  public boolean update(int misses) {
    double level = meter.update(misses);
    if (settings.mode() == ToggleSettings.Mode.BY_LEVEL) {
      boolean holds = engaged && settings.off() < settings.on();
      engaged = holds ? level > settings.off() : level >= settings.on();
    }
    return engaged;
  }

  /** The current oversubscription level. */
  public double level() {
    return meter.level();
  }

  /** Where it stands, for people. */
  Oversubscription view() {
    boolean byLevel = settings.mode() == ToggleSettings.Mode.BY_LEVEL;
    OptionalDouble on = byLevel ? OptionalDouble.of(settings.on()) : OptionalDouble.empty();
    OptionalDouble off = byLevel ? OptionalDouble.of(settings.off()) : OptionalDouble.empty();
    return new Oversubscription(meter.level(), engaged, on, off);
  }
}
