package org.espalier.cli.live;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.espalier.cli.files.Home;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.http.HttpSettings;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Submission;
import org.espalier.service.scheduling.Commands;
import org.espalier.service.scheduling.Policies;
import org.espalier.workload.document.Loaded;

/** Starts a live service and tells how to reach it. */
final class Serving {
  private static final String EXAMPLE = "examples/live/live.yaml";
  private static final Path EXAMPLE_DATA = Path.of("espalier-live");

  private final Supplier<Loaded<LiveSettings>> reader;
  private final LiveSettings settings;
  private final List<String> notes;

  Serving(
      Optional<Path> file,
      Optional<Path> data,
      Optional<Integer> port,
      boolean readOnly,
      PolicyRegistry registry) {
    Path described = file.orElseGet(() -> Home.file(EXAMPLE));
    Optional<Path> other =
        data.or(() -> file.isEmpty() ? Optional.of(EXAMPLE_DATA) : Optional.empty());
    this.reader =
        () -> LiveFiles.read(described, registry, other).map(read -> with(read, port, readOnly));
    Loaded<LiveSettings> loaded = reader.get();
    this.settings = loaded.value();
    this.notes = loaded.notes();
  }

  /** What the command line says comes before what the file says. */
  private static LiveSettings with(LiveSettings file, Optional<Integer> port, boolean readOnly) {
    LiveSettings reached = port.map(file::onPort).orElse(file);
    return readOnly ? reached.readOnly() : reached;
  }

  /** The system it serves, with the execution times first believed in. */
  HcSystem system() {
    return settings.scheduler().system();
  }

  /** The parameters of a task type that take one of some words, and the words. */
  Map<String, List<String>> choices(String taskType) {
    return settings.scheduler().commands().choices(taskType);
  }

  /** The policy it begins with. */
  private String policy() {
    return settings.scheduler().policy();
  }

  /** The policies that it can be switched to. */
  List<String> policies() {
    return settings.scheduler().policies().names();
  }

  /** Starts it. */
  LiveServer start(PrintWriter out) {
    return start(Optional.empty(), false, out);
  }

  private LiveServer start(Optional<String> takeOver, boolean standsBy, PrintWriter out) {
    notes.forEach(out::println);
    Optional<ServiceClient> before = takeOver.map(this::before).filter(Serving::isThere);
    Supplier<LiveSettings> again = () -> reader.get().value();
    LiveServer server =
        before.isPresent()
            ? LiveServer.takeOver(settings, again, new Predecessor(before.get()))
            : standsBy ? LiveServer.standBy(settings, again) : LiveServer.start(settings, again);
    tell(server, out);
    return server;
  }

  private ServiceClient before(String url) {
    HttpSettings own = settings.http();
    return ServiceOptions.client(url.isEmpty() ? own.address(own.port()) : url);
  }

  private static boolean isThere(ServiceClient service) {
    try {
      return !service.text("/healthz").isEmpty();
    } catch (CommandFailure e) {
      return false;
    }
  }

  /** The service whose place another takes. */
  private record Predecessor(ServiceClient service) implements LiveServer.Predecessor {
    @Override
    public void greet() {
      String unused = service.text("/healthz");
    }

    @Override
    public void yieldTo(String store) {
      service.post("/v1/yield?store=" + store);
    }
  }

  /** Says whether it could be started, without starting anything. */
  void check(boolean standsBy, PrintWriter out) {
    notes.forEach(out::println);
    if (standsBy) {
      LiveServer.checkStandBy(settings);
    }
    List<String> notices = LiveServer.check(settings);
    Optional<String> containment = LiveServer.checkBackend(settings);
    out.printf("Policy:     %s, unless it was switched to another%n", policy());
    out.printf("Data:       %s%n", settings.data());
    containment.ifPresent(text -> out.printf("Containment: %s%n", text));
    Policies policies = settings.scheduler().policies();
    Outlook outlook =
        new Outlook(
            settings.scheduler().commands(), policies.energy(), system(), policies.forecasts());
    outlook.budget().forEach(line -> out.printf("Budget:     %s%n", line));
    outlook.must().forEach(line -> out.printf("Must:       %s%n", line));
    notices.forEach(notice -> out.printf("Notice:     %s%n", notice));
    out.println("It can be served here.");
  }

  private void tell(LiveServer server, PrintWriter out) {
    out.printf("Dashboard:  %s/%n", server.address());
    out.printf(
        "Submit:     espalier submit %s --deadline \"in 5 s\" --url %s%n",
        example(), server.address());
    out.printf("Policy:     %s%n", deciding(server.policy(), server.policySettings()));
    out.printf("Data:       %s%n", settings.data());
    out.printf("Store:      %s%n", server.found());
    server.containment().ifPresent(text -> out.printf("Containment: %s%n", text));
  }

  /** A task type and the parameters that must be given, with words that are right where known. */
  private String example() {
    Commands commands = settings.scheduler().commands();
    String type = settings.scheduler().system().taskTypes().getFirst().name();
    StringBuilder text = new StringBuilder(type.matches("[\\w.-]+") ? type : "'" + type + "'");
    for (Fault fault : commands.faults(new Submission(type, Map.of(), Optional.empty()), "")) {
      String name = fault.pointer().substring(fault.pointer().lastIndexOf('/') + 1);
      List<String> words = commands.choices(type).getOrDefault(name, List.of("..."));
      text.append(" ").append(name).append("=").append(words.getFirst());
    }
    return text.toString();
  }

  private String deciding(String policy, Map<String, String> changed) {
    String switched =
        policy.equals(policy())
            ? policy
            : "%s, to which it was switched; the file says %s".formatted(policy, policy());
    return changed.isEmpty() ? switched : switched + "; changed: " + changed;
  }

  /**
   * Serves until the process is told to stop.
   *
   * @param takeOver the address of the service whose place it takes, empty for its own
   * @param standsBy whether it waits while another decides, also where another has followed it
   */
  void untilInterrupted(Optional<String> takeOver, boolean standsBy, PrintWriter out)
      throws InterruptedException {
    AtomicReference<Optional<LiveServer>> present = new AtomicReference<>(Optional.empty());
    HangUp.does(() -> present.get().ifPresent(LiveServer::tryToReload));
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> present.get().ifPresent(LiveServer::close), "stop"));
    boolean isFollowed = true;
    while (isFollowed) {
      LiveServer server = start(takeOver, standsBy, out);
      present.set(Optional.of(server));
      out.println("Stop with Ctrl-C; what runs goes on, and the next start takes it up again.");
      isFollowed = server.awaitEnd();
      present.set(Optional.empty());
      server.close();
      CommandFailure.when(isFollowed && !standsBy, "another service decides on the same store now");
    }
  }
}
