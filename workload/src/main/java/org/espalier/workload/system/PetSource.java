package org.espalier.workload.system;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiPredicate;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.pet.EtcFiles;
import org.espalier.workload.pet.Means;
import org.espalier.workload.pet.MeasuredFiles;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetGenerator;
import org.espalier.workload.pet.PetSpec;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.pet.SampleFiles;
import org.espalier.workload.pet.SampleSettings;
import org.espalier.workload.pet.TimeDistribution;
import org.espalier.workload.pet.TypeChoice;

/**
 * Where the PET of a system comes from: the name of a file, or a mapping with one of three keys.
 *
 * <pre>{@code
 * pet:
 *   file: classes.etc       # .etc or .pet.csv
 *   unit: 1 ms              # of the times in a .etc file
 * pet:
 *   samples: times.csv      # task_type,machine_type,execution_time_s
 *   means: means.csv        # in seconds; left out: none are scaled
 *   step: 20 ms             # found from the samples if left out
 * pet:
 *   generate:
 *     means: means.csv
 *     unit: 1 ms            # of the means; default 1 s
 *     seed: 1
 *     samples: 500
 *     shape: [1, 20]        # or lognormal: 1.2, or bimodal: [0.2, 5]
 *     step: 2 ms            # found from the samples if left out
 * }</pre>
 *
 * @param choice the types that the system names; samples of others are passed over
 */
record PetSource(DocumentNode node, Duration tick, MissingCells missing, TypeChoice choice) {
  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int MOST_SAMPLES = 1_000_000;
  private static final List<String> DISTRIBUTIONS =
      List.of("shape", "scale", "lognormal", "bimodal");

  /** The PET, or empty if there are problems. */
  Optional<Loaded<PetTable>> read() {
    if (!node.isMapping()) {
      return node.asFileName().find().flatMap(n -> readFile(node.resolve(n), MILLISECOND));
    }
    if (node.has("generate")) {
      return node.mapping("generate").find().flatMap(this::generate).map(this::onlyThis);
    }
    return node.has("samples") ? readSamples() : readNamedFile();
  }

  /** The PET of a file that takes the place of this source, which is not looked at. */
  Optional<Loaded<PetTable>> read(OtherPet other) {
    return readFile(other.file(), MILLISECOND);
  }

  private Optional<Loaded<PetTable>> readNamedFile() {
    Optional<Duration> unit = node.duration("unit").find();
    Optional<String> file = node.fileName("file").required();
    node.rejectUnknownKeys();
    if (unit.isPresent() && file.filter(name -> SystemFiles.isEtc(Path.of(name))).isEmpty()) {
      node.report("unit", "is of .etc files; a PET in CSV is in seconds", "leave it out");
    }
    return file.flatMap(name -> readFile(node.resolve(name), unit.orElse(MILLISECOND)));
  }

  private Optional<Loaded<PetTable>> readSamples() {
    Optional<Path> file = node.fileName("samples").find().map(node::resolve);
    Optional<Path> means = node.fileName("means").find().map(node::resolve);
    OptionalLong step = step(node);
    node.rejectUnknownKeys();
    return file.flatMap(samples -> readSamples(samples, means, step));
  }

  private Optional<Loaded<PetTable>> readSamples(
      Path samples, Optional<Path> means, OptionalLong step) {
    return SampleFiles.read(
        new MeasuredFiles(samples, means, choice),
        new SampleSettings(tick, step, missing),
        node.problems());
  }

  /** The PET of times that take the place of this source. */
  Optional<Loaded<PetTable>> read(MeasuredTimes times) {
    Optional<Duration> step = times.step();
    if (step.isPresent() && !isWhole(step.get())) {
      return node.report(
          "the measured times have a step of %s, which is not a whole number of ticks of %s"
              .formatted(Quantities.text(step.get()), Quantities.text(tick)),
          "change either");
    }
    return readSamples(
        times.samples(), times.means(), step.map(this::ticks).orElse(OptionalLong.empty()));
  }

  private Loaded<PetTable> onlyThis(Loaded<PetTable> table) {
    node.rejectUnknownKeys();
    return table;
  }

