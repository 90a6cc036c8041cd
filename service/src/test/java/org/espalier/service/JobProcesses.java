package org.espalier.service;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Watches the processes of the jobs of a Slurm: those that its jobs have started, by environment,
 * by the directory of the agent, or by their parents. A job is over when its script is gone.
 */
final class JobProcesses implements AutoCloseable {
  private static final Duration ALLOWED = Duration.ofSeconds(5);
  private static final long PAUSE_MILLIS = 500;
  private static final Pattern DIRECTORY = Pattern.compile("/espalier-[^/\0]*-(\\d+)(\\.over)?/");
  private static final Pattern ID = Pattern.compile("(?:^|\0)SLURM_JOB_ID=(\\d+)\0");

  private final String configuration;
  private final String directory;
  private final Thread thread = Thread.ofPlatform().daemon().unstarted(this::watch);
  private final List<String> faults = new ArrayList<>();
  private final Map<String, Found> known = new HashMap<>();
  private final Map<String, Long> scriptSeen = new HashMap<>();
  private long longestPause;
  private long longest;
  private volatile boolean over;

  private record Found(String job, boolean isScript, String words) {}

  private record Stat(String process, String parent, String start) {}

  /**
   * Watches from now on.
   *
   * @param configuration the file that the environment of its jobs names
   * @param directory in which their agents keep their files
   */
  JobProcesses(Path configuration, Path directory) {
    this.configuration = "SLURM_CONF=" + configuration;
    this.directory = directory.toString();
    thread.start();
  }

  private void watch() {
    long last = System.nanoTime();
    while (!over) {
      try {
        Thread.sleep(PAUSE_MILLIS);
        look();
      } catch (IOException | InterruptedException e) {
        faults.add("nobody looks any more: " + e);
        return;
      }
      long now = System.nanoTime();
      longestPause = Math.max(longestPause, now - last);
      last = now;
    }
  }

  private void look() throws IOException {
    long now = System.nanoTime();
    Map<String, Stat> alive = stats();
    Set<String> present = new HashSet<>();
    for (Stat stat : alive.values()) {
      String key = key(stat);
      known.computeIfAbsent(key, _ -> find(stat, alive));
      present.add(key);
    }
    known.keySet().retainAll(present);
    known.values().stream()
        .filter(Found::isScript)
        .forEach(script -> scriptSeen.put(script.job(), now));
    for (Map.Entry<String, Found> each : known.entrySet()) {
      Found found = each.getValue();
      long since = now - scriptSeen.getOrDefault(found.job(), now);
      longest = Math.max(longest, since);
      if (since > ALLOWED.toNanos() + longestPause) {
        String fault = "job %s: %s".formatted(found.job(), found.words());
        if (!faults.contains(fault)) {
          faults.add(fault);
        }
      }
    }
  }

  private static String key(Stat stat) {
    return stat.process() + " " + stat.start();
  }

  private static Map<String, Stat> stats() throws IOException {
    Map<String, Stat> alive = new HashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path one : all) {
        String stat = read(one.resolve("stat"));
        String[] words = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (words.length > 20 && !words[0].equals("Z") && !words[0].equals("X")) {
          String process = one.getFileName().toString();
          alive.put(process, new Stat(process, words[1], words[19]));
        }
      }
    }
    return alive;
  }

  /** Empty for a process that is gone. */
  private static String read(Path file) {
    try {
      return Files.readString(file, ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  private Found find(Stat stat, Map<String, Stat> alive) {
    Path proc = Path.of("/proc", stat.process());
    String words = read(proc.resolve("cmdline"));
    if (words.startsWith("slurmstepd") || words.contains("slurmd\0")) {
      return new Found("", false, "");
    }
    String environment = read(proc.resolve("environ"));
    Matcher id = ID.matcher(environment);
    Matcher file = DIRECTORY.matcher(words);
    String job = "";
    if (environment.contains(configuration + "\0") && id.find()) {
      job = id.group(1);
    } else if (words.contains(directory) && file.find()) {
      job = file.group(1);
    } else {
      Stat parent = alive.get(stat.parent());
      Found of = parent == null ? null : known.get(key(parent));
      job = of == null ? "" : of.job();
    }
    boolean isScript = !job.isEmpty() && words.contains("/slurm_script\0");
    return new Found(job, isScript, stat.process() + " " + words.replace('\0', ' ').strip());
  }

  /** What was alive when its job had been over for longer than is allowed; stops watching. */
  List<String> faults() throws InterruptedException {
    over = true;
    thread.join();
    return faults;
  }

  @Override
  public void close() {
    over = true;
  }

  @Override
  public String toString() {
    return "processes outlived their jobs by %d ms at most, looked at every %d ms or sooner"
        .formatted(longest / 1_000_000, longestPause / 1_000_000);
  }
}
