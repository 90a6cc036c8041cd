package org.espalier.service.http;

import java.util.List;
import java.util.Optional;
import org.espalier.service.live.Standing;

/** Of a service of which nothing is asked. */
final class NoUpkeep implements Upkeep {
  @Override
  public Reloaded reload(boolean isTrial) {
    return new Reloaded(List.of(), List.of());
  }

  @Override
  public List<Standing> services() {
    return List.of();
  }

  @Override
  public void letGo(Optional<String> store) {
    // it ends with what it is a part of
  }
}
