package org.espalier.workload.system;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.RecordedOutages;
import org.espalier.core.model.Scale;
import org.espalier.core.model.TaskType;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.pet.TypeChoice;

/** Reads one system description. */
final class SystemReader {
  private static final int MOST_MACHINES = 100_000;

  private static final double LEAST_FACTOR = 1e-3;
  private static final double GREATEST_FACTOR = 1e3;

  /** Share of a mean that is not told from rounding. */
  private static final double ROUNDING = 1e-9;

  private final DocumentNode root;
  private final Optional<OtherTimes> times;
  private final long problemsBefore;
  private final Map<String, MachineType> machineTypes = new LinkedHashMap<>();

  /** What the machine types that are like others have from them, by their names. */
  private final Map<String, MachineType.Like> likes = new LinkedHashMap<>();

  private final Map<String, Machine> machines = new LinkedHashMap<>();
  private final Map<String, Integer> nextNumbers = new HashMap<>();
  private final List<String> ofOutages = new ArrayList<>();

  /**
   * A reader.
   *
   * @param times what takes the place of the PET that the description names
   */
  SystemReader(DocumentNode root, Optional<OtherTimes> times) {
    this.root = root;
    this.times = times;
    this.problemsBefore = root.problems().count();
  }

  /** The system, or empty if there are problems. */
  Optional<Loaded<HcSystem>> read() {
    String name = root.string("name").required("");
    Optional<Duration> tick = root.duration("tick").required();
    MissingCells missing = root.choice("missing", MissingCells.class).orElse(MissingCells.ERROR);
    Optional<DocumentNode> pet = root.node("pet").required();
    Optional<PowerSource> power = root.node("power").find().map(PowerSource::new);
    List<DocumentNode> typeNodes = root.list("machine_types").orElse(List.of());
    List<DocumentNode> machineNodes = machines();
    List<String> taskTypes = taskTypes();
    Optional<DocumentNode> scale = root.mapping("scale").find();
    Optional<DocumentNode> versions = root.mapping("versions").find();
    root.rejectUnknownKeys();
    typeNodes.forEach(this::readMachineType);
    TypeChoice choice = new TypeChoice(taskTypes, withColumns());
    Optional<Loaded<PetTable>> table =
        pet.map(node -> new PetSource(node, tick.orElse(Duration.ofMillis(1)), missing, choice))
            .flatMap(this::readPet)
            .flatMap(loaded -> rows(loaded, taskTypes))
            .map(loaded -> loaded.map(this::withLikes));
    table.ifPresent(loaded -> matchMachineTypes(loaded.value()));
    if (table.isPresent() || !typeNodes.isEmpty()) {
      scale.ifPresent(this::readScale);
      machineNodes.forEach(this::readMachine);
      typeNodes.forEach(this::readOutages);
    }
    if (table.isEmpty() || !isMatched(table.get().value())) {
      return Optional.empty();
    }
    Loaded<PetTable> matched = table.get().map(this::columns);
    checkSpeeds(matched.value());
    List<TaskType> types = VersionReader.read(versions, matched.value().taskTypes());
    Optional<Loaded<ApcMatrix>> apc =
        power.flatMap(source -> source.read(matched.value(), machineTypes, likes));
    return root.problems().count() > problemsBefore
        ? Optional.empty()
        : Optional.of(system(name, types, matched, apc));
  }

  /** Whether the PET has all the machine types, and each of its task types runs on one of them. */
  private boolean isMatched(PetTable table) {
    return table.machineTypes().containsAll(machineTypes.keySet())
        && IntStream.range(0, table.taskTypes().size()).allMatch(i -> runsSomewhere(table, i));
  }

  private boolean runsSomewhere(PetTable table, int taskType) {
    return machineTypes.keySet().stream()
        .mapToInt(table.machineTypes()::indexOf)
        .anyMatch(j -> j >= 0 && table.matrix().canRun(taskType, j));
  }

  /** The names of the task types that are wanted of the PET; none for all. */
  private List<String> taskTypes() {
    List<String> names = new ArrayList<>();
    for (DocumentNode node : root.list("task_types").orElse(List.of())) {
      Optional<String> name = node.asString().find();
      if (name.isPresent() && names.contains(name.get())) {
        node.report("stands here twice", "remove one");
      }
      name.ifPresent(names::add);
    }
    return names;
  }

