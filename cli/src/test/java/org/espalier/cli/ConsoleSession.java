package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands of a console block, each with the output that is shown for it. */
final class ConsoleSession {
  private static final String PROMPT = "$ ";
  private static final Pattern EXIT_CODE = Pattern.compile("(.*?) +# exit code (\\d+)");

  private ConsoleSession() {}

  /**
   * A command.
   *
   * @param text the command line
   * @param exitCode what it ends with: 0, or what a comment behind it says
   * @param shown lines of output that are shown, without elisions
   */
  record Command(String text, int exitCode, List<String> shown) {
    /** The first shown line that does not come in the output behind those before it, if any. */
    List<String> missingFrom(String output) {
      List<String> lines = output.lines().map(String::stripTrailing).toList();
      int next = 0;
      for (String line : shown) {
        int found = lines.subList(next, lines.size()).indexOf(line);
        if (found < 0) {
          return List.of(line);
        }
        next += found + 1;
      }
      return List.of();
    }
  }

  /** The commands of a block: lines behind a prompt, continued where they end in a backslash. */
  static List<Command> commands(String block) {
    List<Command> commands = new ArrayList<>();
    String open = "";
    for (String line : block.lines().toList()) {
      if (!open.isEmpty() || line.startsWith(PROMPT)) {
        String whole = open.isEmpty() ? line.substring(PROMPT.length()) : open + line.strip();
        boolean goesOn = whole.endsWith("\\");
        open = goesOn ? whole.substring(0, whole.length() - 1) : "";
        if (!goesOn) {
          commands.add(command(whole));
        }
      } else if (!commands.isEmpty() && !line.isBlank() && !line.strip().equals("...")) {
        commands.getLast().shown().add(line.stripTrailing());
      }
    }
    return commands;
  }

  private static Command command(String text) {
    Matcher marked = EXIT_CODE.matcher(text);
    return marked.matches()
        ? new Command(marked.group(1), Integer.parseInt(marked.group(2)), new ArrayList<>())
        : new Command(text, 0, new ArrayList<>());
  }
}
