package org.espalier.cli.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.workload.process.ProgramPath;
import org.espalier.workload.process.UserEnvironment;

/**
 * Jobs of one name in Slurm, by its commands. Jobs are never known by their numbers alone, since
 * Slurm may lose jobs and give their numbers to others.
 */
final class Slurm {
  /** Variables that change what the commands do, but not those that tell where Slurm is. */
  private static final Pattern CHANGING =
      Pattern.compile("(SLURM|SBATCH|SQUEUE|SCONTROL)_(?!CONF$|CONF_SERVER$|JWT$).*");

  /** Sbatch goes on for minutes to try what it says this of. */
  private static final String BUSY = "temporarily unable to accept job";

  private static final Pattern NOT_NOW = Pattern.compile(BUSY + "|(Max|Grp)(Submit)?Jobs?");

  /** What was asked for may have been done all the same. */
  private static final Pattern NO_ANSWER = Pattern.compile("(?i)timed out|contact|connect");

  private static final Pattern OVER =
      Pattern.compile(
          "BOOT_FAIL|CANCELLED|COMPLETED|DEADLINE|FAILED|NODE_FAIL|OUT_OF_MEMORY|PREEMPTED|REVOKED|TIMEOUT");

  private static final Pattern ELEMENT =
      Pattern.compile("([0-9]+)\\|([0-9]+)\\|([A-Z_]+)\\|([^|]*)\\|([^|\n]*)");

  private final String name;
  private final List<String> options;

  /**
   * The jobs of a name.
   *
   * @param options for sbatch
   * @throws CommandFailure if there is no Slurm here, or it would refuse a job with these options
   */
  Slurm(String name, List<String> options) {
    this.name = name;
    this.options = options;
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    if (ProgramPath.find("sbatch", path, Path.of("")).isEmpty()) {
      throw new CommandFailure(
          "there is no sbatch on the PATH; run this where jobs are submitted to Slurm, or see"
              + " docs/cluster.md for other queues");
    }
    Answer answer = sbatch(List.of("--test-only", "--wrap=true"), "");
    if (!answer.isGood() && !answer.isNotNow()) {
      throw new CommandFailure("Slurm refuses such jobs: " + answer.words());
    }
  }

  /** What a command answered. */
  record Answer(boolean isGood, String out, String words) {
    /** Whether Slurm takes it later, when there are fewer jobs. */
    boolean isNotNow() {
      return !isGood && NOT_NOW.matcher(words).find();
    }

    /** Whether nobody knows if Slurm has done it. */
    boolean isUnknown() {
      return !isGood && NO_ANSWER.matcher(words).find();
    }
  }

  /** An element of an array, as the queue shows it. */
  record Element(String job, int index, String state, String reason, String node) {
    boolean isLive() {
      return !OVER.matcher(state).matches();
    }

    boolean waits() {
      return state.equals("PENDING");
    }

    @Override
    public String toString() {
      String where = node.isEmpty() ? "" : " on " + node;
      return "job %s_%s%s: %s%s"
          .formatted(job, index, where, state, state.equals("FAILED") ? ", " + reason : "");
    }
  }

  /** How many elements an array has at most, numbered from 1. */
  int mostElements() {
    Answer answer = run(List.of("scontrol", "show", "config"), "");
    Matcher most = Pattern.compile("MaxArraySize\\s*=\\s*([0-9]+)").matcher(answer.out());
    if (!answer.isGood() || !most.find()) {
      throw new CommandFailure("scontrol tells no MaxArraySize: " + answer.words());
    }
    return Integer.parseInt(most.group(1)) - 1;
  }

  /**
   * Submits an array; the answer's output is its number.
   *
   * @param numbers of its elements
   * @param log a file in the directory for each, with {@code %a} for its number
   */
  Answer submit(List<Integer> numbers, String script, Path directory, String log) {
    String escaped = directory.toString().replace("%", "%%") + "/" + log;
    String here = Path.of("").toAbsolutePath().toString();
    return sbatch(
        List.of(
            "--array=" + ranges(numbers),
            "--no-requeue",
            "--export=ALL",
            "--chdir=" + here,
            "--output=" + escaped),
        script);
  }

  private Answer sbatch(List<String> own, String script) {
    List<String> command = new ArrayList<>(List.of("sbatch", "--parsable", "--job-name=" + name));
    command.addAll(options);
    command.addAll(own);
    return run(command, script);
  }

  /** Numbers in order, as Slurm writes them: {@code 1-3,7}. */
  static String ranges(List<Integer> numbers) {
    List<String> ranges = new ArrayList<>();
    for (int from = 0, to = 1; to <= numbers.size(); to++) {
      if (to == numbers.size() || numbers.get(to) != numbers.get(to - 1) + 1) {
        int first = numbers.get(from);
        int last = numbers.get(to - 1);
        ranges.add(first == last ? "" + first : first + "-" + last);
        from = to;
      }
    }
    return String.join(",", ranges);
  }

  /** The user's elements of this name, of whatever arrays; empty if Slurm does not answer. */
  Optional<List<Element>> queue() {
    Answer answer =
        run(List.of("squeue", "--me", "-hr", "-t", "all", "-n", name, "-o", "%F|%K|%T|%r|%N"), "");
    return answer.isGood() ? Optional.of(elements(answer.out())) : Optional.empty();
  }

  private static List<Element> elements(String lines) {
    List<Element> elements = new ArrayList<>();
    for (Matcher m = ELEMENT.matcher(lines); m.find(); ) {
      int index = Integer.parseInt(m.group(2));
      elements.add(new Element(m.group(1), index, m.group(3), m.group(4), m.group(5).strip()));
    }
    return elements;
  }

  private static Answer run(List<String> command, String input) {
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.putAll(UserEnvironment.get());
    environment.keySet().removeIf(CHANGING.asMatchPredicate());
    StringBuilder words = new StringBuilder();
    try {
      Process process = builder.start();
      Thread reader = Thread.ofPlatform().daemon().start(() -> readWords(process, words));
      try (var script = process.outputWriter(UTF_8)) {
        script.write(input);
      } catch (IOException e) {
        // It ended without reading; its words say why.
      }
      String out = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      boolean isGood = process.waitFor() == 0;
      reader.join();
      return new Answer(isGood, out, words.toString());
    } catch (IOException e) {
      return new Answer(false, "", String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(false, "", "interrupted");
    }
  }

  private static void readWords(Process process, StringBuilder words) {
    try (BufferedReader lines = process.errorReader(UTF_8)) {
      lines
          .lines()
          .forEach(line -> {
            words
                .append(words.isEmpty() ? "" : "; ")
                .append(line.replaceFirst("^\\w+: (error: )?", ""));
            if (line.contains(BUSY)) {
              process.destroy();
            }
          });
    } catch (IOException | UncheckedIOException e) {
      words.append(e.getMessage());
    }
  }
}