  /** The PET that the system names, or the times in its place. */
  private Optional<Loaded<PetTable>> readPet(PetSource source) {
    if (times.isEmpty()) {
      return source.read();
    }
    return switch (times.get()) {
      case MeasuredTimes measured -> source.read(measured);
      case OtherPet pet -> readPet(source, pet);
    };
  }

  /** Another PET; a .etc file has no names: its columns are the machine types in their order. */
  private Optional<Loaded<PetTable>> readPet(PetSource source, OtherPet pet) {
    Optional<Loaded<PetTable>> table = source.read(pet);
    boolean byOrder = SystemFiles.isEtc(pet.file()) && !machineTypes.isEmpty();
    return byOrder ? table.flatMap(read -> withNamesOfMachineTypes(read, pet)) : table;
  }

  private Optional<Loaded<PetTable>> withNamesOfMachineTypes(
      Loaded<PetTable> loaded, OtherPet pet) {
    int columns = loaded.value().machineTypes().size();
    if (columns != withColumns().size()) {
      return root.report(
          "machine_types",
          "%s machine types are named, %s has %s"
              .formatted(withColumns().size(), pet.file().getFileName(), columns),
          "name one for each machine of the file, in their order");
    }
    return Optional.of(loaded.map(table -> table.named(table.taskTypes(), withColumns())));
  }

  /** The rows of the named task types, in their order; empty if one of them is absent. */
  private Optional<Loaded<PetTable>> rows(Loaded<PetTable> loaded, List<String> names) {
    List<String> rows = loaded.value().taskTypes();
    for (String name : names) {
      if (!rows.contains(name)) {
        root.report(
            "task_types",
            "task type %s has no row in the PET".formatted(name),
            Names.remedy(name, rows));
      }
    }
    if (names.isEmpty() || !rows.containsAll(names)) {
      return names.isEmpty() ? Optional.of(loaded) : Optional.empty();
    }
    return Optional.of(loaded.map(table -> table.rows(names)));
  }

  /** The machines that are described; that there are none is a problem unless the key is absent. */
  private List<DocumentNode> machines() {
    Optional<List<DocumentNode>> nodes = root.list("machines").find();
    if (nodes.filter(List::isEmpty).isPresent()) {
      root.report(
          "machines", "lists no machines", "name some, or leave the key out for one of each type");
    }
    return nodes.orElse(List.of());
  }

  private void readMachineType(DocumentNode node) {
    if (node.has("like")) {
      readLike(node);
      return;
    }
    if (node.has("factor")) {
      node.report("factor", "stands without like", "name the machine type that this one is like");
    }
    new MachineTypeReader(node).read(machineTypes.size()).ifPresent(type -> add(node, type));
  }

  private void readLike(DocumentNode node) {
    Optional<MachineType> other =
        node.string("like")
            .find()
            .flatMap(name ->
                known(name, node, "like", "no machine type of this name stands before this one"));
    double factor = node.number("factor", LEAST_FACTOR, GREATEST_FACTOR).orElse(1.0);
    other
        .flatMap(type -> new MachineTypeReader(node).readLike(machineTypes.size(), type, factor))
        .ifPresent(type -> {
          likes.put(type.name(), type.like().orElseThrow());
          add(node, type);
        });
  }

  /** How many machines of some types are on. */
  private void readScale(DocumentNode block) {
    for (String name : block.keys()) {
      Optional<Scale> scale = block.mapping(name).find().map(ScaleReader::read);
      known(name, block, name, "is none of machine_types")
          .ifPresent(type -> machineTypes.put(name, type.scaled(scale)));
    }
  }

  /** The machine type of a name; that there is none so far is reported at a key. */
  private Optional<MachineType> known(String name, DocumentNode node, String key, String problem) {
    return Optional.ofNullable(machineTypes.get(name))
        .or(() -> node.report(key, problem, Names.remedy(name, machineTypes.keySet())));
  }

  /** The machine types that have columns of their own in the PET, in their order. */
  private List<String> withColumns() {
    return machineTypes.keySet().stream().filter(name -> !likes.containsKey(name)).toList();
  }

