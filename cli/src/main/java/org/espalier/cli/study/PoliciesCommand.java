package org.espalier.cli.study;

import java.util.Optional;
import org.espalier.cli.terminal.PluginOptions;
import org.espalier.cli.terminal.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code espalier policies}: lists the registry. The work is in {@link PolicyListing}, loaded when
 * it is called.
 */
@Command(
    name = "policies",
    description = "Lists the policies that studies can name, built-in ones and your own.",
    footer = {
      "",
      "Examples:",
      "  espalier policies",
      "  espalier policies MM-P",
      "  espalier policies --plugins my-heuristic.jar"
    })
final class PoliciesCommand extends Subcommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "a policy, to be told all about it")
  private Optional<String> name;

  @Mixin private PluginOptions plugins;

  @Option(names = "--names", description = "print nothing but names, one a line")
  private boolean namesOnly;

  @Override
  protected void run() {
    PolicyListing listing = new PolicyListing(plugins.registry(), out(), display());
    if (name.isPresent()) {
      listing.printOne(name.get());
    } else if (namesOnly) {
      listing.printNames();
    } else {
      listing.printAll();
    }
  }
}
