package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.TestJvm;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds the documentation to the program: commands run and print what is shown, studies are good,
 * code compiles and programs print what is shown, links lead somewhere.
 */
class DocumentationTest {
  private static final Path ROOT = Repository.root();
  private static final List<Markdown> DOCUMENTS = Markdown.below(ROOT);

  /** Commands that are for readers only: they fetch, build or check a whole source tree. */
  private static final Pattern NOT_RUN = Pattern.compile("(git|cd|mvn|\\./verify)\\b.*");

  /** So many documents are followed where only a sample is wanted. */
  private static final int FOLLOWED = 1;

  private static final Pattern STUDY_OR_SYSTEM = Pattern.compile("(?m)^(axes|pet):");

  private static final Pattern TYPE_NAME =
      Pattern.compile("(?m)^(?:public |final |abstract )*(?:class|record|interface|enum) (\\w+)");

  private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|interface|enum) (\\w+)");

  private static final Pattern CLASS_IN_TEXT = Pattern.compile("`([A-Z][a-z]\\w+)[^`]*`");

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private static String name(Markdown document) {
    return ROOT.relativize(document.file()).toString();
  }

  @TestFactory
  Stream<DynamicTest> commandsPrintWhatIsShown() {
    List<Markdown> shown =
        DOCUMENTS.stream().filter(each -> each.has("console") || each.has("yaml")).toList();
    return TestSample.of(FOLLOWED, shown.size())
        .mapToObj(shown::get)
        .map(document -> dynamicTest(name(document), () -> follow(document)));
  }

  /** Does what a reader of the document does, in order, and checks its studies and systems. */
  private void follow(Markdown document) throws IOException, InterruptedException {
    Path place = Files.createDirectories(directory.resolve(name(document)));
    TemporarySourceTree tree = TemporarySourceTree.in(place, ROOT);
    List<String> toCheck = new ArrayList<>();
    for (Markdown.Block block : document.blocks()) {
      if (block.language().equals("console")) {
        type(block, tree);
      } else if (!block.name().isEmpty()) {
        tree.write(block.name(), block.text());
      }
      if (block.language().equals("yaml") && STUDY_OR_SYSTEM.matcher(block.text()).find()) {
        assertThat(block.name()).as("file name of the block at line %d", block.line()).isNotEmpty();
        toCheck.add(block.name());
      }
    }
    if (!toCheck.isEmpty()) {
      String all = "./espalier check " + String.join(" ", toCheck);
      check(new ConsoleSession.Command(all, 0, List.of()), tree.run(all));
    }
  }

  private static void type(Markdown.Block block, TemporarySourceTree tree)
      throws IOException, InterruptedException {
    for (ConsoleSession.Command command : ConsoleSession.commands(block.text())) {
      if (!NOT_RUN.matcher(command.text()).matches()) {
        check(command, tree.run(command.text()));
      }
    }
  }

  private static void check(ConsoleSession.Command command, TemporarySourceTree.Outcome outcome) {
    assertThat(outcome.exitCode())
        .as("exit code of: %s%n%s", command.text(), outcome.output())
        .isEqualTo(command.exitCode());
    assertThat(command.missingFrom(outcome.output()))
        .as("lines shown that are not in the output of: %s%n%s", command.text(), outcome.output())
        .isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> javaCompilesAndPrintsWhatIsShown() {
    return DOCUMENTS.stream()
        .flatMap(document ->
            document.blocks("java").stream()
                .map(block -> dynamicTest(title(document, block), () -> tryOut(document, block))));
  }

  private static String title(Markdown document, Markdown.Block block) {
    return "%s:%d".formatted(name(document), block.line());
  }

  /** Compiles a block; if it is a program, runs it: it prints the next block of text. */
  private void tryOut(Markdown document, Markdown.Block block)
      throws IOException, InterruptedException {
    Matcher type = TYPE_NAME.matcher(block.text());
    assertThat(type.find()).as("a type in%n%s", block.text()).isTrue();
    Path classes = Files.createTempDirectory(directory, "classes");
    compile(new Source(type.group(1), block.text()), classes);
    if (block.text().contains("static void main(")) {
      assertThat(output(type.group(1), classes)).isEqualTo(shown(document, block));
    }
  }

  private static void compile(Source source, Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "-proc:none",
            "-Xlint:all",
            "-d",
            classes.toString(),
            "-cp",
            System.getProperty("java.class.path"));
    StringWriter log = new StringWriter();
    boolean compiled = compiler.getTask(log, null, null, options, null, List.of(source)).call();
    assertThat(compiled).as(log.toString()).isTrue();
  }

  private static String shown(Markdown document, Markdown.Block program) {
    return document.blocks("text").stream()
        .filter(block -> block.line() > program.line())
        .findFirst()
        .map(Markdown.Block::text)
        .orElseThrow(() -> new AssertionError("no output is shown of " + title(document, program)));
  }

  private static String output(String type, Path classes) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(TestJvm.of().with(classes).command(type))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  /** Java text in memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String type, String text) {
      super(URI.create("string:///" + type + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  @TestFactory
  Stream<DynamicTest> linksLeadSomewhere() {
    return DOCUMENTS.stream()
        .map(document ->
            dynamicTest(name(document), () -> assertThat(deadLinks(document)).isEmpty()));
  }

  private static List<String> deadLinks(Markdown document) {
    List<String> dead = new ArrayList<>();
    for (String link : document.links()) {
      if (!link.toLowerCase(Locale.ROOT).matches("[a-z]+:.*") && !isAlive(document, link)) {
        dead.add(link);
      }
    }
    return dead;
  }

  private static boolean isAlive(Markdown document, String link) {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? document.file() : document.file().resolveSibling(parts[0]);
    return Files.exists(target)
        && (parts.length == 1 || Markdown.read(target).anchors().contains(parts[1]));
  }

  @Test
  void architectureNamesClassesThatAreThere() throws IOException {
    Set<String> types = new HashSet<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        TYPE.matcher(Files.readString(file)).results().forEach(type -> types.add(type.group(1)));
      }
    }
    String text = String.join("\n", Markdown.read(ROOT.resolve("ARCHITECTURE.md")).text());
    assertThat(CLASS_IN_TEXT.matcher(text).results().map(name -> name.group(1)))
        .isNotEmpty()
        .isSubsetOf(types);
  }
}
