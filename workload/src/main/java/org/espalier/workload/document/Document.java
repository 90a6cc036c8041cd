package org.espalier.workload.document;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads YAML 1.2 documents (and so JSON) as trees of {@link DocumentNode}s that know their line.
 *
 * <p>Refuses files over {@value #MOST_MEGABYTES} MB without reading them, documents of more than
 * half a million values or 64 levels, several documents in one file, text that is not UTF-8, and
 * lines of more than {@value #LONGEST_LINE} characters, on which the parser would take minutes.
 */
public final class Document {
  /** Size of the greatest file that is read. */
  public static final int MOST_MEGABYTES = 16;

  private static final int MOST_BYTES = MOST_MEGABYTES << 20;
  private static final int LONGEST_LINE = 65_536;

  private Document() {}

  /** The root of the document in a file, or empty if it has problems. */
  public static Optional<DocumentNode> read(Path file, Problems problems) {
    FileProblems own = problems.in(file);
    return text(file, own).flatMap(text -> parse(text, own));
  }

  /** The root of a document given as text, or empty if it has problems. */
  public static Optional<DocumentNode> parse(String text, Path file, Problems problems) {
    return parse(text, problems.in(file));
  }

  /** The text of a file, or empty if it has problems, as that it is too large or no text. */
  public static Optional<String> text(Path file, Problems problems) {
    return text(file, problems.in(file));
  }

  private static Optional<String> text(Path file, FileProblems problems) {
    try (InputStream in = new Utf8Input(Files.newInputStream(file))) {
      byte[] bytes = Files.size(file) > MOST_BYTES ? null : in.readNBytes(MOST_BYTES + 1);
      if (bytes == null || bytes.length > MOST_BYTES) {
        return problems.report(
            "is larger than %s MB, too large for a YAML document".formatted(MOST_MEGABYTES),
            "keep bulk data in CSV files and name them in the document");
      }
      return Optional.of(new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      problems.report(e);
    }
    return Optional.empty();
  }

  private static Optional<DocumentNode> parse(String text, FileProblems problems) {
    if (hasLongLine(text, problems)) {
      return Optional.empty();
    }
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(MOST_BYTES + 1).build();
    TreeBuilder builder = new TreeBuilder(problems);
    try {
      Optional<Tree> root =
          builder.build(new ParserImpl(settings, new StreamReader(settings, text)));
      if (root.isEmpty() && problems.isEmpty()) {
        problems.report("is empty", "write the document");
      }
      return root.map(tree -> DocumentNode.root(problems, tree));
    } catch (MarkedYamlEngineException e) {
      report(e, problems);
    } catch (IllegalArgumentException e) {
      // The parser lets through what escapes in quotes do not have: digits, or a character.
      problems.report(
          builder.lastLine(),
          "",
          "",
          "is not YAML: an escape here or soon after stands for no character",
          "check backslashes between double quotes");
    } catch (YamlEngineException e) {
      problems.report("is not YAML: " + firstLine(e.getMessage()), "");
    }
    return Optional.empty();
  }

  private static boolean hasLongLine(String text, FileProblems problems) {
    int line = 1;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\n') {
        line++;
        start = i + 1;
      } else if (i - start == LONGEST_LINE) {
        problems.report(
            line,
            "",
            "",
            String.format(Locale.ROOT, "line is longer than %,d characters", LONGEST_LINE),
            "break it, or keep bulk data in CSV files");
        return true;
      }
    }
    return false;
  }

  private static void report(MarkedYamlEngineException e, FileProblems problems) {
    int line = e.getProblemMark().map(Mark::getLine).orElse(-1) + 1;
    problems.report(
        line, "", "", "is not YAML: " + firstLine(e.getProblem()), "check indentation and quotes");
  }

  private static String firstLine(@Nullable String message) {
    return String.valueOf(message).lines().findFirst().orElse("unreadable");
  }
}
