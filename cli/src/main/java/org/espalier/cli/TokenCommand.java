package org.espalier.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.espalier.service.http.Role;
import org.espalier.service.http.Tokens;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier token}: makes a token for users of a live service. */
@Command(
    name = "token",
    description = "Makes a token for a user of a live service, and the lines that let it in.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  espalier token --name alice --role submit"})
final class TokenCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--name", required = true, description = "whose it is, for logs")
  private String name = "";

  @Option(
      names = "--role",
      required = true,
      description = "read (look), submit (and give tasks) or operate (and drain and switch)")
  private String role = "";

  @Override
  public Integer call() {
    if (Role.find(role).isEmpty()) {
      throw new CommandFailure("role \"%s\"; expected read, submit or operate".formatted(role));
    }
    String token = Tokens.generate();
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%s%n%n", token);
    out.println("Give it to its user, who puts it into ESPALIER_TOKEN; it is shown only once.");
    out.println("In the service's file, under http: tokens:");
    out.println();
    out.printf("  - {name: %s, role: %s, sha256: %s}%n", name, role, Tokens.hash(token));
    out.flush();
    return ExitCode.OK;
  }
}
