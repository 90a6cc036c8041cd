package org.espalier.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A live service in a Java virtual machine of its own, seen from outside. */
final class LiveProcess implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("Dashboard: +(\\S+?)/?");
  private static final Pattern USED = Pattern.compile("used (\\d+)K");
  private static final Pattern SCHEDULER = Pattern.compile("\"scheduler\".* cpu=([0-9.]+)ms");
  private static final double TICKS_PER_SECOND = 100;

  private final Process process;
  private final URI address;
  private final HttpClient http = HttpClient.newHttpClient();

  private LiveProcess(Process process, URI address) {
    this.process = process;
    this.address = address;
  }

  /** Starts {@code espalier serve} and waits until it serves. */
  static LiveProcess start(Path live, String classPath, List<String> options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
    command.addAll(options);
    command.addAll(
        List.of("-cp", classPath, "org.espalier.cli.Espalier", "serve", live.toString()));
    Path log = live.resolveSibling("service.log");
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    BufferedReader lines = process.inputReader();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher matcher = ADDRESS.matcher(line);
      if (matcher.matches()) {
        return new LiveProcess(process, URI.create(matcher.group(1)));
      }
    }
    throw new IOException("the service did not start:\n" + Files.readString(log));
  }

  /** As kill -9 does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Sends JSON; the answer may be of any status. */
  CompletableFuture<HttpResponse<Void>> post(String path, String json) {
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve(path))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(30))
            .POST(BodyPublishers.ofString(json))
            .build();
    return http.sendAsync(request, BodyHandlers.discarding());
  }

  /** The figures of {@code /metrics}. */
  LiveFigures figures() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(address.resolve("/metrics")).build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("no figures: " + response.body());
    }
    return LiveFigures.parse(response.body());
  }

  /** Processor seconds of the service alone. */
  double ownSeconds() throws IOException {
    return seconds(process.toHandle(), false);
  }

  /** Processor seconds of the service's scheduling thread. */
  double schedulerSeconds() throws IOException, InterruptedException {
    Matcher cpu = SCHEDULER.matcher(jcmd("Thread.print"));
    if (!cpu.find()) {
      throw new IOException("the service has no scheduling thread");
    }
    return Double.parseDouble(cpu.group(1)) / 1000;
  }

  /** Processor seconds of the processes it has started, those that are over too. */
  double childSeconds() throws IOException {
    double seconds = 0;
    for (ProcessHandle child : process.descendants().toList()) {
      seconds += seconds(child, true);
    }
    return seconds;
  }

  private static double seconds(ProcessHandle handle, boolean ended) throws IOException {
    Path stat = Path.of("/proc", Long.toString(handle.pid()), "stat");
    if (!Files.exists(stat)) {
      return 0;
    }
    String text = Files.readString(stat);
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = 0;
    for (int i = 11; i < (ended ? 15 : 13); i++) {
      ticks += Long.parseLong(fields[i]);
    }
    return ticks / TICKS_PER_SECOND;
  }

  /** MiB of the heap in use after a full collection. */
  double heapAfterCollection() throws IOException, InterruptedException {
    jcmd("GC.run");
    Matcher used = USED.matcher(jcmd("GC.heap_info"));
    if (!used.find()) {
      throw new IOException("the service does not say how much of its heap is used");
    }
    return Long.parseLong(used.group(1)) / 1024.0;
  }

  private String jcmd(String command) throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                command)
            .start();
    String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    jcmd.waitFor();
    return said;
  }

  /** MiB that the process occupies. */
  double residentMemory() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
      }
    }
    return Double.NaN;
  }

  @Override
  public void close() {
    http.shutdownNow();
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
