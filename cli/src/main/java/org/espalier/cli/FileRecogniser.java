package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
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
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;

/**
 * Tells what kind a file is of: by how its content begins, or else by its ending, so that a file
 * that is wrong is still held to the kind that it was meant to be. Columns and keys count as found
 * when they are only misspelt. Reads no more than the beginning, except of YAML.
 */
final class FileRecogniser {
  private static final int BEGINNING = 1 << 16;

  /** Share of the columns of a kind that a header must have to be taken for one. */
  private static final double ENOUGH_COLUMNS = 0.6;

  private static final Map<FileKind, List<String>> COLUMNS = columns();

  /** Keys that tell no kind from another; seed is none of a trade-off's sweep misspelt. */
  private static final List<String> COMMON_KEYS =
      List.of("name", "title", "description", "seed", "version");

  private static final List<String> SYSTEM_KEYS =
      List.of("tick", "machine_types", "machines", "pet", "power", "missing");
  private static final List<String> STUDY_KEYS =
      List.of("trials", "preset", "system", "workload", "with_data", "axes", "policy", "baseline");

  private static final List<String> TRADE_OFF_KEYS =
      List.of(
          "objectives",
          "utility_threshold",
          "method",
          "sweep",
          "nsga2",
          "populations",
          "uncertainty",
          "monte_carlo",
          "reference");

  private static final List<String> PLAN_KEYS =
      List.of("applications", "colocation", "measure", "runs", "warm_up", "settle", "prediction");

  /** Keys of studies that live systems do not have. */
  private static final List<String> ONLY_STUDY_KEYS =
      List.of("trials", "workload", "with_data", "axes", "baseline");

  private static final List<String> LIVE_KEYS =
      List.of(
          "task_types",
          "backend",
          "data",
          "store",
          "http",
          "learning",
          "retention",
          "batch_queue",
          "past_deadlines",
          "kept_output");

  /** Eighteen numbers, as a line of a trace has. */
  private static final Pattern NUMBERS = Pattern.compile("(?:-?[0-9.]+\\s+){17}-?[0-9.]+");

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

  private static Map<FileKind, List<String>> columns() {
    Map<FileKind, List<String>> columns = new LinkedHashMap<>();
    columns.put(FileKind.PET, List.of("task_type", "machine_type", "time_s", "mass"));
    columns.put(FileKind.POWER, List.of("task_type", "machine_type", "power_w"));
    columns.put(FileKind.SAMPLES, List.of("task_type", "machine_type", "execution_time_s"));
    columns.put(FileKind.WORKLOAD, List.of("task_type", "arrival_s", "deadline_s"));
    return columns;
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
      return isGzip() ? compressed() : recognise(beginning());
    } catch (IOException e) {
      own.report(e);
      return Optional.empty();
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
    own.report(0, "", "", message, remedy);
    return false;
  }

  private Optional<FileKind> none(String message, String remedy) {
    refuse(message, remedy);
    return Optional.empty();
  }

  private String beginning() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(BEGINNING), UTF_8);
    }
  }

  private boolean isGzip() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.read() == 0x1f && in.read() == 0x8b;
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
    String first =
        beginning
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .findFirst()
            .orElse("");
    return first.startsWith("\ufeff") ? first.substring(1) : first;
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
    return byEnding().or(() -> isCsv(first) ? csv(first) : yaml(first));
  }

  private Optional<FileKind> byEnding() {
    if (ending.endsWith(".etc")) {
      return Optional.of(FileKind.PET_OF_PAPERS);
    } else if (ending.endsWith(".dat")) {
      return Optional.of(FileKind.TRIAL_OF_PAPERS);
    } else if (ending.endsWith(".swf")) {
      return Optional.of(FileKind.TRACE);
    } else if (ending.endsWith(".jsonl")) {
      return Optional.of(FileKind.JOURNAL);
    }
    return ending.endsWith(".pet.csv") ? Optional.of(FileKind.PET) : Optional.empty();
  }

  private boolean isCsv(String first) {
    return ending.endsWith(".csv") || first.startsWith("task_type,");
  }

  private Optional<FileKind> csv(String first) {
    List<String> header = Arrays.stream(first.split(",")).map(String::strip).toList();
    FileKind best = FileKind.MEANS;
    double most = ENOUGH_COLUMNS;
    for (Map.Entry<FileKind, List<String>> kind : COLUMNS.entrySet()) {
      double share = (double) count(kind.getValue(), header) / kind.getValue().size();
      if (share > most) {
        most = share;
        best = kind.getKey();
      }
    }
    if (best == FileKind.MEANS && Names.nearest("task_type", header.subList(0, 1)).isEmpty()) {
      return noCsv(first);
    }
    return Optional.of(best);
  }

  private Optional<FileKind> noCsv(String first) {
    problems.add(
        new Problem(
            file,
            1,
            "",
            first,
            "is a CSV header of no known kind",
            "expected the columns "
                + String.join(
                    ", or ", COLUMNS.values().stream().map(c -> String.join(",", c)).toList())));
    return Optional.empty();
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
    return yaml(root.get());
  }

  private boolean looksLikeYaml(String first) {
    Predicate<String> isEnding = ending::endsWith;
    return List.of(".yaml", ".yml", ".json").stream().anyMatch(isEnding)
        || first.startsWith("{")
        || first.startsWith("---")
        || first.matches("[A-Za-z_]+\\s*:.*");
  }

  private Optional<FileKind> yaml(DocumentNode root) {
    int system = count(SYSTEM_KEYS, root.keys());
    int study = count(STUDY_KEYS, root.keys());
    int plan = count(PLAN_KEYS, root.keys());
    if (isLive(root, system, plan)) {
      return Optional.of(FileKind.LIVE);
    }
    if (plan > 0 && plan >= study && (plan >= system || root.keys().contains("applications"))) {
      return Optional.of(FileKind.PROFILE_PLAN);
    }
    if (system == 0 && study == 0) {
      return none(
          "is neither a study nor a system nor a live system nor a plan of measurements",
          "a study has %s; a system has %s; a live system has system, policy, %s; a plan has %s"
              .formatted(
                  String.join(", ", STUDY_KEYS),
                  String.join(", ", SYSTEM_KEYS),
                  String.join(", ", LIVE_KEYS),
                  String.join(", ", PLAN_KEYS)));
    }
    boolean tradeOff = count(TRADE_OFF_KEYS, root.keys()) > 0 && !root.keys().contains("axes");
    if (tradeOff && system == 0) {
      return Optional.of(FileKind.TRADE_OFF);
    }
    return Optional.of(system >= study ? FileKind.SYSTEM : FileKind.STUDY);
  }

  /** Whether it has keys of live systems; of systems it may have more, of studies no others. */
  private static boolean isLive(DocumentNode root, int system, int plan) {
    int live = count(LIVE_KEYS, root.keys());
    boolean isStudy =
        root.keys().stream()
            .anyMatch(key -> ONLY_STUDY_KEYS.contains(key) || TRADE_OFF_KEYS.contains(key));
    return live > plan && !isStudy && (live > system || root.keys().contains("system"));
  }

  private static int count(List<String> wanted, List<String> found) {
    List<String> telling = found.stream().filter(key -> !COMMON_KEYS.contains(key)).toList();
    return (int) wanted.stream().filter(name -> Names.nearest(name, telling).isPresent()).count();
  }
}
