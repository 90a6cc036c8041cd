package org.espalier.profiler.host;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Another machine over ssh, which needs bash 5 and coreutils, and util-linux for cores and
 * niceness. There is one connection; each run is a line on it.
 *
 * <p>The time of a command is taken there by bash, from the word to a waiting shell to the end that
 * the shell waited for, by the clock of the day in microseconds: steps of that clock would be taken
 * for time. With GNU time ({@code /usr/bin/time}) there, it stands between and tells peak memory
 * and context switches, which are empty otherwise, as they are for a command that is killed.
 * Processor times are those of the shell's children, to the millisecond.
 *
 * <p>So the time of a program that does nothing is 1.8 ms where it is 0.85 ms by {@link LocalHost},
 * on the same machine through a real sshd: 1 ms is added to every time there, and 0.8 ms to the
 * processor time. A run takes some 15 ms beyond the time of its command.
 *
 * <p>If that machine hears nothing for a minute, not even the sign of life that is sent every ten
 * seconds, it takes the connection for broken, and cleans up.
 */
final class RemoteHost implements Host {
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final RemoteShell shell;
  private final Set<RemoteRun> runs = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  RemoteHost(RemoteShell shell) {
    this.shell = shell;
  }

  @Override
  public String name() {
    return shell.destination();
  }

  @Override
  public Optional<String> read(String file) {
    return text("read", file).map(String::strip);
  }

  @Override
  public Optional<String> write(String file, String text) {
    RemoteAnswer.Whole answer = ask("write", file, text);
    return switch (answer.kind()) {
      case DONE -> Optional.empty();
      case REFUSED -> Optional.of(answer.text());
      case LOST -> Optional.of(connectionLost());
    };
  }

  @Override
  public List<String> list(String directory) {
    return text("list", directory).stream()
        .flatMap(String::lines)
        .filter(name -> !name.isEmpty())
        .sorted()
        .toList();
  }

  @Override
  public Optional<String> find(String program) {
    return text("find", program).map(String::strip).filter(path -> !path.isEmpty());
  }

  @Override
  public String scratch() {
    return shell.scratch();
  }

  /** An answer is waited for, so that the file is known there before it is changed. */
  @Override
  public void putBack(String file, String text) {
    RemoteAnswer.Whole answer = ask("put", file, text);
    if (answer.kind() != RemoteAnswer.Kind.DONE) {
      throw new IllegalStateException(connectionLost());
    }
  }

  private Optional<String> text(String... request) {
    return Optional.of(ask(request))
        .filter(answer -> answer.kind() == RemoteAnswer.Kind.DONE)
        .map(RemoteAnswer.Whole::text);
  }

  private RemoteAnswer.Whole ask(String... request) {
    return shell.ask(List.of(request)).whole().join();
  }

  private String connectionLost() {
    return "the connection to %s is lost; check the network and start again".formatted(name());
  }

  @Override
  public Running start(RunRequest request) throws MeasuringFailedException {
    checkVariables(request.environment());
    RemoteAnswer answer = shell.ask(fields(request));
    RemoteAnswer.Whole begun = answer.begun().join();
    return switch (begun.kind()) {
      case DONE -> follow(answer, request.isLeaving());
      case REFUSED -> throw new MeasuringFailedException(begun.text() + " (on " + name() + ")");
      case LOST ->
          throw new MeasuringFailedException(
              "cannot start %s: %s".formatted(request.command().getFirst(), connectionLost()));
    };
  }

  private RemoteRun follow(RemoteAnswer answer, boolean isLeaving) {
    RemoteRun run = new RemoteRun(shell, answer, isLeaving);
    runs.add(run);
    answer.whole().thenRun(() -> runs.remove(run));
    return run;
  }

  private static void checkVariables(Map<String, String> environment)
      throws MeasuringFailedException {
    for (String name : environment.keySet()) {
      if (!VARIABLE.matcher(name).matches()) {
        throw new MeasuringFailedException(
            "cannot set the variable '%s' over ssh: expected letters, digits and _"
                .formatted(name));
      }
    }
  }

  private static List<String> fields(RunRequest request) {
    List<String> fields = new ArrayList<>();
    fields.add("run");
    fields.add(String.valueOf(request.outputBytes()));
    fields.add(request.limit().map(RemoteHost::seconds).orElse(""));
    fields.add(String.valueOf(request.niceness()));
    fields.add(request.cores().stream().map(String::valueOf).collect(Collectors.joining(",")));
    fields.add(request.directory().orElse(""));
    fields.add(request.isLeaving() ? "leaving" : "");
    fields.add(String.valueOf(request.environment().size()));
    request.environment().forEach((name, value) -> fields.add(name + "=" + value));
    fields.addAll(request.command());
    return fields;
  }

  private static String seconds(Duration limit) {
    return BigDecimal.valueOf(Math.max(1, limit.toMillis()), 3).toPlainString();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      runs.forEach(RemoteRun::close);
      shell.close();
    }
  }
}
