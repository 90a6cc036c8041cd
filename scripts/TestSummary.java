import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Sums the Surefire reports below a directory. It names the failed tests, the skipped tests with
 * their reasons, and ends with the line {@code N passed, N failed, N skipped}. The exit status is 1
 * when a test failed or none ran.
 *
 * <p>{@code --without-browser REASON} and {@code --without-slow REASON} say that this run left out
 * the classes named {@code *BrowserTest}, and the tests tagged "slow": their names are then read
 * from the sources and counted as skipped.
 */
final class TestSummary {

  private static final String MODIFIERS = "(?:(?:public|private|protected|static|final|abstract)\\s+)*";
  private static final String ANNOTATIONS = "((?:@\\w+(?:\\((?:\"[^\"]*\"|[^()\"]|\\([^()]*\\))*\\))?\\s+)*)";
  private static final Pattern METHOD =
      Pattern.compile(ANNOTATIONS + MODIFIERS + "(?:void|[A-Z][\\w<>?, ]*)\\s+(\\w+)\\(");
  private static final Pattern TYPE = Pattern.compile(ANNOTATIONS + MODIFIERS + "class\\s+\\w+");
  private static final Pattern TEST =
      Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)\\b");
  private static final Pattern SLOW = Pattern.compile("@Tag\\(\"slow\"\\)");

  private final List<String> failed = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();
  private int passed;

  public static void main(String[] args) throws Exception {
    Path root = Path.of(args[0]);
    TestSummary summary = new TestSummary();
    for (Path report : files(root, TestSummary::isReport)) {
      try {
        summary.readReport(report);
      } catch (SAXException e) {
        summary.failed.add(report + " cannot be read: " + e.getMessage());
      }
    }
    for (int i = 1; i + 1 < args.length; i += 2) {
      for (Path source : files(root, TestSummary::isTestSource)) {
        summary.readSource(source, args[i], args[i + 1]);
      }
    }
    summary.print();
    System.exit(summary.failed.isEmpty() && summary.passed > 0 ? 0 : 1);
  }

  private static List<Path> files(Path root, Predicate<Path> wanted) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(wanted).sorted().toList();
    }
  }

  private static boolean isReport(Path file) {
    return file.getFileName().toString().matches("TEST-.*\\.xml")
        && file.getParent().endsWith(Path.of("target", "surefire-reports"));
  }

  private static boolean isTestSource(Path file) {
    return file.toString().matches(".*/src/test/java/.*\\.java");
  }

  private void readReport(Path report) throws Exception {
    DocumentBuilder reader = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    NodeList cases = reader.parse(report.toFile()).getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      Element test = (Element) cases.item(i);
      String name = test.getAttribute("classname") + "." + test.getAttribute("name");
      if (has(test, "failure") || has(test, "error")) {
        failed.add(name);
      } else if (has(test, "skipped")) {
        Element skip = (Element) test.getElementsByTagName("skipped").item(0);
        skip(name, skip.getAttribute("message"));
      } else {
        passed++;
      }
    }
  }

  private static boolean has(Element test, String child) {
    return test.getElementsByTagName(child).getLength() > 0;
  }

  private void readSource(Path source, String option, String reason) throws IOException {
    String type = source.getFileName().toString().replace(".java", "");
    boolean browser = type.endsWith("BrowserTest");
    if (browser != option.equals("--without-browser")) {
      return;
    }
    String text = Files.readString(source);
    Matcher head = TYPE.matcher(text);
    boolean all = browser || (head.find() && SLOW.matcher(head.group(1)).find());
    for (Matcher method = METHOD.matcher(text); method.find(); ) {
      String annotations = method.group(1);
      if (TEST.matcher(annotations).find() && (all || SLOW.matcher(annotations).find())) {
        skip(type + "." + method.group(2), reason);
      }
    }
  }

  private void skip(String name, String reason) {
    skipped.add(name + ": " + (reason.isBlank() ? "no reason given" : reason.strip()));
  }

  private void print() {
    if (passed == 0 && failed.isEmpty()) {
      System.out.println("no test ran");
    }
    skipped.forEach(test -> System.out.println("skipped: " + test));
    failed.forEach(test -> System.out.println("failed: " + test));
    System.out.printf(
        "%d passed, %d failed, %d skipped%n", passed, failed.size(), skipped.size());
  }
}
