package org.espalier.cli;

import java.util.Arrays;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The manual page of one command, in the macros of {@code man(7)}. */
final class ManualPage {
  private final CommandLine command;
  private final CommandSpec spec;
  private final Help help;
  private final String version;
  private final StringBuilder page = new StringBuilder();

  ManualPage(CommandLine command, String version) {
    this.command = command;
    this.spec = command.getCommandSpec();
    this.help = new Help(spec, Help.Ansi.OFF);
    this.version = version;
  }

  /** Its name, such as {@code espalier-pet-build}. */
  String name() {
    return spec.qualifiedName("-");
  }

  /** Its source. */
  String text() {
    UsageMessageSpec usage = spec.usageMessage();
    String description = plain(usage.description());
    page.setLength(0);
    line(".TH %s 1 \"\" \"espalier %s\"", name().toUpperCase(Locale.ROOT), version);
    section("NAME");
    line("%s \\- %s", escaped(name()), escaped(firstSentence(description)));
    section("SYNOPSIS");
    paragraph(help.synopsis(0).strip().replaceAll("\\s+", " "));
    section("DESCRIPTION");
    paragraph(description);
    arguments();
    subcommands();
    footer(plain(usage.footerHeading()) + plain(usage.footer()));
    seeAlso();
    return page.toString();
  }

  private void arguments() {
    List<ArgSpec> shown = spec.args().stream().filter(arg -> !arg.hidden()).toList();
    if (!shown.isEmpty()) {
      section("OPTIONS");
      shown.forEach(arg -> entry(names(arg), plain(arg.description())));
    }
  }

  private String names(ArgSpec arg) {
    String label =
        help.parameterLabelRenderer()
            .renderParameterLabel(arg, Help.Ansi.OFF, List.of())
            .toString();
    return arg instanceof OptionSpec option ? String.join(", ", option.names()) + label : label;
  }

  private void subcommands() {
    if (!command.getSubcommands().isEmpty()) {
      section("COMMANDS");
      command
          .getSubcommands()
          .values()
          .forEach(sub -> {
            CommandSpec its = sub.getCommandSpec();
            entry(its.name(), plain(its.usageMessage().description()));
          });
    }
  }

  private void footer(String text) {
    if (!text.isBlank()) {
      section("EXAMPLES");
      line(".nf");
      text.strip().lines().filter(line -> !line.matches("Examples?:")).forEach(this::verbatim);
      line(".fi");
    }
  }

  private void seeAlso() {
    List<String> others =
        command.getSubcommands().values().stream()
            .map(sub -> sub.getCommandSpec().qualifiedName("-"))
            .collect(Collectors.toList());
    if (spec.parent() != null) {
      others.addFirst(spec.parent().qualifiedName("-"));
    }
    if (!others.isEmpty()) {
      section("SEE ALSO");
      line("%s", references(others));
    }
  }

  private static String references(List<String> pages) {
    return pages.stream().map(name -> escaped(name) + "(1)").collect(Collectors.joining(", "));
  }

  private void section(String title) {
    line(".SH %s", title);
  }

  private void entry(String term, String text) {
    line(".TP");
    line("\\fB%s\\fR", escaped(term));
    paragraph(text);
  }

  private void paragraph(String text) {
    text.lines().filter(line -> !line.isBlank()).forEach(this::verbatim);
  }

  private void verbatim(String text) {
    line("%s", escaped(text));
  }

  private void line(String format, Object... values) {
    page.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String firstSentence(String text) {
    return text.lines().collect(Collectors.joining(" ")).replaceFirst("\\.( .*)?$", "");
  }

  /** Lines as picocli prints them, which takes them for formats. */
  private static String plain(String... lines) {
    return Arrays.stream(lines).map(ManualPage::formatted).collect(Collectors.joining("\n"));
  }

  private static String formatted(String line) {
    try {
      return String.format(line);
    } catch (IllegalFormatException e) {
      return line;
    }
  }

  /** A line of text in which nothing is a request, an escape or a hyphen to break at. */
  private static String escaped(String text) {
    String safe = text.replace("\\", "\\e").replace("-", "\\-");
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }
}
