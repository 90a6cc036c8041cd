package org.espalier.cli.live;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier watch}: shows a live service in the terminal, again and again. */
@Command(
    name = "watch",
    description = "Shows a live service in the terminal until it is interrupted.",
    footer = {"", "Examples:", "  espalier watch", "  espalier watch --every 5 --times 12"})
final class WatchCommand extends Subcommand {
  private static final String CLEAR = "\u001b[H\u001b[2J";

  @Option(names = "--every", paramLabel = "SECONDS", description = "how often; default 1")
  private double every = 1;

  @Option(names = "--times", paramLabel = "N", description = "stop after so many; default never")
  private int times = Integer.MAX_VALUE;

  @Mixin private ServiceOptions service;

  @Override
  protected void run() throws InterruptedException {
    CommandFailure.when(
        !(every >= 0.1 && every <= 3600), "--every %s; expected 0.1 to 3600 seconds", every);
    boolean terminal = Display.isTerminal();
    PrintWriter out = out();
    try (ServiceClient client = service.client()) {
      for (int i = 0; i < times; i++) {
        if (i > 0) {
          Thread.sleep((long) (1000 * every));
        }
        if (terminal) {
          rawOut().print(CLEAR);
        }
        out.print(terminal ? screen(client) : screen(client) + "\n");
        out.flush();
      }
    }
  }

  /** Made whole before it is shown, so that it does not flicker. */
  private String screen(ServiceClient client) {
    StringWriter screen = new StringWriter();
    new ServiceStatus(client, new PrintWriter(screen), display()).printOverview();
    return screen.toString();
  }
}
