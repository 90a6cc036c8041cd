package org.espalier.cli.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.BackendProvider;
import org.espalier.simulator.study.Origin;
import org.espalier.workload.process.ShellWord;
import picocli.CommandLine.Option;

/** The option that adds users' own policies to the registry. */
public final class PluginOptions {
  @Option(
      names = "--plugins",
      paramLabel = "JAR",
      description =
          "a jar with policies or back ends of your own (services of PolicyProvider,"
              + " BackendProvider); repeatable")
  private List<Path> jars = new ArrayList<>();

  /** The jars that were given. */
  public List<Path> jars() {
    return jars;
  }

  /** What makes results: this version, and the jars. */
  public Origin origin() throws IOException {
    return new Origin(Version.number(), Version.commit(), jars);
  }

  /**
   * The policies there are for a study. No jar is used because a study names it: results may come
   * from others, and a jar is a program.
   *
   * @throws CommandFailure if a jar cannot be used
   */
  public PolicyRegistry registry(Path study, PrintWriter err) {
    PolicyRegistry registry = registry();
    for (Origin.Jar jar : Origin.plugins(study)) {
      if (jars.stream().noneMatch(jar::isIn)) {
        err.printf(
            "note: %s was made with %s (SHA-256 %s); if you trust it, add --plugins %s%n",
            study, jar.file(), jar.sha256(), ShellWord.quoted(jar.file().toString()));
      }
    }
    return registry;
  }

  /**
   * The policies there are: the built-in ones and those of the jars.
   *
   * @throws CommandFailure if a jar is missing, holds no policies, or holds one that cannot be made
   *     or has the name of another
   */
  public PolicyRegistry registry() {
    if (jars.isEmpty()) {
      return PolicyRegistry.builtIn();
    }
    // Never closed: its classes are used until the process ends.
    URLClassLoader loader =
        new URLClassLoader(
            jars.stream().map(PluginOptions::url).toArray(URL[]::new),
            PolicyProvider.class.getClassLoader());
    try {
      PolicyRegistry registry = PolicyRegistry.withServices(loader);
      checkAdds(registry);
      return registry;
    } catch (IllegalArgumentException | ServiceConfigurationError | LinkageError e) {
      throw new CommandFailure("--plugins: " + e.getMessage(), e);
    }
  }

  private void checkAdds(PolicyRegistry registry) {
    CommandFailure.when(
        registry.providers().size() == PolicyRegistry.builtIn().providers().size()
            && ServiceLoader.load(BackendProvider.class, registry.loader()).findFirst().isEmpty(),
        "--plugins: no policies in %s, and no back ends; name their providers in"
            + " META-INF/services/%s",
        jars,
        PolicyProvider.class.getName());
  }

  private static URL url(Path jar) {
    CommandFailure.when(!Files.exists(jar), "--plugins: there is no file %s", jar);
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new CommandFailure("--plugins: cannot use " + jar, e);
    }
  }
}
