package org.espalier.cli.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.FileProblems;
import org.espalier.workload.document.Problems;

/**
 * Tells what kind a file is of, by how its content begins, or else by its ending. So a file that is
 * wrong is still held to the kind that it was meant to be. A CSV file is told by one of its
 * columns, and YAML by one of its keys. Reads no more than the beginning, except of YAML.
 */
final class FileRecogniser {
  private static final int BEGINNING = 1 << 16;

  private static final List<Map.Entry<String, FileKind>> ENDINGS =
      List.of(
          Map.entry(".etc", FileKind.PET_OF_PAPERS),
          Map.entry(".dat", FileKind.TRIAL_OF_PAPERS),
          Map.entry(".swf", FileKind.TRACE),
          Map.entry(".jsonl", FileKind.JOURNAL),
          Map.entry(".pet.csv", FileKind.PET));

  private static final List<Map.Entry<String, FileKind>> COLUMNS =
      List.of(
          Map.entry("mass", FileKind.PET),
          Map.entry("power_w", FileKind.POWER),
          Map.entry("arrival_s", FileKind.WORKLOAD),
          Map.entry("deadline_s", FileKind.WORKLOAD),
          Map.entry("execution_time_s", FileKind.SAMPLES),
          Map.entry("task_type", FileKind.MEANS));

  /** The first that a file has tells it. */
  private static final List<Map.Entry<String, FileKind>> KEYS =
      List.of(
          Map.entry("applications", FileKind.PROFILE_PLAN),
          Map.entry("objectives", FileKind.TRADE_OFF),
          Map.entry("axes", FileKind.STUDY),
          Map.entry("workload", FileKind.STUDY),
          Map.entry("trials", FileKind.STUDY),
          Map.entry("policy", FileKind.LIVE),
          Map.entry("pet", FileKind.SYSTEM),
          Map.entry("machines", FileKind.SYSTEM));

  /** Eighteen numbers or more, as a line of a trace has. */
  private static final Pattern NUMBERS =
      Pattern.compile("(?:-?[0-9.]+\\s+){17}-?[0-9.]+(?:\\s.*)?");

  private final Path file;
  private final String ending;
  private final Problems problems;
  private final FileProblems own;

  private FileRecogniser(Path file, Problems problems) {
    this.file = file;
    this.ending = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    this.problems = problems;
    this.own = problems.in(file);
  }

  /** The kind of a file, or empty if it has none or cannot be read, which is reported. */
  static Optional<FileKind> recognise(Path file, Problems problems) {
    return new FileRecogniser(file, problems).recognise();
  }

  private Optional<FileKind> recognise() {
    try {
      if (!isFile()) {
        return Optional.empty();
      }
      byte[] beginning = beginning();
      boolean gzip = beginning.length > 1 && beginning[0] == 0x1f && (beginning[1] & 0xff) == 0x8b;
      return gzip ? compressed() : recognise(new String(beginning, UTF_8));
    } catch (IOException e) {
      return own.report(e);
    }
  }

  private boolean isFile() throws IOException {
    if (Files.isDirectory(file)) {
      return refuse("is a directory", "name the files in it");
    } else if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    } else if (!Files.isRegularFile(file)) {
      return refuse("is not a regular file", "save it as one first");
    }
    return Files.size(file) > 0 || refuse("is empty", FileKind.EXPECTED);
  }

  private boolean refuse(String message, String remedy) {
    own.report(message, remedy);
    return false;
  }

  private Optional<FileKind> none(String message, String remedy) {
    refuse(message, remedy);
    return Optional.empty();
  }

  private byte[] beginning() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(BEGINNING);
    }
  }

  /** Of compressed files only traces are read, whose first line then tells them. */
  private Optional<FileKind> compressed() {
    boolean trace = ending.endsWith(".swf.gz") || ending.endsWith(".swf");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      trace = trace || isTrace(firstLine(new String(in.readNBytes(BEGINNING), UTF_8)));
    } catch (IOException e) {
      // What is wrong with a trace is told by its reader, with the place.
    }
    return trace
        ? Optional.of(FileKind.TRACE)
        : none("is compressed and no trace (.swf.gz)", "decompress it first");
  }

  private static boolean isTrace(String first) {
    return first.startsWith(";") || NUMBERS.matcher(first).matches();
  }

  private Optional<FileKind> recognise(String beginning) {
    if (beginning.indexOf('\0') >= 0) {
      return none("is not a text file", FileKind.EXPECTED);
    }
    return recogniseLine(firstLine(beginning));
  }

  /** The first line that is neither blank nor a comment. */
  private static String firstLine(String beginning) {
    return beginning
        .replaceFirst("^\ufeff", "")
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .findFirst()
        .orElse("");
  }

  private Optional<FileKind> recogniseLine(String first) {
    if (first.startsWith("machineCount=")) {
      return Optional.of(FileKind.PET_OF_PAPERS);
    } else if (first.startsWith("taskCount=")) {
      return Optional.of(FileKind.TRIAL_OF_PAPERS);
    } else if (first.startsWith("{") && first.contains("\"event\"")) {
      return Optional.of(FileKind.JOURNAL);
    } else if (isTrace(first)) {
      return Optional.of(FileKind.TRACE);
    }
    return told(ENDINGS, ending::endsWith).or(() -> isCsv(first) ? csv(first) : yaml(first));
  }

  private boolean isCsv(String first) {
    return ending.endsWith(".csv") || first.startsWith("task_type,");
  }

  private Optional<FileKind> csv(String first) {
    List<String> header = Arrays.stream(first.split(",")).map(String::strip).toList();
    Optional<FileKind> kind = told(COLUMNS, header::contains);
    if (kind.isEmpty()) {
      own.report(
          1,
          "",
          first,
          "is a CSV header of no known kind",
          "expected task_type first, and columns of samples, a workload, a PET, power or means");
    }
    return kind;
  }

  private static Optional<FileKind> told(
      List<Map.Entry<String, FileKind>> telling, Predicate<String> isThere) {
    return telling.stream()
        .filter(entry -> isThere.test(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private Optional<FileKind> yaml(String first) {
    if (!looksLikeYaml(first)) {
      return none("is of no known kind", FileKind.EXPECTED);
    }
    Problems read = new Problems();
    Optional<DocumentNode> root = Document.read(file, read);
    if (root.isEmpty()) {
      read.listed().forEach(problems::add);
      return Optional.empty();
    }
    return told(KEYS, root.get().keys()::contains)
        .or(() ->
            none(
                "is neither a study nor a system nor a live system nor a plan of measurements",
                "a study has axes; a study of a trade-off has objectives; a system has pet;"
                    + " a live system has policy; a plan has applications"));
  }

  private boolean looksLikeYaml(String first) {
    return ending.matches(".*\\.(ya?ml|json)")
        || first.startsWith("{")
        || first.startsWith("---")
        || first.matches("[A-Za-z_]+\\s*:.*");
  }
}
