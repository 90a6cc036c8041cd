package org.espalier.service.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.agent.AgentsSettings;
import org.espalier.service.backend.BackendProvider;
import org.espalier.service.backend.BackendSettings;
import org.espalier.service.http.HttpSettings;
import org.espalier.service.scheduling.Policies;
import org.espalier.service.scheduling.Policies.Fallback;
import org.espalier.service.scheduling.SchedulerSettings;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.BelievedPets;
import org.espalier.workload.pet.SizeClasses;
import org.espalier.workload.policy.PolicyChoice;
import org.espalier.workload.policy.PolicyVocabulary;
import org.espalier.workload.policy.RegistrySettings;
import org.espalier.workload.system.SystemFiles;

/**
 * Descriptions of live systems: YAML documents that name a system, a policy, what tasks of each
 * type run, and where everything is kept. {@code docs/live-reference.yaml} shows every key.
 */
public final class LiveFiles {
  private static final int MOST_TASKS = 1_000_000;
  private static final int DEFAULT_TASKS = 10_000;
  private static final long PATIENCE_MILLIS = 10_000;

  private static final String JIT = "JIT";

  /**
   * Servers begin what they are handed ahead by themselves: a commit and a usual request before.
   */
  private static final Map<String, String> LEAD = Map.of("JIT.lead", "10 ms");

  /** Keys that cannot be judged while the system is not known. */
  private static final List<String> OF_THE_SYSTEM =
      List.of(
          "policy",
          "preset",
          "settings",
          "task_types",
          "data",
          "backend",
          "store",
          "learning",
          "fallback",
          "fallback_after",
          "priorities",
          "urgencies",
          "users");

  private LiveFiles() {}

  /**
   * Reads a description.
   *
   * @param registry the policies there are
   * @throws org.espalier.workload.document.InvalidInputException if anything is wrong with it or
   *     with a file it names
   */
  public static Loaded<LiveSettings> read(Path file, PolicyRegistry registry) {
    return read(file, registry, Optional.empty());
  }

  /**
   * Reads a description.
   *
   * @param directory where all is kept in place of the data directory that the file names; a
   *     database elsewhere stays where it is
   */
  public static Loaded<LiveSettings> read(
      Path file, PolicyRegistry registry, Optional<Path> directory) {
    return Problems.demand(problems -> read(file, registry, directory, problems));
  }

  /** Reads a description; empty if there are problems, which are added to those there are. */
  public static Optional<Loaded<LiveSettings>> read(
      Path file, PolicyRegistry registry, Problems problems) {
    return read(file, registry, Optional.empty(), problems);
  }

  private static Optional<Loaded<LiveSettings>> read(
      Path file, PolicyRegistry registry, Optional<Path> directory, Problems problems) {
    long before = problems.count();
    return Document.read(file, problems)
        .flatMap(root -> read(root, registry, directory))
        .filter(read -> problems.count() == before);
  }

  private static Optional<Loaded<LiveSettings>> read(
      DocumentNode root, PolicyRegistry registry, Optional<Path> directory) {
    Optional<Loaded<HcSystem>> system =
        root.fileName("system")
            .required()
            .flatMap(name -> SystemFiles.read(root.resolve(name), root.problems()));
    Optional<HttpSettings> http = HttpReader.read(root);
    Optional<Duration> retention = root.duration("retention").find();
    Optional<URI> traces =
        root.string("traces").find().flatMap(text -> MachinesReader.url(root, "traces", text));
    int capacity = root.integer("batch_queue", 1, MOST_TASKS).orElse(DEFAULT_TASKS);
    if (system.isEmpty()) {
      OF_THE_SYSTEM.forEach(root::has);
      BackendReader.keys().forEach(root::has);
      root.string("backend").find().ifPresent(root::has);
      root.rejectUnknownKeys();
      return Optional.empty();
    }
    SizeReader sizeReader = new SizeReader(root);
    Map<String, SizeClasses> sizes = sizeReader.read();
    HcSystem described = sizeReader.expand(system.get().value(), sizes);
    Optional<PolicyChoice> policy = PolicyChoice.read(root, registry, described);
    Optional<Fallback> fallback = fallback(root, registry.namesFor(described));
    BackendReader backends =
        new BackendReader(
            root, described, ServiceLoader.load(BackendProvider.class, registry.loader()));
    TaskCommands commands =
        new CommandReader(
                root,
                described,
                sizes,
                backends.servers(),
                !backends.isSimulated(),
                backends.setsFrequencies())
            .read();
    checkVersions(root, system.get().value(), sizes, commands);
    Path written = root.resolve(root.fileName("data").orElse("data"));
    Path data = directory.map(d -> d.toAbsolutePath().normalize()).orElse(written);
    BackendSettings backend = backends.read(commands, data);
    String named = store(root, data);
    boolean stays = directory.isEmpty() || named.contains("://");
    String store = stays ? named : LiveSettings.storeIn(data).toString();
    boolean learns = learns(root);
    root.rejectUnknownKeys();
    if (policy.isEmpty() || http.isEmpty()) {
      return Optional.empty();
    }
    RegistrySettings given = policy.get().settings();
    boolean leads =
        (commands.haveRequests() || backend instanceof AgentsSettings)
            && registry.find(JIT).isPresent()
            && root.mapping("settings").find().filter(node -> node.has("JIT.lead")).isEmpty();
    if (leads) {
      given = given.with(new PolicyVocabulary(registry).values(LEAD), described.tick());
    }
    HcSystem believed = backends.isSimulated() ? BelievedPets.thinned(described) : described;
    Policies policies = Policies.of(registry, given, believed, fallback);
    if (!commands.urgencies().isEmpty()) {
      policies = policies.byUtility();
      if (!policies.names().contains(policy.get().policy())) {
        return root.report(
            "policy",
            "takes what a task is worth to stay until its deadline, but there are urgencies",
            "take one by utility: JIT with settings: {JIT.by_utility: true}, or Max-UPT");
      }
    }
    if (commands.isAnyRising()) {
      policies = policies.bearingRisingWorth();
      checkBearing(root, "policy", Optional.of(policy.get().policy()), policies);
      checkBearing(root, "fallback", fallback.map(Fallback::policy), policies);
    }
    SchedulerSettings scheduler =
        new SchedulerSettings(
            believed,
            given.common().rules(),
            policies,
            policy.get().policy(),
            commands,
            capacity,
            PATIENCE_MILLIS);
    LiveSettings settings =
        new LiveSettings(
            scheduler, data, backend, learns, store, retention, http.get(), traces, root.written());
    PolicyProvider provider = registry.find(scheduler.policy()).orElseThrow().provider();
    PolicySettings common = policy.get().settings().common();
    List<String> notes = new ArrayList<>(policy.get().notes());
    provider.caution(common).ifPresent(notes::add);
    if (leads && scheduler.policy().equals(JIT)) {
      notes.add(
          "JIT.lead is 10 ms, since machines begin what is handed over ahead;"
              + " settings may say another");
    }
    notes.addAll(worthNotes(scheduler, commands));
    if (described.hasVersions() && !provider.choosesVersions(common)) {
      notes.add(
          "policy %s serves all tasks in full: as it is set, it cannot choose versions"
              .formatted(scheduler.policy()));
    }
    return Optional.of(new Loaded<>(settings, system.get().notes()).with(notes));
  }

