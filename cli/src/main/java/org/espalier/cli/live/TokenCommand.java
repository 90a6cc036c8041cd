package org.espalier.cli.live;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.service.http.Role;
import org.espalier.service.http.Tokens;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.YamlText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier token}: makes a token for users of a live service. */
@Command(
    name = "token",
    description = "Makes a token for a user of a live service, and the lines that let it in.",
    footer = {"", "Example:", "  espalier token --name alice --role submit"})
final class TokenCommand extends Subcommand {
  @Option(names = "--name", required = true, description = "whose it is, for logs")
  private String name = "";

  @Option(
      names = "--role",
      required = true,
      description = "read (look), submit (and give tasks) or operate (and drain and switch)")
  private Role role;

  @Option(
      names = "--expires",
      description = "how long it is valid, as in \"90 d\" (default: for ever)")
  private Optional<Duration> expires;

  @Override
  protected void run() {
    checkName();
    String end =
        expires
            .map(time -> ", expires: " + Instant.now().plus(time).truncatedTo(ChronoUnit.SECONDS))
            .orElse("");
    String token = Tokens.generate();
    PrintWriter out = out();
    out.printf("%s%n%n", token);
    out.println("Give it to its user, who puts it into ESPALIER_TOKEN; it is shown only once.");
    out.println("In the file that http: tokens: of the service's file names, under tokens:");
    out.println();
    out.printf(
        "  - {name: %s, role: %s, sha256: %s%s}%n",
        YamlText.quoted(name), Names.word(role), Tokens.hash(token), end);
  }

  private void checkName() {
    CommandFailure.when(
        name.isBlank()
            || !name.codePoints()
                .allMatch(c -> Names.isPrintable(c) && Character.getType(c) != Character.FORMAT),
        "--name is %s; expected characters that can be printed, as in alice",
        YamlText.quoted(name));
  }
}
