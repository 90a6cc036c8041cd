package org.espalier.workload.system;

import static java.util.stream.Collectors.toMap;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.Boot;
import org.espalier.core.model.Cycle;
import org.espalier.core.model.DailyOff;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Timetable;
import org.espalier.core.model.Version;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.document.YamlWriter;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;

/** Makes the YAML of a system, whose times and power stand in files beside it. */
record SystemWriter(HcSystem system) {
  private static final int WIDTH = 120;

  /** The description as YAML. */
  String yaml(SystemParts parts) {
    Map<String, Object> root =
        YamlWriter.entries(
            "name", system.name(),
            "tick", system.tick(),
            "versions",
                Optional.of(system.taskTypes().stream().filter(type -> type.versions().size() > 1))
                    .map(types -> types.collect(toMap(TaskType::name, this::versions)))
                    .filter(versions -> !versions.isEmpty()),
            "machine_types", system.machineTypes().stream().map(SystemWriter::type).toList(),
            "machines", machines(),
            "pet", String.valueOf(parts.pet().getFileName()),
            "power", parts.power().map(file -> String.valueOf(file.getFileName())),
            "scale", scales());
    return new Dump(DumpSettings.builder().setWidth(WIDTH).build()).dumpToString(root);
  }

  private Optional<Map<String, Object>> scales() {
    Map<String, Object> scales = new LinkedHashMap<>();
    system
        .machineTypes()
        .forEach(type ->
            type.scale()
                .ifPresent(its ->
                    scales.put(
                        type.name(),
                        YamlWriter.entries(
                            "min", its.min(),
                            "max", its.max(),
                            "idle", its.idle(),
                            "by", its.by()))));
    return Optional.of(scales).filter(found -> !found.isEmpty());
  }

  private Map<String, Double> versions(TaskType type) {
    return type.versions().stream()
        .skip(1)
        .collect(toMap(v -> system.taskTypes().get(v.type()).name(), Version::share));
  }

  private static Map<String, Object> type(MachineType type) {
    boolean listed = type.isPowered() || type.pStates().size() > 1;
    return YamlWriter.entries(
        "name", type.name(),
        "price_per_hour",
            Optional.of(type.price()).filter(price -> price.mean() > 0).map(SystemWriter::price),
        "failures", type.failures().map(SystemWriter::failures),
        "off", type.off().flatMap(SystemWriter::off),
        "boot", Optional.of(type.boot()).filter(b -> !b.equals(Boot.NONE)).map(SystemWriter::boot),
        "idle_power", text(type.idleWatts(), "W"),
        "p_states",
            Optional.of(type.pStates().stream().map(SystemWriter::pState).toList())
                .filter(states -> listed));
  }

  /** A list of its own each time: YAML would refer to one that it has had. */
  private static Object price(Cycle price) {
    return price.changes() ? new ArrayList<>(price.values()) : (Object) price.mean();
  }

  private static Optional<String> off(Timetable times) {
    return times instanceof DailyOff(Duration from, Duration until)
        ? Optional.of("%s-%s".formatted(ofDay(from), ofDay(until)))
        : Optional.empty();
  }

  private static String ofDay(Duration time) {
    return String.format(Locale.ROOT, "%02d:%02d", time.toHours(), time.toMinutesPart());
  }

  private static Map<String, Object> failures(MachineType.Failures often) {
    return YamlWriter.entries(
        "mtbf", Quantities.inGreatestUnit(often.mtbf()),
        "mttr", Quantities.inGreatestUnit(often.mttr()));
  }

  private static Map<String, Object> boot(Boot boot) {
    return YamlWriter.entries("time", boot.time(), "energy", text(boot.joules(), "J"));
  }

  private static Map<String, Object> pState(PState pState) {
    return YamlWriter.entries("name", pState.name(), "power", text(pState.activeWatts(), "W"));
  }

  /** Empty for none. */
  private static String text(double amount, String unit) {
    return amount > 0 ? "%s %s".formatted(BigDecimal.valueOf(amount).toPlainString(), unit) : "";
  }

  private List<Map<String, Object>> machines() {
    List<Map<String, Object>> items = new ArrayList<>();
    boolean plain = hasPlainNames();
    for (Machine machine : system.machines()) {
      Map<String, Object> last = items.isEmpty() ? Map.of() : items.getLast();
      if (plain && machine.type().name().equals(last.get("type"))) {
        last.merge("count", 2, (before, one) -> (Integer) before + 1);
      } else {
        Map<String, Object> item = new LinkedHashMap<>();
        if (!plain) {
          item.put("name", machine.name());
        }
        item.put("type", machine.type().name());
        items.add(item);
      }
    }
    return items;
  }

  /** Whether all machines are named after their types and numbered in their order. */
  private boolean hasPlainNames() {
    Map<MachineType, Integer> next = new HashMap<>();
    return system.machines().stream()
        .allMatch(machine ->
            machine
                .name()
                .equals(
                    "%s-%s"
                        .formatted(
                            machine.type().name(),
                            next.merge(machine.type(), 1, Integer::sum) - 1)));
  }
}
