package org.espalier.service.backend;

import java.time.Instant;
import java.util.Map;

/**
 * Whose launches a back end runs. Ids of launches are small numbers in every store, so that what
 * outlives a service has to know to which store they belong.
 *
 * @param store the store's own id, made once; a copy has another
 * @param tenure grows with each service that opens the store
 * @param epoch when tick 0 of the service was
 * @param holders by machine, what {@link LaunchListener#back} told last of who runs its launches
 */
public record Owner(String store, long tenure, Instant epoch, Map<String, String> holders) {
  public Owner {
    holders = Map.copyOf(holders);
  }
}