  /** The PET with the columns of machine types that are like others, where it has these. */
  private PetTable withLikes(PetTable table) {
    PetTable wider = table;
    for (Map.Entry<String, MachineType.Like> entry : likes.entrySet()) {
      MachineType.Like like = entry.getValue();
      if (table.machineTypes().contains(entry.getKey())) {
        root.report(
            "machine_types",
            "machine type %s is like %s, and has a column of its own in the PET"
                .formatted(entry.getKey(), like.machineType()),
            "leave out like, or give it another name");
      } else if (table.machineTypes().contains(like.machineType())) {
        wider = wider.withColumnLike(entry.getKey(), like.machineType(), like.factor());
      }
    }
    return wider;
  }

  private void add(DocumentNode node, MachineType type) {
    if (machineTypes.putIfAbsent(type.name(), type) != null) {
      node.report("name", "two machine types have this name", "rename one");
    }
  }

  /** Takes the machine types of the PET where none are named; else finds each in the PET. */
  private void matchMachineTypes(PetTable table) {
    List<String> columns = table.machineTypes();
    if (machineTypes.isEmpty()) {
      columns.forEach(c -> machineTypes.put(c, table.machineType(machineTypes.size(), c)));
    }
    Collection<String> names = machineTypes.keySet();
    for (String name : names) {
      if (!columns.contains(name)) {
        root.report(
            "machine_types",
            "machine type %s has no column in the PET".formatted(name),
            Names.remedy(name, columns));
      }
    }
    machineTypes.values().stream()
        .filter(type -> columns.contains(type.name()))
        .forEach(type -> matchPStates(type, table.matrix().pStates(columns.indexOf(type.name()))));
    for (int i = 0; i < table.taskTypes().size() && columns.containsAll(names); i++) {
      checkRunsSomewhere(table, i);
    }
  }

  private void matchPStates(MachineType type, int inPet) {
    if (type.pStates().size() != inPet) {
      root.report(
          "machine_types",
          "machine type %s has %s P-states, the PET has times in %s"
              .formatted(type.name(), type.pStates().size(), inPet),
          "list them under p_states, and give a .pet.csv with the column p_state for each");
    }
  }

  private void checkRunsSomewhere(PetTable table, int taskType) {
    if (!runsSomewhere(table, taskType)) {
      root.report(
          "machine_types",
          "task type %s can run on none of them".formatted(table.taskTypes().get(taskType)),
          "name a machine type that can run it");
    }
  }

  /** Reports machine types that have nothing to run, and P-states faster than P-state 0. */
  private void checkSpeeds(PetTable table) {
    PetMatrix pet = table.matrix();
    for (int j = 0; j < pet.machineTypes(); j++) {
      int machineType = j;
      IntStream.range(0, pet.taskTypes()).forEach(i -> checkPStates(table, i, machineType));
      if (IntStream.range(0, pet.taskTypes()).noneMatch(i -> pet.canRun(i, machineType))) {
        root.report(
            "machine_types",
            "machine type %s can run no task type".formatted(table.machineTypes().get(j)),
            "leave it out, or give it execution times of one at least");
      }
    }
  }

  private void checkPStates(PetTable table, int taskType, int machineType) {
    PetMatrix pet = table.matrix();
    for (int p = 1; pet.canRun(taskType, machineType) && p < pet.pStates(machineType); p++) {
      double fastest = pet.get(taskType, machineType, 0).mean();
      double mean = pet.get(taskType, machineType, p).mean();
      if (mean < fastest * (1 - ROUNDING)) {
        root.report(
            "pet",
            "task type %s on machine type %s takes %s ticks on average in P-state %s, %s in P-state 0"
                .formatted(
                    table.taskTypes().get(taskType),
                    table.machineTypes().get(machineType),
                    mean,
                    p,
                    fastest),
            "let P-state 0 be the fastest");
      }
    }
  }

  private void readMachine(DocumentNode node) {
    Optional<MachineType> type =
        node.string("type").required().flatMap(n -> known(n, node, "type", "unknown machine type"));
    Optional<String> name = node.string("name").find();
    Optional<Integer> count = node.integer("count", 1, MOST_MACHINES).find();
    node.rejectUnknownKeys();
    if (name.isPresent() && count.isPresent() && count.get() > 1) {
      node.report("name", "one name for several machines", "leave out name or count");
    } else if (type.isPresent()) {
      addMachines(node, type.get(), name, count.orElse(1));
    }
  }

