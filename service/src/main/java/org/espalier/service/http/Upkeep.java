package org.espalier.service.http;

import java.util.List;
import java.util.Optional;
import org.espalier.service.live.Standing;

/** What operators ask of a service as a whole. */
public interface Upkeep {
  /** The log of what operators did and tried. */
  String AUDIT = "org.espalier.audit";

  /**
   * Reads the description of the live system again, and goes by it from then on.
   *
   * @param isTrial whether only to say what would change
   * @throws org.espalier.service.live.Refusal with all that is wrong; nothing was changed then
   */
  Reloaded reload(boolean isTrial);

  /**
   * Answers what was sent, and ends, so that another service can take over; what runs goes on.
   *
   * @param store the id of the store that the other is to have; empty if there is no other
   * @throws org.espalier.service.live.Refusal if it is another store
   */
  void letGo(Optional<String> store);

  /** The services that share the store, the one that decides first; none where none can. */
  List<Standing> services();

  /**
   * What a reload did.
   *
   * @param changes what differs from before
   * @param notices what an operator has to decide now, as of tasks whose type is gone
   */
  record Reloaded(List<String> changes, List<String> notices) {}
}
