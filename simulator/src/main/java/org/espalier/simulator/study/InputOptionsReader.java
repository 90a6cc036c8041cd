package org.espalier.simulator.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.workload.document.DocumentNode;

/** Reads options of what a study generates, and those that the user set above them. */
final class InputOptionsReader {
  private final StudyOverlay overlay;
  private final List<Axis> axes;

  InputOptionsReader(StudyOverlay overlay, List<Axis> axes) {
    this.overlay = overlay;
    this.axes = axes;
    SystemOption.ALL.forEach(option -> overlay.know(option.key()));
    WorkloadOption.ALL.forEach(option -> overlay.know(option.key()));
  }

  boolean isAxis(InputOption option) {
    return axes.stream().anyMatch(axis -> axis.dimension().equals(option));
  }

  /** Whether it is varied, or the user set it. */
  boolean isAskedFor(InputOption option) {
    return isAxis(option) || overlay.isSet(option.key());
  }

  /** The options that a mapping gives, and the user above it, but for axes. */
  <O extends InputOption> Map<O, String> read(DocumentNode node, List<O> options) {
    Map<O, String> given = new LinkedHashMap<>();
    for (O option : options) {
      Optional<String> text = node.node(option.key()).find().flatMap(option::value);
      if (!isAxis(option)) {
        text.ifPresent(found -> given.put(option, found));
      } else if (text.isPresent() && !overlay.isSet(option.key())) {
        node.report(option.key(), "is also an axis", "remove one");
      }
    }
    given.putAll(ofUser(options));
    return given;
  }

  /** The options that the user set to one value. */
  <O extends InputOption> Map<O, String> ofUser(List<O> options) {
    Map<O, String> set = new LinkedHashMap<>();
    for (O option : options) {
      if (overlay.isSet(option.key()) && !isAxis(option)) {
        overlay
            .at(option.key())
            .node(option.key())
            .find()
            .flatMap(option::value)
            .ifPresent(text -> set.put(option, text));
      }
    }
    return set;
  }
}
