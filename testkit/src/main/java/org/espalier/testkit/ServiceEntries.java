package org.espalier.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.espalier.core.registry.PolicyProvider;

/** The providers of policies that files of services name. */
record ServiceEntries(ClassLoader loader, List<String> names) {
  private static final String FILE = "META-INF/services/" + PolicyProvider.class.getName();

  /** The entries of all files that a class loader finds. */
  static ServiceEntries of(ClassLoader loader) throws IOException {
    List<String> names = new ArrayList<>();
    for (URL file : Collections.list(loader.getResources(FILE))) {
      try (InputStream content = file.openStream()) {
        new String(content.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .map(line -> line.replaceFirst("#.*", "").strip())
            .filter(line -> !line.isEmpty())
            .forEach(names::add);
      }
    }
    return new ServiceEntries(loader, List.copyOf(names));
  }

  /**
   * What is wrong with them.
   *
   * @param provider a provider that should be among them, if there are any
   */
  List<String> problems(Class<?> provider) {
    List<String> problems = new ArrayList<>();
    for (String name : names) {
      if (!isProvider(name)) {
        problems.add(
            "%s names %s, which is no PolicyProvider here; mend or remove the line"
                .formatted(FILE, name));
      }
    }
    if (!names.isEmpty() && !names.contains(provider.getName())) {
      problems.add(
          "%s does not name %s; add it, or commands do not find it"
              .formatted(FILE, provider.getName()));
    }
    return problems;
  }

  private boolean isProvider(String name) {
    try {
      return PolicyProvider.class.isAssignableFrom(Class.forName(name, false, loader));
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
