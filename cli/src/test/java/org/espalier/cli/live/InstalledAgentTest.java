package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.config.LiveFiles;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An agent that the launcher of an installed image started becomes the image that is installed
 * meanwhile, as the same process. Of images there is what their launcher takes.
 */
@Tag("slow")
final class InstalledAgentTest {
  private static final String BUILD = "espalier.commit";
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String LIVE =
      """
      system: system.yaml
      policy: MM
      data: data
      backend: agents
      gate: {listen: "127.0.0.1:%s", key: gate.key}
      task_types:
        t: {command: [sh, -c, "echo begun >>ran; until [ -e go ]; do sleep 0.1; done"]}
      http: {port: 0}
      """;

  @TempDir private Path directory;

  /** Links lead out of the directory, which is deleted after this. */
  @AfterEach
  void forgetBuilds() throws IOException {
    System.clearProperty(BUILD);
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  @Test
  void whatRunsGoesOn() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.writeString(directory.resolve("live.yaml"), LIVE.formatted(port));
    Files.writeString(
        directory.resolve("system.yaml"),
        "{name: one, tick: 1 ms, machines: [{type: box, count: 1}], pet: {samples: times.csv}}");
    Files.writeString(
        directory.resolve("times.csv"), "task_type,machine_type,execution_time_s\nt,box,90\n");
    CommandRun.of("agent", "--make-key", directory.resolve("gate.key"));
    install("old");
    install("new");
    use("old");
    Process agent = agent(port);
    try {
      try (LiveServer server = serve("old")) {
        awaitMachine(server);
        String deadline = "in 1000 s";
        CommandRun task = CommandRun.at(server.address(), "submit", "t", "--deadline", deadline);
        assertThat(task.status()).as(task.err()).isZero();
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("ran")));
        assertThat(words(agent)).contains("-Despalier.commit=old");
      }
      use("new");
      try (LiveServer server = serve("new")) {
        await().atMost(PATIENCE).until(() -> words(agent).contains("-Despalier.commit=new"));
        awaitMachine(server);
        Files.createFile(directory.resolve("go"));
        await().atMost(PATIENCE).until(() -> ask(server, "status", "0").hasNonNull("fate"));
        assertThat(ask(server, "status", "0").get("fate").asString()).isEqualTo("on-time");
      }
      assertThat(agent.isAlive()).isTrue();
      assertThat(directory.resolve("ran")).hasContent("begun\n");
    } finally {
      agent.destroy();
      agent.waitFor();
    }
  }

  /** An image with the class path of this test. */
  private void install(String build) throws IOException {
    Path image = directory.resolve(build);
    Path application = Files.createDirectories(image.resolve("app"));
    Path jars = Files.createDirectory(application.resolve("lib"));
    Path repository = Repository.root();
    Files.copy(repository.resolve("packaging/espalier"), image.resolve("espalier"));
    assertThat(image.resolve("espalier").toFile().setExecutable(true)).isTrue();
    Files.copy(repository.resolve("scripts/launch.sh"), application.resolve("launch.sh"));
    Path java = Path.of(System.getProperty("java.home"));
    Files.createSymbolicLink(image.resolve("runtime"), java);
    StringJoiner names = new StringJoiner(":");
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path file = Path.of(entry).toAbsolutePath();
      if (Files.exists(file)) {
        String name = names.length() + "-" + file.getFileName();
        Files.createSymbolicLink(jars.resolve(name), file);
        names.add("lib/" + name);
      }
    }
    Files.createFile(jars.resolve("espalier-cli.jar"));
    Files.writeString(application.resolve("classpath"), names + "\n");
    Files.writeString(application.resolve("commit"), build + "\n");
    String release = Runtime.version().toString().replaceAll("[+-].*", "");
    Files.createFile(application.resolve("startup-" + release + ".aot")); // none is made
  }

  /** Has a build be the one that is installed. */
  private void use(String build) throws IOException {
    Path next = Files.createSymbolicLink(directory.resolve("next"), directory.resolve(build));
    Files.move(next, directory.resolve("installed"), StandardCopyOption.ATOMIC_MOVE);
  }

  private Process agent(int port) throws IOException {
    return new ProcessBuilder(
            directory.resolve("installed/espalier").toString(),
            "agent",
            "--gate",
            "127.0.0.1:" + port,
            "--key",
            "gate.key",
            "--machines",
            "box-0",
            "--data",
            "agent")
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("agent.log").toFile())
        .start();
  }

  private LiveServer serve(String build) throws IOException {
    System.setProperty(BUILD, build);
    return LiveServer.start(
        LiveFiles.read(directory.resolve("live.yaml"), PolicyRegistry.builtIn()).value());
  }

  private static String words(Process process) throws IOException {
    return Files.readString(Path.of("/proc/%d/cmdline".formatted(process.pid())));
  }

  private void awaitMachine(LiveServer server) {
    await()
        .atMost(PATIENCE)
        .until(() -> ask(server, "machines").get("machines").get(0).get("available").asBoolean());
  }

  private static JsonNode ask(LiveServer server, String... words) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = "--json";
    return JsonMapper.shared().readTree(CommandRun.at(server.address(), all).out());
  }
}
