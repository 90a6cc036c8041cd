import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
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
 * <p>Each further argument says of some tests why this run left them out. It counts as one that was
 * skipped.
 */
final class TestSummary {
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
    for (int i = 1; i < args.length; i++) {
      summary.skipped.add(args[i]);
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

  private void readReport(Path report) throws Exception {
    DocumentBuilder reader = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    NodeList cases = reader.parse(report.toFile()).getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      Element test = (Element) cases.item(i);
      String name = test.getAttribute("classname") + "." + test.getAttribute("name");
      if (has(test, "failure") || has(test, "error")) {
        failed.add(name);
      } else if (has(test, "skipped")) {
        String reason = reason((Element) test.getElementsByTagName("skipped").item(0));
        skipped.add(name + ": " + (reason.isEmpty() ? "no reason given" : reason));
      } else {
        passed++;
      }
    }
  }

  private static boolean has(Element test, String child) {
    return test.getElementsByTagName(child).getLength() > 0;
  }

  /** The message; where it has none, or begins with an empty line, it stands in the stack trace. */
  private static String reason(Element skip) {
    String message = skip.getAttribute("message").strip();
    return message.isEmpty()
        ? skip.getTextContent()
            .strip()
            .replaceFirst("^\\S+:\\s+", "")
            .lines()
            .findFirst()
            .orElse("")
        : message;
  }

  private void print() {
    if (passed == 0 && failed.isEmpty()) {
      System.out.println("no test ran");
    }
    skipped.forEach(test -> System.out.println("skipped: " + test));
    failed.forEach(test -> System.out.println("failed: " + test));
    System.out.printf("%d passed, %d failed, %d skipped%n", passed, failed.size(), skipped.size());
  }
}
