package org.espalier.service.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.ServerSettings;
import org.espalier.service.backend.ServerSettings.Server;
import org.espalier.service.live.Submission;
import org.espalier.service.scheduling.Commands;
import org.espalier.workload.document.InvalidInputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A live.yaml of machines that are servers: what it says, and all that can be wrong with it. */
class ServerFilesTest {
  @TempDir private Path directory;

  @BeforeEach
  void writeSystem() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        "name: two\ntick: 1 ms\nmachines: [{type: cpu, count: 1}, {type: gpu, count: 2}]\n"
            + "pet: {samples: times.csv, step: 100 ms}\n");
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\na,cpu,0.2\na,gpu,0.4\nb,gpu,0.3\nb,cpu,0.3\n");
  }

  private LiveSettings read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("live.yaml"), text);
    return LiveFiles.read(file, PolicyRegistry.builtIn()).value();
  }

  private void assertProblems(String text, String... expected) {
    InvalidInputException refused =
        catchThrowableOfType(InvalidInputException.class, () -> read(text));
    List<String> told =
        refused.problems().stream()
            .map(problem -> problem.toString().replace(directory + "/", ""))
            .toList();
    assertThat(told).containsExactlyInAnyOrder(expected);
  }

  @Test
  void serversAreThoseOfMachinesOrTheirTypes() throws IOException {
    LiveSettings settings =
        read(
            """
            system: system.yaml
            backend: http
            machines:
              cpu: {url: "https://[::1]:8443/base/", stops: on-close, answer: 1 KiB}
              gpu: {url: "http://gpu.example", health: "/ready?deep=1", grace: 2 s}
              gpu-1: {url: "http://127.0.0.1:8001"}
            task_types:
              a:
                request:
                  cpu: {path: /slow, method: PUT}
                  gpu: {path: "/on/{machine}/{name}", body: '{name}'}
                parameters: {name: {text: any}}
                deadline: 150 ms
                durable: false
              b: {request: {path: /b}}
            """);

    assertThat(((ServerSettings) settings.backend()).machines())
        .isEqualTo(
            Map.of(
                "cpu-0",
                new Server(
                    URI.create("https://[::1]:8443/base"),
                    Optional.empty(),
                    true,
                    Duration.ofSeconds(5),
                    1024),
                "gpu-0",
                new Server(
                    URI.create("http://gpu.example"),
                    Optional.of("/ready?deep=1"),
                    false,
                    Duration.ofSeconds(2),
                    16 << 20),
                "gpu-1",
                new Server(
                    URI.create("http://127.0.0.1:8001"),
                    Optional.empty(),
                    false,
                    Duration.ofSeconds(5),
                    16 << 20)));
    Commands commands = settings.scheduler().commands();
    Submission one = new Submission("a", Map.of("name", "x/y"), Optional.empty());
    assertThat(commands.command(one, "cpu-0", 0)).containsExactly("PUT", "/slow");
    assertThat(commands.command(one, "gpu-1", 0))
        .containsExactly("POST", "/on/gpu-1/x%2Fy", "=x/y");
    assertThat(commands.terms("a").deadline()).contains(Duration.ofMillis(150));
    Submission other = new Submission("b", Map.of(), Optional.empty());
    assertThat(commands.isDurable(one)).isFalse();
    assertThat(commands.isDurable(other)).isTrue();
    assertThat(commands.isDurable(other.invoked(1))).isFalse();
    assertThat(commands.takesBody("a")).isFalse();
    assertThat(commands.takesBody("b")).isTrue();
  }

  @Test
  void allThatIsWrongIsToldAtOnce() {
    assertProblems(
        """
        system: system.yaml
        backend: http
        kept_output: 1 MiB
        machines:
          cpu: {url: "ftp://x", stops: sometimes}
          gpu-0: {url: "http://user@x/?q", health: ready}
          gpus: {url: "http://x"}
          gpu-1: {health: /ready, stops: on-close, grace: 1 s}
        task_types:
          a:
            request: {path: no/slash, method: TRACE, headers: {Host: x, Idempotency-Key: y}}
          b:
            command: ["true"]
            request: {path: "/{file}", headers: {Content-Type: application/json}, body: '{{"a": {text}}}'}
            parameters: {file: {file: .}, text: {text: any}}
        """,
        "live.yaml:3: kept_output: is a key of back end local, and this is back end http (value 1"
            + " MiB); remove it, or write backend: local",
        "live.yaml:5: machines.cpu.url: is no address of a server (value ftp://x); write one as in"
            + " http://10.0.0.7:8000, without user, query and fragment",
        "live.yaml:5: machines.cpu.stops: unknown word (value sometimes); expected one of on-close,"
            + " runs-on",
        "live.yaml:6: machines.gpu-0.url: is no address of a server (value http://user@x/?q); write"
            + " one as in http://10.0.0.7:8000, without user, query and fragment",
        "live.yaml:6: machines.gpu-0.health: is no path (value ready); write one from a slash on,"
            + " as in /v2/health/ready",
        "live.yaml:7: machines.gpus: is no machine and no machine type; did you mean gpu?",
        "live.yaml:8: machines.gpu-1.url: missing; add machines.gpu-1.url",
        "live.yaml:8: machines.gpu-1.grace: is for a server that runs on (value 1 s); leave it out,"
            + " or write stops: runs-on",
        "live.yaml:11: task_types.a.request.headers.Host: is no header that can be set (value x);"
            + " remove it",
        "live.yaml:11: task_types.a.request.headers.Idempotency-Key: is the service's own (value"
            + " y); remove it",
        "live.yaml:11: task_types.a.request: the method is 'TRACE'; expected GET, POST, PUT, PATCH"
            + " or DELETE; the path 'no/slash' is none; expected a slash and letters of a URL; mend"
            + " the request",
        "live.yaml:13: task_types.b.command: is for another back end; give a request, or write"
            + " backend: local",
        "live.yaml:14: task_types.b.request: parameter file is a file, which only commands take;"
            + " mend the request",
        "live.yaml:14: task_types.b.request: parameter text is a text and stands in JSON without"
            + " quotes, where its value could add to it; write \"{text}\"; mend the request");
  }

  @Test
  void eachMachineHasAServerAndEachTypeARequest() {
    assertProblems(
        """
        system: system.yaml
        backend: http
        machines: {cpu: {url: "http://x"}, gpu-0: {url: "http://y"}}
        task_types: {a: {request: {path: /, body: x, answer: y}}}
        """,
        "live.yaml:3: machines: say no server for machine gpu-1; add gpu-1: {url: \"http://...\"},"
            + " or the same for its type gpu",
        "live.yaml:4: task_types: has no request for task type b of the system; add b: {request:"
            + " {path: /...}}",
        "live.yaml:4: task_types.a.request.answer: unknown key; known: method, path, headers,"
            + " body");
  }

  /** Machines of commands beside servers; types that could be both are refused. */
  @Test
  void whatRunsOnBothKindsOfMachinesIsToldOfEachType() throws IOException {
    assertProblems(
        """
        system: system.yaml
        machines:
          cpu: {nice: 5}
          gpu: {url: "http://gpu.example"}
        task_types:
          a: {command: [echo]}
          b: {request: {path: /b}}
        """,
        "live.yaml:6: task_types.a: can run on servers (gpu-0, gpu-1) and on machines that run"
            + " commands (cpu-0); take it from the PET for one kind, or make two task types of it",
        "live.yaml:7: task_types.b: can run on servers (gpu-0, gpu-1) and on machines that run"
            + " commands (cpu-0); take it from the PET for one kind, or make two task types of it");
  }

  private static String onServers(String more) {
    return """
    system: system.yaml
    backend: http
    machines: {cpu: {url: "http://x"}, gpu: {url: "http://y"}}
    task_types: {a: {request: {path: /}}, b: {request: {path: /}}}
    """
        + more;
  }

  private static String onSimulatedMachines(String task) {
    return "system: system.yaml\nbackend: simulated\ntask_types: {a: %s, b: %s}\n"
        .formatted(task, task);
  }

  private String settings(String text) throws IOException {
    return read(text).scheduler().policies().settings();
  }

  /** Else a server would wait for the commit of each request. */
  @Test
  void requestsAreHandedToServersAheadUnlessTheFileSaysAnother() throws IOException {
    String ahead = "\"JIT.lead\":\"10 ms\"";

    assertThat(settings(onServers(""))).contains(ahead);
    assertThat(settings(onServers("policy: MM\nsettings: {JIT.evict: true}\n")))
        .contains(ahead, "\"JIT.evict\":\"true\"");
    assertThat(settings(onServers("settings: {JIT.lead: 0 s}\n"))).doesNotContain(ahead);
    assertThat(settings(onServers("settings: {JIT.lead: 3 ms}\n")))
        .contains("\"JIT.lead\":\"3 ms\"");
    assertThat(settings(onSimulatedMachines("{request: {path: /}}"))).contains(ahead);
    assertThat(settings(onSimulatedMachines("{command: [echo]}"))).doesNotContain(ahead);
  }

  @Test
  void thatTheyAreIsToldWhereJitDecides() throws IOException {
    String note =
        "JIT.lead is 10 ms, since machines begin what is handed over ahead; settings may say"
            + " another";

    assertThat(notes(onServers(""))).contains(note);
    assertThat(notes(onServers("policy: MM\n"))).doesNotContain(note);
    assertThat(notes(onServers("settings: {JIT.lead: 3 ms}\n"))).doesNotContain(note);
    assertThat(notes(onSimulatedMachines("{command: [echo]}"))).doesNotContain(note);
  }

  private List<String> notes(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("live.yaml"), text);
    return LiveFiles.read(file, PolicyRegistry.builtIn()).notes();
  }
}
