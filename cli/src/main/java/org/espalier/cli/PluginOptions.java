package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that adds users' own policies to the registry. */
final class PluginOptions {
  @Option(
      names = "--plugins",
      paramLabel = "JAR",
      description = "a jar with policies of your own (services of PolicyProvider); repeatable")
  private List<Path> jars = new ArrayList<>();

  /** The jars, for {@link Plugins#registry}. */
  List<Path> jars() {
    return jars;
  }
}
