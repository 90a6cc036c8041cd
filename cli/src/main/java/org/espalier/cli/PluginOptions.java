package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import picocli.CommandLine.Option;

/** The option that adds users' own policies to the registry. */
final class PluginOptions {
  @Option(
      names = "--plugins",
      paramLabel = "JAR",
      description = "a jar with policies of your own (services of PolicyProvider); repeatable")
  private List<Path> jars = new ArrayList<>();

  /**
   * The policies there are: the built-in ones and those of the plug-ins.
   *
   * @throws CommandFailure if a jar cannot be used
   */
  PolicyRegistry registry() {
    return Plugins.registry(jars);
  }
}
