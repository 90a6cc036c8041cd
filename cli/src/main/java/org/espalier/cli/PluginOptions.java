package org.espalier.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.study.Origin;
import picocli.CommandLine.Option;

/** The option that adds users' own policies to the registry. */
final class PluginOptions {
  @Option(
      names = "--plugins",
      paramLabel = "JAR",
      description = "a jar with policies of your own (services of PolicyProvider); repeatable")
  private List<Path> jars = new ArrayList<>();

  /** The jars that are used for a study: those given, or else those that it was made with. */
  List<Path> jars(Path study, PrintWriter err) {
    return jars.isEmpty() ? recorded(study, err) : List.copyOf(jars);
  }

  private static List<Path> recorded(Path study, PrintWriter err) {
    List<Path> files = new ArrayList<>();
    for (Origin.Jar jar : Origin.plugins(study)) {
      if (!jar.isSame()) {
        throw new CommandFailure(
            "%s was made with the plug-in %s (SHA-256 %s), which is not there or another one now;"
                    .formatted(study, jar.file(), jar.sha256())
                + " give it with --plugins");
      }
      err.println("note: policies of %s, with which %s was made".formatted(jar.file(), study));
      files.add(jar.file());
    }
    err.flush();
    return files;
  }

  /**
   * The policies there are for a study: the built-in ones and those of {@link #jars}.
   *
   * @throws CommandFailure if a jar cannot be used
   */
  PolicyRegistry registry(Path study, PrintWriter err) {
    return Plugins.registry(jars(study, err));
  }

  /**
   * The policies there are: the built-in ones and those of the plug-ins.
   *
   * @throws CommandFailure if a jar cannot be used
   */
  PolicyRegistry registry() {
    return Plugins.registry(jars);
  }
}
