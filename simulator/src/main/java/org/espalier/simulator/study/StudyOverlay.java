package org.espalier.simulator.study;

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
  private final DocumentNode file;
  private final Assignments assignments;
  private final Set<String> known = new LinkedHashSet<>();
  private final Set<String> blocks = new LinkedHashSet<>();

  StudyOverlay(DocumentNode file, Assignments assignments) {
    this.file = file;
    this.assignments = assignments;
  }

  /** The study file. */
  DocumentNode file() {
    return file;
  }

  /** The study file, to ask it for a key that the user cannot set. */
  DocumentNode block(String key) {
    blocks.add(key);
    return file;
  }

  /** All keys of a study, those that the user can set and the others. */
  Set<String> allKeys() {
    Set<String> all = new LinkedHashSet<>(known);
    all.addAll(blocks);
    return all;
  }

  /** What the user set. */
  Assignments assignments() {
    return assignments;
  }

  /** The mapping to ask for a key of the study: the user's if they set it, or else the file. */
  DocumentNode at(String key) {
    return at(key, file);
  }

  /** The same for a key that stands in a mapping of the file. */
  DocumentNode at(String key, DocumentNode below) {
    know(key);
    below.has(key);
    return assignments.find(key).orElse(below);
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
