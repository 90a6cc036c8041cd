package org.espalier.cli.live;

import java.io.PrintWriter;
import org.espalier.cli.terminal.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code espalier reload}: a live service goes by its changed file. */
@Command(
    name = "reload",
    description =
        "Has a live service read its file again, and what the file names, and go by it from then"
            + " on. All is checked before anything changes. What runs goes on. The signal HUP does"
            + " the same.",
    footer = {
      "",
      "Examples:",
      "  espalier reload --dry-run     what would change, and what cannot while it is served",
      "  espalier reload"
    })
final class ReloadCommand extends Subcommand {
  @Option(names = "--dry-run", description = "only say what would change")
  private boolean isTrial;

  @Mixin private ServiceOptions service;

  @Override
  protected void run() {
    try (ServiceClient client = service.client()) {
      print(client.post("/v1/reload?dry_run=" + isTrial), out());
    }
  }

  private void print(JsonNode done, PrintWriter out) {
    done.get("changes").forEach(change -> out.println("  " + change.asString()));
    done.get("notices").forEach(notice -> out.println("Notice: " + notice.asString()));
    if (done.get("changes").isEmpty()) {
      out.println("The file says what it said before.");
    }
    out.println(isTrial ? "Nothing was changed." : "Reloaded; the service goes by it from now on.");
  }
}