  private void addMachines(DocumentNode node, MachineType type, Optional<String> name, int count) {
    if (machines.size() + count > MOST_MACHINES) {
      node.report(
          String.format(Locale.ROOT, "more than %,d machines", MOST_MACHINES),
          "describe a smaller system");
      return;
    }
    for (int i = 0; i < count; i++) {
      String own = name.orElseGet(() -> nextName(type.name()));
      if (machines.putIfAbsent(own, new Machine(machines.size(), own, type)) != null) {
        node.report("name", "two machines have this name", "rename one");
      }
    }
  }

  /** Gives a machine type the outages of its file, which names its machines. */
  private void readOutages(DocumentNode node) {
    MachineType type = machineTypes.get(node.string("name").orElse(""));
    Optional<String> file = node.fileName(MachineTypeReader.OUTAGES).find();
    if (file.isEmpty() || type == null) {
      return;
    }
    List<String> own =
        machines.values().stream()
            .filter(machine -> machine.type().equals(type))
            .map(Machine::name)
            .toList();
    List<String> names = machines.isEmpty() ? List.of(type.name() + "-0") : own;
    Loaded<RecordedOutages> outages =
        OutageFiles.read(node.resolve(file.get()), names, root.problems());
    ofOutages.addAll(outages.notes());
    MachineType whole = type.offAt(Optional.of(outages.value()));
    machineTypes.put(type.name(), whole);
    machines.replaceAll((name, machine) ->
        machine.type().equals(type) ? new Machine(machine.id(), name, whole) : machine);
  }

  /** The first that is free; those before the last one found are taken. */
  private String nextName(String type) {
    int number = nextNumbers.getOrDefault(type, 0);
    while (machines.containsKey(type + "-" + number)) {
      number++;
    }
    nextNumbers.put(type, number + 1);
    return type + "-" + number;
  }

  private Loaded<HcSystem> system(
      String name,
      List<TaskType> taskTypes,
      Loaded<PetTable> table,
      Optional<Loaded<ApcMatrix>> apc) {
    if (machines.isEmpty()) {
      machineTypes
          .values()
          .forEach(
              type -> machines.put(type.name(), new Machine(type.id(), type.name() + "-0", type)));
    }
    HcSystem system =
        new HcSystem(
            name,
            table.value().tick(),
            taskTypes,
            List.copyOf(machineTypes.values()),
            List.copyOf(machines.values()),
            table.value().matrix(),
            apc.map(Loaded::value));
    return new Loaded<>(system, table.notes())
        .with(apc.map(Loaded::notes).orElse(List.of()))
        .with(ofOutages)
        .with(Names.alike(table.value().taskTypes()))
        .with(Names.alike(machineTypes.keySet()))
        .with(absences(system));
  }

  private static List<String> absences(HcSystem system) {
    List<MachineType> types = system.machineTypes();
    List<String> liveToo = new ArrayList<>();
    if (system.hasFailures()) {
      liveToo.add("fail");
    }
    if (types.stream().anyMatch(type -> type.off().isPresent() && !type.mayFail())) {
      liveToo.add("are off at times");
    }
    List<String> studies = new ArrayList<>();
    if (types.stream().anyMatch(type -> type.scale().isPresent())) {
      studies.add("are switched as they are needed");
    }
    if (types.stream().anyMatch(type -> type.price().changes())) {
      studies.add("have prices by the time of the day");
    }
    List<String> notes = new ArrayList<>();
    String form = "system %s: machines %s in the trials of studies%s and nowhere else";
    if (!liveToo.isEmpty()) {
      String where = ", live with backend: simulated,";
      notes.add(form.formatted(system.name(), String.join(" or ", liveToo), where));
    }
    if (!studies.isEmpty()) {
      notes.add(form.formatted(system.name(), String.join(" or ", studies), ""));
    }
    return notes;
  }

  /** The columns of the named machine types, in their order. */
  private PetTable columns(PetTable table) {
    List<String> names = List.copyOf(machineTypes.keySet());
    return names.equals(table.machineTypes()) ? table : table.columns(names);
  }
}
