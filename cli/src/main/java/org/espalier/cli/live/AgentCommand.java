package org.espalier.cli.live;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.service.LogFormat;
import org.espalier.service.agent.Agent;
import org.espalier.service.agent.HostAndPort;
import org.espalier.service.agent.KeyFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier agent}: makes this computer some of the machines of a live service. */
@Command(
    name = "agent",
    description =
        "Makes this computer some of the machines of a live service with backend: agents. It dials"
            + " the service's gate, again and again, and runs what it is given.",
    footer = {
      "",
      "Examples:",
      "  espalier agent --make-key gate.key",
      "  espalier agent --gate 10.1.0.5:7401 --key gate.key --machines cpu-0..cpu-7",
      "",
      "docs/agents.md tells how to run it by systemd, in a container or in a job."
    })
final class AgentCommand extends Subcommand {
  private static final Pattern RANGE = Pattern.compile("(.*?)(\\d{1,18})\\.\\.(.*?)(\\d{1,18})");
  private static final int MOST = 100_000;

  @Option(
      names = "--gate",
      paramLabel = "HOST:PORT,...",
      split = ",",
      description = "where the service's gate is, and those of services that stand by")
  private List<String> gates = List.of();

  @Option(
      names = "--key",
      paramLabel = "FILE,...",
      split = ",",
      description = "the key of the gate; it shows the first of several, and takes any")
  private List<Path> keys = List.of();

  @Option(
      names = "--machines",
      paramLabel = "NAME,...",
      split = ",",
      description = "which machines this computer is, as in cpu-0..cpu-7,gpu-0")
  private List<String> machines = List.of();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "where it keeps its files, on a disk of this computer; default espalier-agent-FIRST_NAME"
              + " where temporary files are, for whoever runs it")
  private Optional<Path> data;

  @Option(
      names = "--make-key",
      paramLabel = "FILE",
      description = "make a key for a gate and its agents, and nothing else")
  private Optional<Path> made;

  @Option(
      names = "--log",
      paramLabel = "text|json",
      description = "format of the log on standard error; default text")
  private LogFormat log = LogFormat.TEXT;

  @Override
  protected void run() throws InterruptedException {
    if (made.isPresent()) {
      KeyFiles.make(made.get());
      say("%s is made; give it to the service and to each agent, and to nobody else%n", made.get());
    } else {
      serve(settings());
    }
  }

  private void serve(Agent.Settings settings) throws InterruptedException {
    log.use();
    Agent agent = new Agent(settings);
    say(
        "This computer is to be %s for %s; stop with Ctrl-C, which stops what it runs.%n",
        String.join(", ", machines), String.join(" or ", gates));
    Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "stop"));
    agent.run();
  }

  private Agent.Settings settings() {
    List<String> faults = new ArrayList<>();
    List<InetSocketAddress> addresses =
        gates.stream().flatMap(text -> HostAndPort.parse(text).stream()).toList();
    if (addresses.isEmpty() || addresses.size() < gates.size()) {
      faults.add("--gate is no address; expected host and port, as in 10.1.0.5:7401");
    }
    if (keys.isEmpty()) {
      faults.add("--key is missing; name a file that espalier agent --make-key has made");
    }
    Set<String> names = new LinkedHashSet<>();
    machines.forEach(text ->
        names(text, faults)
            .forEach(name -> {
              if (!names.add(name)) {
                faults.add("--machines names %s twice".formatted(name));
              }
            }));
    if (machines.isEmpty()) {
      faults.add("--machines is missing; name those of the system that this computer is");
    }
    CommandFailure.whenAny(faults);
    machines = List.copyOf(names);
    return new Agent.Settings(
        addresses, keys, machines, data.orElseGet(this::ownDirectory), Agent.job(System.getenv()));
  }

  private Path ownDirectory() {
    String user = System.getProperty("user.name", "").replaceAll("[^\\w.-]", "_");
    String first = machines.getFirst().replaceAll("[^\\w.-]", "_");
    String temporary =
        Optional.ofNullable(System.getenv("TMPDIR")).orElse(System.getProperty("java.io.tmpdir"));
    return Path.of(temporary, "espalier-agent-%s-%s".formatted(user, first));
  }

  /** A name, or all of a range, whose numbers are as long as the first if that begins with 0. */
  private static List<String> names(String text, List<String> faults) {
    Matcher range = RANGE.matcher(text);
    if (!range.matches()) {
      if (text.isBlank()) {
        faults.add("--machines has an empty name");
      }
      return List.of(text);
    }
    long first = Long.parseLong(range.group(2));
    long last = Long.parseLong(range.group(4));
    if (!range.group(1).equals(range.group(3)) || last < first || last - first >= MOST) {
      faults.add("--machines: %s is no range; expected one as in cpu-0..cpu-7".formatted(text));
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (long i = first; i <= last; i++) {
      String number = Long.toString(i);
      int zeros = range.group(2).startsWith("0") ? range.group(2).length() - number.length() : 0;
      names.add(range.group(1) + "0".repeat(Math.max(0, zeros)) + number);
    }
    return names;
  }
}
