package org.espalier.profiler.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.workload.process.ShellWord;

/**
 * The script on another machine, which does what is asked of it over one ssh connection, many
 * things at once. See {@code remote.sh} for what is said.
 */
final class RemoteShell {
  private static final int SSH_FAILED = 255;
  private static final int NOT_FOUND = 127;
  private static final String READY = "espalier-ready ";
  private static final String REFUSED = "espalier-refused ";
  private static final Duration CONNECT_TIME = Duration.ofSeconds(10);
  private static final Duration SCRIPT_TIME = Duration.ofSeconds(20);
  private static final long SIGN_OF_LIFE_SECONDS = 10;
  private static final long CLOSE_SECONDS = 15;

  private final Ssh ssh;
  private final Process process;
  private final OutputStream requests;
  private final Queue<String> errors = new ConcurrentLinkedQueue<>();

  /** The first line of the script; empty if it never came. */
  private final CompletableFuture<String> first = new CompletableFuture<>();

  private final Map<Integer, RemoteAnswer> answers = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private final ScheduledThreadPoolExecutor clock =
      new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("ssh life").factory());
  private volatile boolean broken;

  private RemoteShell(Ssh ssh, Process process) {
    this.ssh = ssh;
    this.process = process;
    this.requests = process.getOutputStream();
  }

  /** Connects, and returns when the script is ready. */
  static RemoteShell connect(Ssh ssh) throws MeasuringFailedException, InterruptedException {
    RemoteShell shell = new RemoteShell(ssh, startSsh(ssh));
    Thread.ofPlatform().daemon().name("ssh answers").start(shell::receive);
    Thread complaints = Thread.ofPlatform().daemon().name("ssh errors").start(shell::receiveErrors);
    shell.write(script());
    shell.awaitReady(complaints);
    shell.clock.scheduleAtFixedRate(
        () -> shell.write(ShellFields.line("0", "alive")),
        SIGN_OF_LIFE_SECONDS,
        SIGN_OF_LIFE_SECONDS,
        TimeUnit.SECONDS);
    return shell;
  }

  private static Process startSsh(Ssh ssh) throws MeasuringFailedException {
    List<String> command = new ArrayList<>(ssh.command());
    command.addAll(List.of("-T", "-o", "BatchMode=yes"));
    command.addAll(List.of("-o", "ConnectTimeout=" + CONNECT_TIME.toSeconds()));
    command.addAll(List.of("-o", "ServerAliveInterval=10", "-o", "ServerAliveCountMax=3"));
    command.addAll(List.of(ssh.destination(), "bash -p -s"));
    try {
      return new ProcessBuilder(command).start();
    } catch (IOException e) {
      throw new MeasuringFailedException(
          "cannot start %s to reach %s: install it (apt-get install openssh-client)"
              .formatted(ssh.command().getFirst(), ssh.destination()));
    }
  }

  private static String script() {
    return "guard_script=%s\ntoken=%s\n%s\n"
        .formatted(
            ShellWord.quoted(Bash.script("guard.sh")), Bash.token(), Bash.script("remote.sh"));
  }

  private void awaitReady(Thread complaints) throws MeasuringFailedException, InterruptedException {
    long most = CONNECT_TIME.plus(SCRIPT_TIME).toMillis();
    try {
      String line = first.get(most, TimeUnit.MILLISECONDS);
      if (!line.startsWith(READY)) {
        int code = process.waitFor();
        complaints.join(1_000);
        throw new MeasuringFailedException(whyNot(line, code));
      }
    } catch (TimeoutException | ExecutionException e) {
      process.destroyForcibly();
      throw new MeasuringFailedException(
          "%s did not answer in %s s; check it by: ssh %s true"
              .formatted(ssh.destination(), most / 1_000, ssh.destination()));
    }
  }

  private String whyNot(String line, int code) {
    return line.isEmpty()
        ? explain(ssh.destination(), code, String.join("\n", errors))
        : "cannot measure on %s: %s".formatted(ssh.destination(), line.substring(REFUSED.length()));
  }

  /** The directory on the machine for files of measurements. */
  String scratch() {
    return first.join().substring(READY.length());
  }

  String destination() {
    return ssh.destination();
  }

  /** Asks for something; the answer comes later. */
  RemoteAnswer ask(List<String> request) {
    int number = numbers.incrementAndGet();
    RemoteAnswer answer = RemoteAnswer.to(number);
    answers.put(number, answer);
    List<String> fields = new ArrayList<>(List.of(String.valueOf(number)));
    fields.addAll(request);
    write(ShellFields.line(fields));
    if (broken) {
      answer.lose();
    }
    return answer;
  }

  /** Asks for the end of a run, to which there is no answer of its own. */
  void kill(int number) {
    write(ShellFields.line("0", "kill", String.valueOf(number)));
  }

  private synchronized void write(String text) {
    try {
      requests.write(ShellFields.bytes(text));
      requests.flush();
    } catch (IOException e) {
      broken = true;
    }
  }

  private void receive() {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
      in.lines().forEach(this::take);
    } catch (IOException | RuntimeException e) {
      errors.add(String.valueOf(e.getMessage()));
    } finally {
      broken = true;
      first.complete("");
      answers.values().forEach(RemoteAnswer::lose);
    }
  }

  private void take(String line) {
    if (!first.isDone()) {
      takeFirst(line);
      return;
    }
    String[] parts = line.split(" ", 3);
    Optional.ofNullable(answers.get(Integer.parseInt(parts[0])))
        .filter(answer -> answer.take(parts[1], parts.length > 2 ? parts[2] : ""))
        .ifPresent(answer -> answers.remove(answer.number()));
  }

  /** What a login writes before the script is ready is passed over. */
  private void takeFirst(String line) {
    if (line.startsWith(READY) || line.startsWith(REFUSED)) {
      first.complete(line);
    }
  }

  private void receiveErrors() {
    try (BufferedReader in = process.errorReader(StandardCharsets.UTF_8)) {
      in.lines().forEach(errors::add);
    } catch (IOException | UncheckedIOException e) {
      return;
    }
  }

  /** Ends the script, and waits until its guard has cleaned up. */
  void close() {
    clock.shutdownNow();
    try {
      requests.close();
    } catch (IOException e) {
      broken = true;
    }
    try {
      if (!process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Explains the exit code of ssh and what it complained of. */
  private static String explain(String machine, int code, String errors) {
    String last = errors.strip().lines().reduce("", (before, line) -> line.strip());
    if (code == NOT_FOUND) {
      return "cannot measure on %s: there is no bash to start (%s); install it there"
          .formatted(machine, last);
    }
    if (code != SSH_FAILED) {
      return "cannot measure on %s: the shell there ended with code %s (%s)"
          .formatted(machine, code, last);
    }
    return "cannot reach %s: %s; %s"
        .formatted(machine, last, remedy(machine, errors.toLowerCase(Locale.ROOT)));
  }

  private static String remedy(String machine, String errors) {
    if (errors.contains("could not resolve")) {
      return "check the name, or give it a Host entry in ~/.ssh/config";
    }
    if (errors.contains("permission denied")) {
      return "let a key log in without a password (ssh-copy-id %s, ssh-add)".formatted(machine);
    }
    if (errors.contains("host key verification failed")) {
      return "log in once by hand to accept its key: ssh %s".formatted(machine);
    }
    if (errors.contains("refused")) {
      return "check that sshd runs there, and on which port";
    }
    return "check it by: ssh %s true".formatted(machine);
  }
}
