package org.espalier.simulator.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.espalier.workload.document.Assignments;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;
import org.espalier.workload.system.MachineCounts;

/** A study file with what the user set on the command line above it. */
final class StudyOverlay {
  private static final String DATA = "data";
  private static final String WITH_DATA = "with_data";
  private static final String AXES = "axes";

  private final DocumentNode study;
  private final Optional<DocumentNode> data;
  private final DocumentNode file;
  private final Assignments assignments;
  private final Set<String> known = new LinkedHashSet<>();

  StudyOverlay(DocumentNode file, Assignments assignments) {
    this.assignments = assignments;
    this.study = file.startingFrom(Origin.directory(file));
    this.data = data();
    this.file = data.map(study::under).orElse(study);
  }

  /** The block {@code with_data}, if the user set the directory of the data. */
  private Optional<DocumentNode> data() {
    DocumentNode asked = at(DATA, study);
    Optional<DocumentNode> block = study.mapping(WITH_DATA).find();
    Optional<Path> directory = asked.fileName(DATA).find().map(Path::of);
    if (directory.isPresent() && block.isEmpty()) {
      asked.report(DATA, "the study has no block with_data", "add it, or leave out data");
    } else if (directory.isPresent() && !Files.isDirectory(directory.get())) {
      asked.report(DATA, "there is no such directory", "give the directory of the data");
    } else {
      return directory.flatMap(found -> block.map(node -> node.startingFrom(found)));
    }
    return Optional.empty();
  }

  /** The axes of the study, with those of its data over them. */
  Optional<DocumentNode> axes() {
    Optional<DocumentNode> axes = file.mapping(AXES).find();
    Optional<DocumentNode> over = data.flatMap(node -> node.mapping(AXES).find());
    return over.isEmpty()
        ? axes
        : study.mapping(AXES).find().map(own -> own.under(over.get())).or(() -> over);
  }

  /** The study file, with its data. */
  DocumentNode file() {
    return file;
  }

  /** What the user set. */
  Assignments assignments() {
    return assignments;
  }

  /** Reports a problem with a key where the user set it, or else in the file. */
  void report(String key, String problem, String remedy) {
    at(key).report(key, problem, remedy);
  }

  /** The mapping to ask for a key of the study: the user's if they set it, or else the file. */
  DocumentNode at(String key) {
    return at(key, file);
  }

  /** What a key of the study stands for: what the user set, or else the file says. */
  Optional<DocumentNode> value(String key) {
    return at(key).node(key).find();
  }

  /** The same for a key that stands in a mapping of the file. */
  DocumentNode at(String key, DocumentNode below) {
    know(key);
    below.has(key);
    return assignments.find(key).map(node -> node.startingFrom(Path.of(""))).orElse(below);
  }

  /** Takes down that a key can be set. */
  void know(String key) {
    known.add(key);
  }

  /** Whether the user set a key. */
  boolean isSet(String key) {
    return assignments.find(key).isPresent();
  }

  /** Reports keys, of the file and set by the user, that nothing asked for. */
  void rejectUnknown() {
    file.rejectUnknownKeys();
    assignments.rejectUnknown(known, this::remedy);
  }

  /** All that can be set is too much for a message. */
  private String remedy(String key) {
    int dot = key.indexOf('.');
    boolean isOfMachines =
        dot > 0 && Names.nearest(key.substring(0, dot), List.of(MachineCounts.BLOCK)).isPresent();
    return Names.nearest(key, known)
        .or(() ->
            Optional.of(MachineCounts.BLOCK + key.substring(Math.max(dot, 0)))
                .filter(meant -> isOfMachines))
        .map("did you mean %s?"::formatted)
        .orElse(
            "docs/study-reference.yaml shows every option, and espalier policies NAME what a policy"
                + " reads");
  }
}
