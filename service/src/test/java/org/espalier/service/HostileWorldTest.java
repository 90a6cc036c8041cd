package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.espalier.service.store.PostgresServer;
import org.espalier.service.store.SmallDisk;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service and launchers that are killed and stand still at random under load, and a disk that is
 * full for a while where this user may mount one, while what is old is forgotten, and commands note
 * when they begin and end: what is recorded is what happened. How many kills there are, of which
 * seed, and by how many milliseconds records may differ, can be said: {@code -Despalier.kills=50
 * -Despalier.seed=1 -Despalier.within=50}.
 */
@Sampled(0.5)
class HostileWorldTest {
  private static final int FEW = 2;
  private static final int KILLS =
      Integer.getInteger("espalier.kills", TestSample.isFull() ? 30 : FEW);
  private static final long SEED = Long.getLong("espalier.seed", TestSample.seed());

  /** A loaded computer may let a shell wait for its turn. */
  private static final Duration TOLERANCE = Duration.ofMillis(Long.getLong("espalier.within", 400));

  private static final int DISK_MEGABYTES = 64;

  /** Tasks without a key, and the journal before; those with a key are kept for a day. */
  private static final String FORGETTING = "retention: 2 s";

  @TempDir private Path directory;

  private final HostileLoad load = new HostileLoad();
  private final Random random = new Random(SEED);
  private Optional<SmallDisk> disk = Optional.empty();
  private int kills;
  private int pauses;
  private int fullDisks;

  /** Of the files of runs, and of the store if it is a file. */
  @BeforeEach
  void mount() throws IOException {
    disk =
        SmallDisk.mountIfAllowed(Files.createDirectory(directory.resolve("data")), DISK_MEGABYTES);
  }

  @AfterEach
  void unmount() throws IOException {
    if (disk.isPresent()) {
      disk.get().close();
    }
  }

  /** Of the two stores one a day where only a sample is wanted. */
  private static void assumeDrawn(int store) {
    assumeTrue(
        TestSample.isFull() || KILLS > FEW || Math.floorMod(SEED, 2) == store,
        "not in the sample of " + TestSample.day() + "; ./verify --full runs all");
  }

  @Test
  void inSqliteWhatIsRecordedIsWhatHappened() throws Exception {
    assumeDrawn(0);
    SmallSystem system = SmallSystem.in(directory, 100_000, FORGETTING);
    run(system);
    try (Store store = Stores.open(system.store().toString())) {
      check(system, store);
    }
  }

  @Test
  void inPostgresWhatIsRecordedIsWhatHappened() throws Exception {
    assumeDrawn(1);
    PostgresServer postgres = new PostgresServer(directory.resolve("postgres"));
    try {
      String url = postgres.url();
      SmallSystem system = SmallSystem.in(directory, 100_000, "store: " + url, FORGETTING);
      run(system);
      try (Store store = Stores.open(system.settings().store())) {
        check(system, store);
      }
    } finally {
      postgres.stop();
    }
  }

  private void run(SmallSystem system) throws Exception {
    try (Client client = new Client("http://127.0.0.1:9");
        load) {
      load.start(client);
      ServiceProcess service = ServiceProcess.start(directory);
      client.moveTo(service.address());
      while (kills < KILLS) {
        Thread.sleep(random.nextInt(100, 1200));
        if (harm(service)) {
          Thread.sleep(random.nextBoolean() ? 0 : random.nextInt(2000));
          system.configure(random.nextInt(3) > 0, random.nextInt(3) > 0);
          service = ServiceProcess.start(directory);
          client.moveTo(service.address());
        }
      }
      kill(service);
      system.configure(true, true);
      service = ServiceProcess.start(directory);
      client.moveTo(service.address());
      load.finish(client, system);
      service.close();
    }
  }

  private void check(SmallSystem system, Store store) throws IOException {
    String harms = "%d kills, %d pauses and %d full disks".formatted(kills, pauses, fullDisks);
    load.check(system, store, TOLERANCE, harms).assertMuch(KILLS);
    if (KILLS > FEW) {
      assertThat(new Books(store).forgotten()).as("tasks that were forgotten").isPositive();
    }
  }

  /** Does something bad; whether the service is dead then. */
  private boolean harm(ServiceProcess service) throws Exception {
    int what = random.nextInt(12);
    switch (what) {
      case 0, 1, 2, 3 -> kill(service);
      case 4 -> {
        service.signal("STOP");
        pause();
        kill(service);
      }
      case 5 -> {
        kill(service);
        killLauncher();
      }
      case 6, 7 -> killLauncher();
      case 8 -> {
        service.signal("STOP");
        pause();
        service.signal("CONT");
      }
      case 9 -> {
        long launcher = anyLauncher();
        Signal.send("STOP", launcher);
        pause();
        Signal.send("CONT", launcher);
      }
      case 10 -> fillDisk(() -> {});
      default -> fillDisk(() -> kill(service));
    }
    return what <= 5 || what == 11;
  }

  private interface Action {
    void run() throws Exception;
  }

  /** There is no room for a while, and something happens before there is again. */
  private void fillDisk(Action meanwhile) throws Exception {
    if (disk.isPresent()) {
      disk.get().fill();
      fullDisks++;
    }
    pause();
    meanwhile.run();
    if (disk.isPresent()) {
      disk.get().empty();
    }
  }

  private void kill(ServiceProcess service) throws InterruptedException {
    service.kill();
    kills++;
  }

  private void killLauncher() throws IOException, InterruptedException {
    if (Signal.send("KILL", anyLauncher())) {
      kills++;
    }
  }

  private void pause() throws InterruptedException {
    pauses++;
    Thread.sleep(random.nextInt(200, 2500));
  }

  /** A process that leads its session, not one of those that write output. */
  private long anyLauncher() {
    List<Long> launchers =
        ProcessHandle.allProcesses().map(ProcessHandle::pid).filter(this::isLauncher).toList();
    return launchers.isEmpty() ? -1 : launchers.get(random.nextInt(launchers.size()));
  }

  private boolean isLauncher(long pid) {
    try {
      Path proc = Path.of("/proc/" + pid);
      String command = Files.readString(proc.resolve("cmdline"), StandardCharsets.ISO_8859_1);
      String stat = Files.readString(proc.resolve("stat"), StandardCharsets.ISO_8859_1);
      String session = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];
      return command.startsWith("/bin/sh\0" + directory)
          && command.contains("launcher.sh")
          && session.equals(Long.toString(pid));
    } catch (IOException gone) {
      return false;
    }
  }
}
