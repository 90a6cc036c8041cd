package org.espalier.service.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTemplateTest {
  private static final Optional<String> REQUIRED = Optional.empty();

  @TempDir Path directory;

  @Test
  void theMachineThatRunsItStandsInACommand() {
    CommandTemplate template =
        new CommandTemplate(
            List.of("encode", "--on={machine}", "{machine_type}", "{name}"),
            List.of(text("name", REQUIRED)));

    assertThat(
            template.expand(
                Map.of("name", "{machine}"), CommandTemplate.place("gpu-1", "gpu", "P0")))
        .isEqualTo(List.of("encode", "--on=gpu-1", "gpu", "{machine}"));
    assertThat(
            CommandTemplate.faults(List.of("p", "{machine}"), List.of(text("machine", REQUIRED))))
        .isEqualTo(
            List.of(
                "parameter machine is described, and stands for where the command runs; rename"
                    + " it"));
  }

  @Test
  void valuesStandWhereTheirNamesAre() {
    CommandTemplate template =
        template(
            List.of("convert", "--size={width}x{height}", "{title}", "{{{title}}}", "plain"),
            whole("width", Optional.of("640")),
            whole("height", REQUIRED),
            text("title", REQUIRED));
    assertThat(
            template.expand(
                Map.of("height", "48", "title", "a b"), CommandTemplate.place("m-0", "m", "P0")))
        .isEqualTo(List.of("convert", "--size=640x48", "a b", "{a b}", "plain"));
  }

  @Test
  void valuesAreNotExpandedAgain() {
    CommandTemplate template =
        template(List.of("echo", "{a}{b}"), text("a", REQUIRED), text("b", REQUIRED));
    assertThat(
            template.expand(
                Map.of("a", "{b}", "b", "$(id)"), CommandTemplate.place("m-0", "m", "P0")))
        .isEqualTo(List.of("echo", "{b}$(id)"));
  }

  @Test
  void anArgumentStaysOneArgumentWhateverTheValue() {
    CommandTemplate template =
        template(
            List.of("p", "{a}", "x{a}{b}", "{b}", "--o={b}"),
            text("a", REQUIRED),
            text("b", REQUIRED));
    String letters = "ab -{}$`'\"\\;|&\n\t\0*?=/.\u00e9\u0085\ud800";
    Random random = new Random(5);
    int expanded = 0;
    for (int i = 0; i < 20_000; i++) {
      String a = word(random, letters);
      String b = word(random, letters);
      Map<String, String> values = Map.of("a", a, "b", b);
      if (template.check(values).isEmpty()) {
        expanded++;
        assertThat(template.expand(values, CommandTemplate.place("m-0", "m", "P0")))
            .isEqualTo(List.of("p", a, "x" + a + b, b, "--o=" + b));
        assertThat(!a.startsWith("-") && !b.startsWith("-")).isTrue();
        assertThat((a + b).chars().noneMatch(c -> Character.isISOControl(c) || c == 0xd800))
            .isTrue();
      }
    }
    assertThat(expanded > 2000).as("%s", "only " + expanded).isTrue();
  }

  private static String word(Random random, String letters) {
    StringBuilder word = new StringBuilder();
    for (int length = random.nextInt(5); length > 0; length--) {
      word.append(letters.charAt(random.nextInt(letters.length())));
    }
    return word.toString();
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    CommandTemplate template =
        template(
            List.of("p", "{width}", "{mode}", "{title}", "{ratio}"),
            whole("width", REQUIRED),
            new ChoiceParameter("mode", REQUIRED, List.of("fast", "good")),
            text("title", REQUIRED),
            NumberParameter.real("ratio", REQUIRED, 0, 1));
    List<ParameterFault> problems =
        template.check(Map.of("width", "0", "mode", "fsat", "ratio", "2", "widht", "5"));
    assertThat(problems)
        .isEqualTo(
            List.of(
                new ParameterFault(
                    "widht", "value '5' is for no parameter of this command; did you mean width?"),
                new ParameterFault(
                    "width", "value '0' is not a whole number from 1 to 8192; give one, in digits"),
                new ParameterFault(
                    "mode", "value 'fsat' is not one of fast, good; did you mean fast?"),
                new ParameterFault(
                    "title", "no value is given; give a text of at most 20 characters"),
                new ParameterFault(
                    "ratio",
                    "value '2' is not a number from 0.0 to 1.0; give one, as in 12, 0.5 or 1e-3")));
    IllegalArgumentException e =
        catchThrowableOfType(
            IllegalArgumentException.class,
            () -> template.expand(Map.of(), CommandTemplate.place("m-0", "m", "P0")));
    assertThat(e.getMessage()).contains("parameter ratio: no value is given");
  }

  @Test
  void aValueIsNoOptionUnlessThatIsAllowed() {
    CommandTemplate template =
        template(
            List.of("p", "{a}{b}", "--c={c}", "{free}", "{n}", "{choice}"),
            text("a", Optional.of("")),
            text("b", Optional.of("b")),
            text("c", Optional.of("-c")),
            TextParameter.of("free", Optional.of("-f"), REQUIRED, 20, true),
            NumberParameter.whole("n", Optional.of("-5"), -9, 9),
            new ChoiceParameter("choice", Optional.of("-x"), List.of("-x", "-y")));
    assertThat(template.expand(Map.of(), CommandTemplate.place("m-0", "m", "P0")))
        .isEqualTo(List.of("p", "b", "--c=-c", "-f", "-5", "-x"));
    assertThat(
            template
                .expand(Map.of("a", "x", "b", "-b"), CommandTemplate.place("m-0", "m", "P0"))
                .subList(0, 2))
        .isEqualTo(List.of("p", "x-b"));
    assertThat(template.check(Map.of("b", "-b")).getFirst().parameter()).isEqualTo("b");
    ParameterFault fault = template.check(Map.of("a", "-rf")).getFirst();
    assertThat(fault)
        .isEqualTo(
            new ParameterFault(
                "a",
                "value '-rf' begins with a hyphen and would be an option of the command; give"
                    + " another"));
  }

  @Test
  void textIsShortCleanAndMatches() {
    TextParameter text =
        TextParameter.of("t", REQUIRED, Optional.of("[a-z\u00e9\\n\\x00🙂]*"), 3, false);
    for (String good : List.of("", "abc", "é", "🙂🙂🙂")) {
      assertThat(text.fault(good)).isEmpty();
    }
    Map<String, String> faults =
        Map.of(
            "abcd", "has 4 characters; give at most 3",
            "A", "does not match [a-z",
            "a\n", "control character U+000A at position 2",
            "\0", "control character U+0000 at position 1",
            "\ud83d", "control character U+D83D at position 1");
    faults.forEach((value, fault) ->
        assertThat(text.fault(value).orElseThrow()).as("%s", fault).contains(fault));
  }

  @Test
  void wholeNumbersAreInRangeAndPlain() {
    NumberParameter parameter = NumberParameter.whole("n", REQUIRED, -10, 10);
    for (String good : List.of("0", "10", "-10", "7")) {
      assertThat(parameter.fault(good)).isEmpty();
    }
    for (String bad :
        List.of(
            "",
            "11",
            "-11",
            "+1",
            "01",
            "1.0",
            "1e1",
            "0x1",
            " 1",
            "1\n",
            "--1",
            "99999999999999999999",
            "9999999999999999999",
            "١")) {
      assertThat(parameter.fault(bad).isPresent()).as("%s", bad).isTrue();
    }
    assertThat(NumberParameter.whole("n", REQUIRED, 0, 10).fault("-0").isPresent()).isTrue();
  }

  @Test
  void numbersAreInRangeAndPlain() {
    NumberParameter parameter = NumberParameter.real("x", REQUIRED, 0, 1000);
    for (String good : List.of("0", "0.5", "1e-3", "10E1", "007", "1000")) {
      assertThat(parameter.fault(good)).isEmpty();
    }
    for (String bad :
        List.of(
            "",
            "-0",
            "-1",
            "1001",
            "NaN",
            "Infinity",
            "1e999",
            ".5",
            "5.",
            "1f",
            "0x1p3",
            " 1",
            "1\n")) {
      assertThat(parameter.fault(bad).isPresent()).as("%s", bad).isTrue();
    }
    assertThat(NumberParameter.real("y", REQUIRED, -1, 1).fault("-0.5")).isEmpty();
  }

  @Test
  void filesStayInTheirDirectory() throws IOException {
    Path inside = Files.createDirectory(directory.resolve("in"));
    Files.createFile(inside.resolve("a.png"));
    Files.createDirectory(inside.resolve("sub"));
    Files.createFile(directory.resolve("secret"));
    Files.createSymbolicLink(inside.resolve("out"), directory.resolve("secret"));
    Files.createSymbolicLink(inside.resolve("nowhere"), directory.resolve("none"));
    Files.createSymbolicLink(inside.resolve("same"), inside.resolve("a.png"));
    FileParameter existing = new FileParameter("f", REQUIRED, inside, true);
    FileParameter any = new FileParameter("f", REQUIRED, inside, false);
    CommandTemplate template = template(List.of("p", "{f}"), existing);
    assertThat(template.expand(Map.of("f", "a.png"), CommandTemplate.place("m-0", "m", "P0")))
        .isEqualTo(List.of("p", inside + "/a.png"));
    assertThat(existing.fault("same")).isEmpty();
    assertThat(any.fault("new.png")).isEmpty();
    for (String bad :
        List.of(
            "",
            ".",
            "..",
            "../secret",
            "/etc/passwd",
            "sub/x",
            "a..b",
            "-rf",
            "a\nb",
            "out",
            "nowhere",
            "x".repeat(256))) {
      assertThat(any.fault(bad).isPresent()).as("%s", bad).isTrue();
      assertThat(existing.fault(bad).isPresent()).as("%s", bad).isTrue();
    }
    assertThat(existing.fault("new.png").orElseThrow()).contains("names no file");
    assertThat(existing.fault("sub").isPresent()).isTrue();
  }

  @Test
  void faultsOfATemplateAreReportedTogether() {
    List<String> faults =
        CommandTemplate.faults(
            List.of("{program}", "{a", "b}", "{}", "{ttle}", "a\0"),
            List.of(text("title", REQUIRED), text("title", REQUIRED), text("program", REQUIRED)));
    assertThat(faults)
        .isEqualTo(
            List.of(
                "the program is '{program}'; it must not be a parameter's value, write its name",
                "argument 1 is '{a' and has a brace alone; write {{ or }} for a brace",
                "argument 2 is 'b}' and has a brace alone; write {{ or }} for a brace",
                "argument 5 has a NUL character; remove it",
                "parameter title stands in no argument; write {title} in one, or remove it",
                "parameter title is described twice; remove one",
                "{} is no parameter; describe it, or correct the name (known: program, title)",
                "{ttle} is no parameter; describe it, or correct the name (did you mean title?)"));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> template(List.of("{")));
    assertThat(CommandTemplate.faults(List.of(), List.of()).size()).isEqualTo(1);
  }

  @Test
  void parametersDoNotStandInCodeOfAShell() {
    TextParameter name = text("name", REQUIRED);
    for (List<String> start : List.of(List.of("/bin/sh", "-c"), List.of("bash", "-ec"))) {
      List<String> code = new ArrayList<>(start);
      code.add("rm {name}");
      String fault = CommandTemplate.faults(code, List.of(name)).getFirst();
      assertThat(fault).contains("code of a shell");
      List<String> safe = new ArrayList<>(start);
      safe.addAll(List.of("rm -- \"$1\"", "sh", "{name}"));
      assertThat(CommandTemplate.faults(safe, List.of(name))).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "timeout|5|sh|-c|echo {p}",
        "env|LC_ALL=C|/usr/bin/bash|-c|echo {p}",
        "nice|-n|5|ionice|-c|3|dash|-ec|echo {p}",
        "sh|-c|-e|echo {p}",
        "bash|-c|-o|pipefail|echo {p}",
        "bash|-o|pipefail|-c|echo {p}",
        "bash|-O|extglob|--|-c|echo {p}",
        "bash|-c|--|{p}",
        "busybox|sh|-c|{p}",
        "xargs|-I|X|setsid|zsh|-c|{p}",
        "sh|-c|exec \"$@\"|x|sh|-c|echo {p}",
        "python3|-c|print('{p}')",
        "python3.13|-W|ignore|-Ic|print('{p}')",
        "nohup|pypy3|-cprint('{p}')",
        "perl|-e|print '{p}'",
        "perl|-lane|print '{p}'",
        "perl|-e1|-e|print '{p}'",
        "perl|-M{p}|x.pl",
        "ruby|-I|lib|-e|{p}",
        "node|--eval={p}",
        "node|-p|{p}",
        "php|-r|{p}",
        "Rscript|--vanilla|-e|{p}",
        "deno|eval|{p}",
        "octave-cli|--eval|{p}",
        "matlab|-batch|f('{p}')",
        "gdb|-batch|-ex|{p}",
        "awk|/{p}/",
        "gawk|-v|x=1|-F|,|{p}",
        "gawk|--source={p}",
        "sed|-i|s/{p}/y/|file",
        "sed|-n|-e|p|-e|s/{p}/y/e",
        "ssh|host|echo {p}",
        "ssh|-p|22|host|{p}",
        "sshpass|-f|x|ssh|-oProxyCommand={p}|host",
        "su|user|-c|{p}",
        "flock|lock|-c|{p}",
        "env|-S|sh {p}",
        "watch|echo|{p}",
        "psql|-d|x|-c|select '{p}'"
      })
  void codeIsFoundBehindOtherProgramsAndOptions(String line) {
    assertThat(CommandTemplate.faults(List.of(line.split("\\|")), List.of(text("p", REQUIRED))))
        .singleElement()
        .asString()
        .startsWith("argument ")
        .contains(" is code of ", "; ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "timeout|5|sh|-c|echo \"$1\"|x|{p}",
        "sh|-e|-c|echo \"$1\"|x|{p}",
        "sh|-c|-e|echo \"$1\"|x|{p}",
        "sh|script.sh|-c|{p}",
        "sh|-e|script.sh|{p}",
        "taskset|-c|0|echo|{p}",
        "python3|tool.py|-c|{p}",
        "python3|-m|tool|{p}",
        "python3|-c|import sys|{p}",
        "perl|-pi|-e|s/a/b/|{p}",
        "perl|-w|-I|lib|x.pl|-e|{p}",
        "node|-r|x|tool.js|--eval={p}",
        "awk|-v|name={p}|{{print name}}",
        "awk|-f|x.awk|{p}",
        "awk|-F,|{{print $1}}|{p}",
        "sed|-i|s/a/b/|{p}",
        "sed|-f|x.sed|{p}",
        "ssh|{p}|uptime",
        "env|NAME={p}|tool",
        "flock|-e|lock|tool|{p}",
        "echo|{p}"
      })
  void argumentsOfCodeAreLetPass(String line) {
    assertThat(CommandTemplate.faults(List.of(line.split("\\|")), List.of(text("p", REQUIRED))))
        .isEmpty();
  }

  @Test
  void numbersAndWordsMayGoToAnotherComputer() {
    for (Parameter safe :
        List.of(
            whole("p", REQUIRED),
            NumberParameter.real("p", REQUIRED, 0, 1),
            new ChoiceParameter("p", REQUIRED, List.of("a", "b")))) {
      assertThat(CommandTemplate.faults(List.of("ssh", "host", "render", "{p}"), List.of(safe)))
          .isEmpty();
      assertThat(CommandTemplate.faults(List.of("nice", "sh", "-c", "sleep {p}"), List.of(safe)))
          .isNotEmpty();
    }
  }

  @Test
  void parametersThatCannotBeAreRefused() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> text("1a", REQUIRED).check());
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> text("a b", REQUIRED).check());
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> whole("n", Optional.of("0")).check());
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> NumberParameter.whole("n", REQUIRED, 2, 1));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> NumberParameter.real("n", REQUIRED, 0, Double.NaN));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> new ChoiceParameter("c", REQUIRED, List.of()));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> new ChoiceParameter("c", REQUIRED, List.of("a\n")));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> TextParameter.of("t", REQUIRED, Optional.of("["), 5, false));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> new FileParameter("f", Optional.of("../x"), directory, false).check());
  }

  @Test
  void descriptionsAreForPeople() {
    CommandTemplate template =
        template(
            List.of("p", "{w}", "{t}", "{c}", "{x}", "{f}"),
            whole("w", Optional.of("640")),
            text("t", REQUIRED),
            new ChoiceParameter("c", REQUIRED, List.of("a", "b")),
            NumberParameter.real("x", REQUIRED, 0, 1),
            new FileParameter("f", REQUIRED, Path.of("/srv/in"), true));
    assertThat(template.descriptions())
        .isEqualTo(
            List.of(
                "w: whole number from 1 to 8192, default '640'",
                "t: text of at most 20 characters, required",
                "c: one of a, b, required",
                "x: number from 0.0 to 1.0, required",
                "f: name of an existing file in /srv/in, required"));
  }

  private static CommandTemplate template(List<String> arguments, Parameter... parameters) {
    return new CommandTemplate(arguments, List.of(parameters));
  }

  private static TextParameter text(String name, Optional<String> fallback) {
    return TextParameter.of(name, fallback, Optional.empty(), 20, false);
  }

  private static NumberParameter whole(String name, Optional<String> fallback) {
    return NumberParameter.whole(name, fallback, 1, 8192);
  }

  @Test
  void fortyThousandUnknownParametersAreToldAtOnce() {
    List<Parameter> parameters = new ArrayList<>();
    List<String> arguments = new ArrayList<>(List.of("p"));
    for (int i = 0; i < 50; i++) {
      parameters.add(text("parameter-number-" + i, Optional.of("x")));
      arguments.add("{parameter-number-" + i + "}");
    }
    CommandTemplate template = new CommandTemplate(arguments, parameters);
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < 40_000; i++) {
      values.put("no-such-thing-" + i, "x");
    }
    long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    assertThat(template.check(values)).hasSize(40_000);
    long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    assertThat(Duration.ofNanos(end - begin)).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void aLongTextIsComparedOnASmallStack() {
    TextParameter text =
        TextParameter.of("t", REQUIRED, Optional.of("([a-z]|[0-9])*"), 10_000, false);
    FutureTask<Optional<String>> onSmallStack =
        new FutureTask<>(() -> text.fault("a".repeat(10_000)));
    new Thread(null, onSmallStack, "small stack", 1 << 17).start();

    assertThat(text.fault("a1")).isEmpty();
    assertThat(onSmallStack).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(Optional.empty());
  }
}
