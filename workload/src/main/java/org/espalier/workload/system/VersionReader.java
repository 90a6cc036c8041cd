package org.espalier.workload.system;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;

/**
 * Reads what tasks may be served as, and for what share of their worth, as {@code h264-720p:
 * {h264-480p: 0.7, thumbnail: 0.1}}.
 */
final class VersionReader {
  private static final double LEAST = 1e-9;

  private final List<String> names;
  private final List<List<Version>> versions = new ArrayList<>();

  private VersionReader(List<String> names) {
    this.names = names;
    for (int type = 0; type < names.size(); type++) {
      versions.add(new ArrayList<>(List.of(new Version(type, 1))));
    }
  }

  /** The task types of some names with their versions; problems are reported. */
  static List<TaskType> read(Optional<DocumentNode> block, List<String> names) {
    VersionReader reader = new VersionReader(names);
    block.ifPresent(reader::read);
    return IntStream.range(0, names.size())
        .mapToObj(type -> new TaskType(type, names.get(type), reader.versions.get(type)))
        .toList();
  }

  private void read(DocumentNode block) {
    for (String name : block.keys()) {
      Optional<DocumentNode> node = block.mapping(name).find();
      find(block, name).ifPresent(type -> node.ifPresent(its -> read(its, type)));
    }
    for (String name : block.keys()) {
      int type = names.indexOf(name);
      if (type >= 0 && reaches(type, type, new BitSet())) {
        block.report(
            name, "is a version of its own versions", "leave out one of them: worth only falls");
      }
    }
  }

  private void read(DocumentNode node, int type) {
    for (String name : node.keys()) {
      Optional<Double> share = node.number(name, LEAST, 1).find();
      Optional<Integer> version = find(node, name);
      if (version.filter(same -> same == type).isPresent()) {
        node.report(name, "is the type itself", "leave it out: in full it has all of its worth");
      } else if (version.isPresent() && share.isPresent()) {
        versions.get(type).add(new Version(version.get(), share.get()));
      }
    }
  }

  private Optional<Integer> find(DocumentNode node, String name) {
    String problem = "is no task type of the system";
    return Optional.of(names.indexOf(name))
        .filter(type -> type >= 0)
        .or(() -> node.report(name, problem, Names.remedy(name, names)));
  }

  private boolean reaches(int from, int to, BitSet seen) {
    return versions.get(from).stream()
        .skip(1)
        .map(Version::type)
        .anyMatch(next -> {
          boolean isNew = !seen.get(next);
          seen.set(next);
          return next == to || (isNew && reaches(next, to, seen));
        });
  }
}
