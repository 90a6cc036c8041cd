package org.espalier.cli;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;

/** Loads users' own policies from jars. */
final class Plugins {
  private Plugins() {}

  /**
   * The built-in policies and those of some jars.
   *
   * @throws CommandFailure if a jar is missing, holds no policies, or holds one that cannot be made
   *     or has the name of another
   */
  static PolicyRegistry registry(List<Path> jars) {
    if (jars.isEmpty()) {
      return PolicyRegistry.builtIn();
    }
    // Never closed: its classes are used until the process ends.
    URLClassLoader loader =
        new URLClassLoader(
            jars.stream().map(Plugins::url).toArray(URL[]::new),
            PolicyProvider.class.getClassLoader());
    try {
      PolicyRegistry registry = PolicyRegistry.withServices(loader);
      checkAdds(registry, jars);
      return registry;
    } catch (IllegalArgumentException | ServiceConfigurationError | LinkageError e) {
      throw new CommandFailure("--plugins: " + e.getMessage(), e);
    }
  }

  private static void checkAdds(PolicyRegistry registry, List<Path> jars) {
    if (registry.providers().size() == PolicyRegistry.builtIn().providers().size()) {
      throw new CommandFailure(
          "--plugins: no policies in %s; name their providers in META-INF/services/%s"
              .formatted(jars, PolicyProvider.class.getName()));
    }
  }

  private static URL url(Path jar) {
    if (!Files.exists(jar)) {
      throw new CommandFailure("--plugins: there is no file " + jar);
    }
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new CommandFailure("--plugins: cannot use " + jar, e);
    }
  }
}
