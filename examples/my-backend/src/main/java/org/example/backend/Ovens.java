package org.example.backend;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.BackendFactory;
import org.espalier.service.backend.BackendProvider;
import org.espalier.service.backend.LaunchListener;
import org.espalier.service.backend.Owner;
import org.espalier.workload.document.DocumentNode;

/** Ovens as machines: {@code backend: ovens}, with {@code ovens: {directory: kitchen}}. */
public final class Ovens implements BackendProvider {
  @Override
  public String name() {
    return "ovens";
  }

  @Override
  public BackendFactory read(DocumentNode keys, HcSystem system) {
    Optional<String> directory = keys.fileName("directory").required(); // a missing one is reported
    Set<String> names = system.machines().stream().map(Machine::name).collect(Collectors.toSet());
    return new Described(keys.resolve(directory.orElse("")), names);
  }

  /** A record, so that the ovens stay open at a reload unless it is another kitchen. */
  record Described(Path directory, Set<String> names) implements BackendFactory {
    @Override
    public Backend open(Owner owner, LaunchListener listener) {
      return new Kitchen(directory, names, listener);
    }
  }
}