  /** Reports versions that no command makes of what a task of the type says. */
  private static void checkVersions(
      DocumentNode root, HcSystem system, Map<String, ?> sizes, TaskCommands commands) {
    if (system.hasVersions() && !sizes.isEmpty()) {
      root.report(
          "task_types",
          "have classes of sizes, and the system has versions",
          "leave one of both out");
      return;
    }
    for (TaskType type : system.taskTypes()) {
      for (Version version : type.versions()) {
        String name = system.taskTypes().get(version.type()).name();
        if (!commands.mayServe(type.name(), name)) {
          root.report(
              "task_types",
              "%s may be served as %s, which has no command or request with the same parameters"
                  .formatted(type.name(), name),
              "give both the same parameters, or leave the version out of the system");
        }
      }
    }
  }

  /** Says where tasks are given a worth that the policy does not mind. */
  private static List<String> worthNotes(SchedulerSettings settings, TaskCommands commands) {
    String policy = settings.policy();
    List<String> notes = new ArrayList<>();
    if (commands.differInWorth() && !settings.policies().mindsWorth(policy)) {
      notes.add(
          "policy %s does not mind what tasks are worth; what task types, priorities and users say of that changes nothing"
              .formatted(policy));
    }
    if (commands.mustSome() && !settings.policies().putsMustFirst(policy)) {
      notes.add(
          "policy %s does not put first what must be completed; take one by deadlines, as JIT or PAM"
              .formatted(policy));
    }
    return notes;
  }

  /** Reports a policy that needs worth which never rises where some urgency does. */
  private static void checkBearing(
      DocumentNode root, String key, Optional<String> policy, Policies policies) {
    if (policy.filter(policies::needsFallingUtility).isPresent()) {
      root.report(
          key,
          "needs worth that never rises with time, and one of the urgencies rises",
          "take another, as JIT with settings: {JIT.by_utility: true}, or curves that fall");
    }
  }

  /** What decides in place of a policy that fails. */
  private static Optional<Fallback> fallback(DocumentNode root, List<String> policies) {
    Optional<String> name = root.string("fallback").find();
    Optional<Duration> after = root.duration("fallback_after").find();
    if (name.isPresent() && !policies.contains(name.get())) {
      root.report("fallback", "no policy for this system", Names.remedy(name.get(), policies));
    } else if (name.isEmpty() && after.isPresent()) {
      root.report("fallback_after", "means nothing without fallback", "add fallback: MM");
    }
    return name.map(policy -> new Fallback(policy, after));
  }

  private static boolean learns(DocumentNode root) {
    Optional<DocumentNode> learning = root.mapping("learning").find();
    boolean learns = learning.flatMap(node -> node.flag("enabled").find()).orElse(true);
    learning.ifPresent(DocumentNode::rejectUnknownKeys);
    return learns;
  }

  private static String store(DocumentNode root, Path data) {
    Optional<String> store = root.string("store").find();
    if (store.isEmpty()) {
      return LiveSettings.storeIn(data).toString();
    }
    return store.get().contains(":")
        ? store.get()
        : root.fileName("store").map(root::resolve).orElse(data).toString();
  }
}
