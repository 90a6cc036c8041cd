package org.espalier.service.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.espalier.workload.process.ShellWord;
import org.espalier.workload.process.UserEnvironment;

/**
 * The commands of Slurm, on this computer or another.
 *
 * @param via what runs a command elsewhere, as {@code ssh login}; nothing if they are here
 */
public record SlurmCommands(List<String> via) {
  /** Variables that change what the commands do, but not those that tell where Slurm is. */
  private static final Pattern CHANGING =
      Pattern.compile("(SLURM|SBATCH|SQUEUE|SCONTROL)_(?!CONF$|CONF_SERVER$|JWT$).*");

  /** Sbatch goes on for minutes to try what it says this of. */
  private static final String BUSY = "temporarily unable to accept job";

  private static final Pattern NOT_NOW = Pattern.compile(BUSY + "|(Max|Grp)(Submit)?Jobs?");

  /** A command that takes longer has lost whom it asks. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** What was asked for may have been done all the same. */
  private static final Pattern NO_ANSWER = Pattern.compile("(?i)timed out|contact|connect");

  private static final Pattern OVER =
      Pattern.compile(
          "BOOT_FAIL|CANCELLED|COMPLETED|DEADLINE|FAILED|NODE_FAIL|OUT_OF_MEMORY|PREEMPTED|REVOKED|TIMEOUT");

  public SlurmCommands {
    via = List.copyOf(via);
  }

  /** What a command answered. */
  public record Answer(boolean isGood, String out, String words) {
    /** Whether Slurm takes it later, when there are fewer jobs. */
    public boolean isNotNow() {
      return !isGood && NOT_NOW.matcher(words).find();
    }

    /** Whether nobody knows if Slurm has done it. */
    public boolean isUnknown() {
      return !isGood && NO_ANSWER.matcher(words).find();
    }
  }

  /** Whether nothing more comes of a job in a state, as squeue names it. */
  public static boolean isOver(String state) {
    return OVER.matcher(state).matches();
  }

  /**
   * Runs a command.
   *
   * @param input what it reads
   */
  public Answer run(List<String> command, String input) {
    return run(command, input, LONGEST);
  }

  /** The same, given up after a time. */
  Answer run(List<String> command, String input, Duration longest) {
    List<String> whole = new ArrayList<>(via);
    command.forEach(word -> whole.add(via.isEmpty() ? word : ShellWord.quoted(word)));
    ProcessBuilder builder = new ProcessBuilder(whole);
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.putAll(UserEnvironment.get());
    environment.keySet().removeIf(CHANGING.asMatchPredicate());
    List<String> words = new CopyOnWriteArrayList<>();
    try {
      Process process = builder.start();
      CompletableFuture.delayedExecutor(longest.toMillis(), TimeUnit.MILLISECONDS)
          .execute(() -> giveUp(process, words));
      Thread reader = Thread.ofPlatform().daemon().start(() -> readWords(process, words));
      try (var script = process.outputWriter(UTF_8)) {
        script.write(input);
      } catch (IOException e) {
        // It ended without reading; its words say why.
      }
      String out = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      boolean isGood = process.waitFor() == 0;
      reader.join();
      return new Answer(isGood, out, String.join("; ", words));
    } catch (IOException e) {
      words.add(String.valueOf(e.getMessage()));
      return new Answer(false, "", String.join("; ", words));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(false, "", "interrupted");
    }
  }

  private static void giveUp(Process process, List<String> words) {
    if (process.isAlive()) {
      words.add("it timed out");
      process.destroyForcibly();
    }
  }

  private static void readWords(Process process, List<String> words) {
    try (BufferedReader lines = process.errorReader(UTF_8)) {
      lines
          .lines()
          .forEach(line -> {
            words.add(line.replaceFirst("^\\w+: (error: )?", ""));
            if (line.contains(BUSY)) {
              process.destroy();
            }
          });
    } catch (IOException | UncheckedIOException e) {
      words.add(String.valueOf(e.getMessage()));
    }
  }
}