  private Optional<Loaded<PetTable>> generate(DocumentNode from) {
    Optional<String> means = from.fileName("means").required();
    Duration unit = from.duration("unit").orElse(SECOND);
    long seed = from.longInteger("seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(1L);
    int samples = from.integer("samples", 1, MOST_SAMPLES).orElse(PetSpec.SAMPLES);
    TimeDistribution times = distribution(from);
    OptionalLong step = step(from);
    from.rejectUnknownKeys();
    PetSpec spec = new PetSpec(tick, unit, seed, samples, times, step);
    return means.flatMap(name -> generate(from, from.resolve(name), spec));
  }

  private static Optional<Loaded<PetTable>> generate(DocumentNode from, Path file, PetSpec spec) {
    Optional<Means> means = Means.read(file, from.problems());
    if (means.isPresent() && means.get().areInSeconds() && !spec.unit().equals(SECOND)) {
      from.report("unit", "is not that of the means, which are in seconds", "leave it out");
    }
    return means.flatMap(found ->
        PetGenerator.generate(found, spec, from.problems().in(file))
            .map(pet -> pet.with(found.notes())));
  }

  private OptionalLong step(DocumentNode from) {
    Optional<Duration> step = from.duration("step").find();
    if (step.isPresent() && !isWhole(step.get())) {
      from.report(
          "step", "is not a whole number of ticks of " + Quantities.text(tick), "change either");
    }
    return step.map(this::ticks).orElse(OptionalLong.empty());
  }

  private boolean isWhole(Duration step) {
    return step.toNanos() % tick.toNanos() == 0;
  }

  private OptionalLong ticks(Duration step) {
    return OptionalLong.of(Math.max(1, step.dividedBy(tick)));
  }

  private Optional<Loaded<PetTable>> readFile(Path file, Duration unit) {
    return SystemFiles.isEtc(file) ? readEtc(file, unit) : readCsv(file);
  }

  private Optional<Loaded<PetTable>> readEtc(Path file, Duration unit) {
    long ticks = unit.dividedBy(tick);
    if (ticks < 1 || ticks > Integer.MAX_VALUE || !tick.multipliedBy(ticks).equals(unit)) {
      return node.report(
          "a unit of %s is not a whole number of ticks of %s"
              .formatted(Quantities.text(unit), Quantities.text(tick)),
          "let the tick divide the unit");
    }
    return EtcFiles.read(file, tick, (int) ticks, node.problems());
  }

  private Optional<Loaded<PetTable>> readCsv(Path file) {
    Optional<Loaded<PetTable>> table = PetFiles.read(file, missing, node.problems());
    if (table.isPresent() && !table.get().value().tick().equals(tick)) {
      return node.report(
          "the PET file has ticks of %s, the system of %s"
              .formatted(Quantities.text(table.get().value().tick()), Quantities.text(tick)),
          "give both the same tick");
    }
    return table;
  }

  /** The distribution that is given; that of the sources if there is none, or it is wrong. */
  private static TimeDistribution distribution(DocumentNode from) {
    List<String> given = DISTRIBUTIONS.stream().filter(from::has).toList();
    if (given.size() > 1) {
      from.report(
          given.getLast(),
          "stands beside " + given.getFirst(),
          "keep one: both say how times vary");
    }
    Optional<TimeDistribution> shape =
        range(from, "shape")
            .<TimeDistribution>map(b -> new TimeDistribution.Gamma(b.get(0), b.get(1)))
            .or(() ->
                range(from, "scale")
                    .map(b -> new TimeDistribution.GammaByScale(b.get(0), b.get(1))));
    return from.number("lognormal", 1e-3, 3)
        .find()
        .<TimeDistribution>map(TimeDistribution.LogNormal::new)
        .or(() -> bimodal(from))
        .or(() -> shape)
        .orElse(PetSpec.TIMES);
  }

  private static Optional<List<Double>> range(DocumentNode from, String key) {
    return two(
        from, key, (least, greatest) -> least >= 1e-3 && least <= greatest, "[least, greatest]");
  }

  private static Optional<TimeDistribution> bimodal(DocumentNode from) {
    return two(
            from,
            "bimodal",
            (share, ratio) -> share <= 1 && ratio >= 1 && ratio <= 1000,
            "[share of long times, 0 to 1; how many times the short ones they take, 1 to 1000]")
        .map(numbers -> new TimeDistribution.Bimodal(numbers.get(0), numbers.get(1)));
  }

  private static Optional<List<Double>> two(
      DocumentNode from, String key, BiPredicate<Double, Double> fit, String expected) {
    Optional<List<DocumentNode>> given = from.list(key).find();
    if (given.isEmpty()) {
      return Optional.empty();
    }
    List<Double> numbers =
        given.get().stream().flatMap(number -> number.asNumber(0, 1e6).find().stream()).toList();
    if (numbers.size() < given.get().size()) {
      return Optional.empty();
    }
    return numbers.size() == 2 && fit.test(numbers.get(0), numbers.get(1))
        ? Optional.of(numbers)
        : from.report(key, "does not fit", "expected " + expected);
  }
}
