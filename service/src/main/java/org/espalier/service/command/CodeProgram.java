package org.espalier.service.command;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A kind of program that takes code among its arguments. It is looked for at every argument, since
 * {@code timeout}, {@code env} and many others start a program themselves. In doubt an argument is
 * code: an option may have a value or none.
 *
 * @param what for users
 * @param name of the program, without its directory
 * @param place where code stands
 * @param codeOption options that take code, also with what stands directly behind them
 * @param valueOption options that take a value, where code needs no option
 * @param remedy what to write instead
 */
record CodeProgram(
    String what, String name, Place place, String codeOption, String valueOption, String remedy) {

  /** Where code stands. */
  private enum Place {
    /** After a certain option; what comes after a script is for the script. */
    OPTION,
    /** After a certain option, which may come late. */
    LATE_OPTION,
    /** After a certain option, or where there is none first of all. */
    FIRST,
    /** Everywhere: the arguments are put together. */
    ALL,
    /** The same, but for the first. */
    ALL_BUT_FIRST
  }

  private static final String SCRIPT =
      "put the code into a file, and the parameter in an argument after its name";
  private static final String NO_TEXT =
      "take a number or one of some words instead, or hand the value over in a file";

  private static final List<CodeProgram> KINDS =
      List.of(
          new CodeProgram(
              "a shell",
              "(?:a|r?ba|c|da|fi|k|lk|mk|o|pdk|tc|ya|z)?sh[0-9.]*|pwsh|xonsh|nu",
              Place.OPTION,
              "-[A-Za-z]*[cC].*|--command.*",
              "",
              "write \"$1\" in the code, and the parameter in an argument after it"),
          new CodeProgram(
              "Python",
              "(?:i?python|pypy)[0-9.]*",
              Place.OPTION,
              "-[A-Za-z]*c.*",
              "",
              "write sys.argv[1] in the code, and the parameter in an argument after it"),
          new CodeProgram(
              "an interpreter",
              "(?:perl|raku|ruby|jruby|node|nodejs|bun|deno|php|lua|luajit|R|Rscript|julia|guile|osascript|groovy|elixir|expect|tclsh|gnuplot|emacs|n?vim?|ex|octave(?:-cli)?|matlab|gdb|sbcl|racket|scala|clojure|ghc)[0-9.-]*",
              Place.OPTION,
              "-[A-Za-z0-9]*[BcEeMpRr].*|--(?:command|eval|exec|expr|import|print|require|run).*|eval|\\+.*",
              "",
              SCRIPT),
          new CodeProgram(
              "awk",
              "[gmn]?awk|original-awk",
              Place.FIRST,
              "-e.*|--source.*",
              "-[FfilEv]|--(?:assign|exec|field-separator|file|include|load)",
              "write the parameter after -v, as in -v \"name={name}\", and name in the code"),
          new CodeProgram(
              "sed",
              "g?sed",
              Place.FIRST,
              "-[Enrsuz]*e.*|--expression.*",
              "-[Enrsuz]*[fl]|--(?:file|line-length)",
              SCRIPT),
          new CodeProgram(
              "a program that starts a shell, or a client of a database",
              "env|flock|pkexec|runuser|script|sg|su|psql|mysql|mariadb|mongosh?",
              Place.LATE_OPTION,
              "-[A-Za-z]*[ceS].*|--(?:command|eval|execute|split-string).*",
              "",
              SCRIPT),
          new CodeProgram(
              "a program that starts a shell", "watch|parallel|eval", Place.ALL, ".*", "", NO_TEXT),
          new CodeProgram(
              "a shell on another computer, or a database",
              "ssh|autossh|slogin|rsh|remsh|mosh|sqlite3?|duckdb",
              Place.ALL_BUT_FIRST,
              "-.*",
              "",
              NO_TEXT));

  /**
   * Why an argument with parameters is code.
   *
   * @param isText whether a value may be any text, not only a number or one of some words
   */
  static Optional<String> fault(int i, List<String> arguments, boolean isText) {
    return KINDS.stream()
        .filter(kind -> isText || kind.place.compareTo(Place.ALL) < 0)
        .filter(kind ->
            IntStream.range(0, i)
                .anyMatch(k -> kind.isAt(k, arguments) && kind.isCode(k, i, arguments)))
        .findFirst()
        .map(kind ->
            "argument %s is code of %s with a parameter in it, and values could add commands; %s"
                .formatted(i, kind.what, kind.remedy));
  }

  private boolean isAt(int k, List<String> arguments) {
    String program = arguments.get(k);
    return program.substring(program.lastIndexOf('/') + 1).matches(name);
  }

  private boolean isCode(int k, int i, List<String> arguments) {
    return switch (place) {
      case OPTION, LATE_OPTION -> isAfterOption(k, i, arguments);
      case FIRST -> isFirst(k, i, arguments);
      case ALL -> true;
      case ALL_BUT_FIRST -> i > k + 1 || isOption(arguments.get(i));
    };
  }

  private boolean isAfterOption(int k, int i, List<String> arguments) {
    boolean awaited = false;
    for (int j = k + 1; j < i; j++) {
      String before = arguments.get(j - 1);
      boolean mayBeValue = j - 1 > k && isOption(before) && !isCodeOption(before);
      if (isCodeOption(arguments.get(j))) {
        awaited = true;
      } else if (!isOption(arguments.get(j)) && !mayBeValue) {
        if (!awaited && place == Place.OPTION) {
          return false;
        }
        awaited = false;
      }
    }
    return awaited || isCodeOption(arguments.get(i));
  }

  private boolean isFirst(int k, int i, List<String> arguments) {
    boolean given = false;
    for (int j = k + 1; j < i; j++) {
      boolean isValue = j - 1 > k && isValueOption(arguments.get(j - 1));
      given |= isValue ? isFile(arguments.get(j - 1)) : !isOption(arguments.get(j));
    }
    boolean isValue = i - 1 > k && isValueOption(arguments.get(i - 1));
    boolean isNamed = i - 1 > k && isCodeOption(arguments.get(i - 1));
    return isNamed || isCodeOption(arguments.get(i)) || (!given && !isValue);
  }

  private static boolean isFile(String option) {
    return option.matches("-[A-Za-z]*f|-E|--file|--exec");
  }

  private static boolean isOption(String argument) {
    return argument.length() > 1 && (argument.startsWith("-") || argument.startsWith("+"));
  }

  private boolean isCodeOption(String argument) {
    return argument.matches(codeOption);
  }

  private boolean isValueOption(String argument) {
    return argument.matches(valueOption);
  }
}
