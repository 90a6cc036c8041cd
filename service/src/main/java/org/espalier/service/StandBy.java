package org.espalier.service;

import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.service.backend.BackendException;
import org.espalier.service.backend.BackendSettings;
import org.espalier.service.backend.LocalSettings;
import org.espalier.service.backend.MixedSettings;
import org.espalier.service.backend.SimulatedSettings;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.http.StandByServer;
import org.espalier.service.store.Standing;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A service that waits to decide, and tells meanwhile who does. */
final class StandBy implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StandBy.class);

  private final LiveSettings settings;
  private final String address;
  private final StandByServer server;
  private volatile Optional<Standing> decides = Optional.empty();
  private boolean isWarm;

  /** One that listens where it will serve. */
  StandBy(LiveSettings settings) {
    this.settings = settings;
    ServerSocketChannel bound = settings.http().listen();
    this.address = settings.http().addressElsewhere(bound);
    this.server = new StandByServer(settings.http(), bound, () -> decides);
  }

  /** Refuses what no other computer could go on with. */
  static void check(LiveSettings settings) {
    List<String> faults = new ArrayList<>();
    if (!Stores.isShared(settings.store())) {
      faults.add(
          "--standby needs a store that computers share; %s is a file: give the URL of a PostgreSQL database as store"
              .formatted(settings.store()));
    }
    BackendSettings backend =
        settings.backend() instanceof MixedSettings mixed ? mixed.commands() : settings.backend();
    if (backend instanceof LocalSettings) {
      faults.add(
          "--standby needs machines that outlive the computer of the service; backend: local runs commands on it: make them backend: agents");
    } else if (backend instanceof SimulatedSettings) {
      faults.add(
          "--standby needs machines that are there; those of backend: simulated are known to one service only");
    }
    if (!faults.isEmpty()) {
      throw new BackendException(faults);
    }
  }

  /** Waits until this service is to decide; its store. */
  Store await() {
    return Stores.standBy(settings.store(), address, this::saw);
  }

  private void saw(List<Standing> services) {
    Optional<Standing> seen = services.stream().filter(Standing::decides).findFirst();
    if (!seen.map(Standing::address).equals(decides.map(Standing::address))) {
      LOG.info("standing by; {} decides", seen.map(Standing::address).orElse("nobody known"));
    }
    decides = seen;
    if (seen.isPresent() && !isWarm) {
      isWarm = true;
      Thread.ofPlatform().daemon().name("warm-up").start(() -> WarmUp.ofAll(settings));
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
