package org.espalier.workload.system;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.pet.EtcFiles;
import org.espalier.workload.pet.EtcSettings;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetTable;

/** Where the PET of a system comes from. */
final class PetSource {
  private static final Duration UNIT = Duration.ofMillis(1);

  private final DocumentNode node;
  private final Duration tick;
  private final MissingCells missing;

  PetSource(DocumentNode node, Duration tick, MissingCells missing) {
    this.node = node;
    this.tick = tick;
    this.missing = missing;
  }

  /** The PET, or empty if there are problems. */
  Optional<Loaded<PetTable>> read() {
    if (!node.isMapping()) {
      return node.asString().find().flatMap(name -> readFile(node.resolve(name), UNIT));
    }
    Duration unit = node.duration("unit").orElse(UNIT);
    Optional<String> file = node.string("file").required();
    node.rejectUnknownKeys();
    return file.flatMap(name -> readFile(node.resolve(name), unit));
  }

  private Optional<Loaded<PetTable>> readFile(Path file, Duration unit) {
    return SystemFiles.isEtc(file) ? readEtc(file, unit) : readCsv(file);
  }

  private Optional<Loaded<PetTable>> readEtc(Path file, Duration unit) {
    long ticks = unit.dividedBy(tick);
    if (ticks < 1 || ticks > Integer.MAX_VALUE || !tick.multipliedBy(ticks).equals(unit)) {
      node.report(
          "a unit of %s is not a whole number of ticks of %s"
              .formatted(Quantities.text(unit), Quantities.text(tick)),
          "let the tick divide the unit");
      return Optional.empty();
    }
    EtcSettings settings =
        new EtcSettings(
            tick, (int) ticks, OptionalLong.empty(), EtcSettings.DEFAULTS.sumTolerance());
    return EtcFiles.read(file, settings, node.problems());
  }

  private Optional<Loaded<PetTable>> readCsv(Path file) {
    Optional<Loaded<PetTable>> table = PetFiles.read(file, missing, node.problems());
    if (table.isPresent() && !table.get().value().tick().equals(tick)) {
      node.report(
          "the PET file has ticks of %s, the system of %s"
              .formatted(Quantities.text(table.get().value().tick()), Quantities.text(tick)),
          "give both the same tick");
      return Optional.empty();
    }
    return table;
  }
}
