package org.espalier.workload.system;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.core.model.Boot;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.DailyOff;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.Timetable;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.text.CycleReader;

/**
 * Reads one machine type of a system description: its name, price and power. Power is given as
 * rated power and shares of it, or by P-state.
 */
record MachineTypeReader(DocumentNode node) {
  private static final double MOST_EXPENSIVE = 1e9;

  /** Of its rated power a machine draws this while it executes (JOURNAL 9.7). */
  private static final double ACTIVE_SHARE = 0.7;

  /** And this while it does not. */
  private static final double IDLE_SHARE = 0.25;

  private static final String PRICE = "price_per_hour";

  /** Key of the file of outages. */
  static final String OUTAGES = "outages";

  private static final List<String> POWER = List.of("rated_power", "idle_power", "p_states");

  /**
   * The machine type that is like another: its P-states and power are those of the other, and so is
   * its price if none is given. Empty if it has no name.
   */
  Optional<MachineType> readLike(int id, MachineType other, double factor) {
    Optional<String> name = node.string("name").required();
    for (String key : POWER) {
      if (node.has(key)) {
        node.report(
            key,
            "stands beside like: power and P-states are those of " + other.name(),
            "leave it out, or leave out like and give the PET a column for this machine type");
      }
    }
    MachineType.Like like =
        other.like().orElseGet(() -> new MachineType.Like(other.name(), 1)).times(factor);
    MachineType type =
        new MachineType(
                id, name.orElse(""), 0, other.idleWatts(), other.pStates(), Optional.of(like))
            .priced(price().orElse(other.price()))
            .failing(other.failures())
            .offAt(other.off().filter(DailyOff.class::isInstance))
            .booting(boot().orElse(other.boot()));
    boolean isOwn = node.has("failures") || node.has("off") || node.has(OUTAGES);
    MachineType whole = isOwn ? absence(type) : type;
    node.rejectUnknownKeys();
    return name.map(_ -> whole);
  }

  /** The same, which fails or is off at times if that is given. */
  private MachineType absence(MachineType type) {
    Optional<MachineType.Failures> failures = failures();
    Optional<Timetable> off =
        node.value("off", "two times of the day, as \"22:00-06:00\"", CycleReader::span)
            .<Timetable>map(daily -> daily)
            .find();
    node.fileName(OUTAGES).find(); // read when the names of the machines are known
    List<String> given = Stream.of("failures", "off", OUTAGES).filter(node::has).skip(1).toList();
    given.forEach(
        key -> node.report(key, "stands beside failures or off", "leave out one of them"));
    return type.failing(failures).offAt(off);
  }

  /** What an hour costs, a number or by the time of the day; empty if it is not given. */
  private Optional<Cycle> price() {
    Optional<DocumentNode> given = node.node(PRICE).find();
    return given.filter(each -> each.isList() || CycleReader.isMappingOrFile(each)).isPresent()
        ? new CycleReader(PRICE, MOST_EXPENSIVE, false)
            .read(given.get(), file -> file.asFileName().find().map(file::resolve))
        : node.number(PRICE, 0, MOST_EXPENSIVE).find().map(Cycle::constant);
  }

  /** How often such a machine fails, as {@code {mtbf: 100 h, mttr: 2 h}}; empty if not given. */
  private Optional<MachineType.Failures> failures() {
    Optional<DocumentNode> its = node.mapping("failures").find();
    Optional<Duration> mtbf = its.flatMap(each -> each.duration("mtbf").required());
    Optional<Duration> mttr = its.flatMap(each -> each.duration("mttr").required());
    its.ifPresent(DocumentNode::rejectUnknownKeys);
    return mtbf.flatMap(between -> mttr.map(repair -> new MachineType.Failures(between, repair)));
  }

  /** What one that was off takes, as {@code {time: 90 s, energy: 20 kJ}}; empty if not given. */
  private Optional<Boot> boot() {
    Optional<DocumentNode> its = node.mapping("boot").find();
    Optional<Duration> time = its.flatMap(each -> each.duration("time").required());
    double joules =
        its.flatMap(each -> each.value("energy", "an energy, as 20 kJ", Quantities::joules).find())
            .orElse(0.0);
    its.ifPresent(DocumentNode::rejectUnknownKeys);
    return time.map(takes -> new Boot(takes, joules));
  }

  /** The machine type, or empty if it has no name. */
  Optional<MachineType> read(int id) {
    Optional<String> name = node.string("name").required();
    Cycle price = price().orElse(Cycle.constant(0));
    boolean byPState = node.has("p_states");
    MachineType type = byPState ? byPState(id, name.orElse("")) : rated(id, name.orElse(""));
    MachineType whole = absence(type.priced(price)).booting(boot().orElse(Boot.NONE));
    node.rejectUnknownKeys();
    return name.filter(known -> !known.isEmpty()).map(known -> whole);
  }

  private MachineType rated(int id, String name) {
    double power = power(node, "rated_power");
    return new MachineType(id, name, 0, IDLE_SHARE * power, ACTIVE_SHARE * power);
  }

  private MachineType byPState(int id, String name) {
    if (node.has("rated_power")) {
      node.report(
          "rated_power", "stands beside p_states", "give idle_power and the power of each P-state");
      node.watts("rated_power");
    }
    List<PState> pStates = pStates();
    double idle = node.watts("idle_power").orElse(0.0);
    double highest = pStates.getFirst().activeWatts();
    if (idle > highest) {
      node.report(
          "idle_power",
          "an idle machine would draw more than an active one (idle %s W, active %s W)"
              .formatted(idle, highest),
          "let idle_power be at most the power of the first P-state");
    }
    return new MachineType(id, name, 0, Math.min(idle, highest), pStates);
  }

  /** The P-states; those that cannot be are reported and left out. */
  private List<PState> pStates() {
    List<PState> pStates = new ArrayList<>();
    for (DocumentNode item : node.list("p_states").orElse(List.of())) {
      String name = item.string("name").orElse(PState.defaultName(pStates.size()));
      double watts = power(item, "power");
      item.rejectUnknownKeys();
      if (isNext(item, name, watts, pStates)) {
        pStates.add(new PState(name, watts));
      }
    }
    if (pStates.isEmpty()) {
      node.report("p_states", "lists no P-states", "name one at least, the fastest first");
      pStates.add(new PState(PState.defaultName(0), 0));
    }
    return pStates;
  }

  /** The power at a key, 0 if it is not given; one of 0 that is given is reported. */
  private static double power(DocumentNode node, String key) {
    Optional<Double> watts = node.watts(key).find();
    if (watts.filter(power -> power == 0).isPresent()) {
      node.report(key, "is no power", "give one above 0, or leave it out where it is not known");
    }
    return watts.orElse(0.0);
  }

  private static boolean isNext(DocumentNode item, String name, double watts, List<PState> before) {
    boolean named = before.stream().anyMatch(pState -> pState.name().equals(name));
    boolean rises = !before.isEmpty() && watts > before.getLast().activeWatts();
    if (named) {
      item.report("name", "two P-states have the name " + name, "rename one");
    }
    if (rises) {
      item.report(
          "power",
          "is more than the %s W of the P-state before".formatted(before.getLast().activeWatts()),
          "list P-states in order of falling power");
    }
    return !named && !rises;
  }
}
