package org.espalier.profiler.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.profiler.sample.SampleCsv;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Quantities;

/** Reads what a plan measures to predict co-location. */
record PredictionReader(DocumentNode node, ColocationReader names) {
  /**
   * Works through memory of a size until it is killed; three quarters are read, the rest written.
   */
  private static final List<String> STRESSOR =
      List.of("stress-ng", "--quiet", "--stream", "1", "--stream-l3-size", "{bytes}");

  private static final List<String> SIZES =
      List.of("256 KiB", "1 MiB", "4 MiB", "16 MiB", "64 MiB");

  Optional<PredictionPlan> read() {
    Optional<String> reference = node.node("reference").required().flatMap(names::taskType);
    List<Pressure> pressures = pressures();
    pressures.sort(Comparator.comparingLong(Pressure::bytes));
    node.rejectUnknownKeys();
    return reference.map(found -> new PredictionPlan(pressures, found));
  }

  private List<Pressure> pressures() {
    DocumentNode block = node.block("pressure");
    String name = block.string("name").orElse("pressure");
    SampleCsv.problemOfName(name)
        .ifPresent(problem -> node.report("pressure", "the name " + problem, "change it"));
    List<String> command = PlanCommands.read(block, "command").orElse(STRESSOR);
    Map<String, String> environment = ApplicationReader.environment(block);
    List<Pressure> found = new ArrayList<>();
    for (Size size : sizes(block)) {
      Map<String, String> values = Map.of("bytes", Long.toString(size.bytes()));
      found.add(
          new Pressure(
              Place.of(block),
              name + "-" + size.text().replace(" ", ""),
              size.bytes(),
              PlanCommands.filled(command, values),
              environment));
    }
    block.rejectUnknownKeys();
    return found;
  }

  private record Size(String text, long bytes) {}

  private List<Size> sizes(DocumentNode block) {
    Optional<List<DocumentNode>> given = block.oneOrMore("sizes").find();
    List<Size> sizes = new ArrayList<>();
    if (given.isEmpty()) {
      SIZES.forEach(text -> sizes.add(new Size(text, Quantities.bytes(text).orElseThrow())));
    }
    for (DocumentNode item : given.orElse(List.of())) {
      item.asBytes()
          .find()
          .ifPresent(bytes -> sizes.add(new Size(item.asString().required(""), bytes)));
    }
    if (sizes.size() < 2 || sizes.stream().map(Size::bytes).distinct().count() < sizes.size()) {
      node.report("pressure", "has not two or more sizes that differ", "as sizes: [1 MiB, 16 MiB]");
    }
    return sizes;
  }
}
