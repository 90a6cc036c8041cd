package org.espalier.cli.live;

import org.espalier.cli.terminal.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code espalier yield}: a live service ends in order, and lets go of its store. */
@Command(
    name = "yield",
    description =
        "Has a live service answer what it was sent, let go of its store, and end. What runs goes"
            + " on, and the next service on the store takes it up. espalier serve --take-over does"
            + " this by itself once it is ready.",
    footer = {"", "Examples:", "  espalier yield"})
final class YieldCommand extends Subcommand {
  @Mixin private ServiceOptions service;

  @Override
  protected void run() {
    try (ServiceClient client = service.client()) {
      client.post("/v1/yield");
      out().println("It answers what it was sent, and ends.");
    }
  }
}
