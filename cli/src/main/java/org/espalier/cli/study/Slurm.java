package org.espalier.cli.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.service.slurm.SlurmCommands;
import org.espalier.service.slurm.SlurmCommands.Answer;
import org.espalier.workload.process.ProgramPath;

/**
 * Jobs of one name in Slurm, by its commands. Jobs are never known by their numbers alone, since
 * Slurm may lose jobs and give their numbers to others.
 */
final class Slurm {
  private static final Pattern ELEMENT =
      Pattern.compile("([0-9]+)\\|([0-9]+)\\|([A-Z_]+)\\|([^|]*)\\|([^|\n]*)");

  private final SlurmCommands commands = new SlurmCommands(List.of());
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
    CommandFailure.when(
        ProgramPath.find("sbatch", path, Path.of("")).isEmpty(),
        "there is no sbatch on the PATH; run this where jobs are submitted to Slurm, or see"
            + " docs/cluster.md for other queues");
    Answer answer = sbatch(List.of("--test-only", "--wrap=true"), "");
    CommandFailure.when(
        !answer.isGood() && !answer.isNotNow(), "Slurm refuses such jobs: %s", answer.words());
  }

  /** An element of an array, as the queue shows it. */
  record Element(String job, int index, String state, String reason, String node) {
    boolean isLive() {
      return !SlurmCommands.isOver(state);
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
    Answer answer = commands.run(List.of("scontrol", "show", "config"), "");
    Matcher most = Pattern.compile("MaxArraySize\\s*=\\s*([0-9]+)").matcher(answer.out());
    CommandFailure.when(
        !answer.isGood() || !most.find(), "scontrol tells no MaxArraySize: %s", answer.words());
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
    return commands.run(command, script);
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
        commands.run(
            List.of("squeue", "--me", "-hr", "-t", "all", "-n", name, "-o", "%F|%K|%T|%r|%N"), "");
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
}
