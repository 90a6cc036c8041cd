package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.espalier.cli.CommandRun;
import org.espalier.cli.FaultyPolicies;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A live service whose policy, a plug-in, throws. */
class FallbackCommandTest {
  @TempDir private Path directory;

  private Path write(String live) throws IOException {
    Files.writeString(
        directory.resolve("times.csv"), "task_type,machine_type,execution_time_s\nshort,box,0.1\n");
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: small
        tick: 1 ms
        machine_types: [{name: box}]
        machines: [{type: box, count: 2}]
        pet: {samples: times.csv, step: 10 ms}
        """);
    return Files.writeString(
        directory.resolve("live.yaml"),
        "system: system.yaml\nbackend: simulated\n%s\n".formatted(live));
  }

  private static LiveServer serve(Path file) {
    PolicyRegistry registry =
        PolicyRegistry.of(
            Stream.concat(
                    PolicyRegistry.builtIn().providers().stream(),
                    Stream.of(new FaultyPolicies.Throwing()))
                .toList());
    return new Serving(Optional.of(file), Optional.empty(), Optional.of(0), false, registry)
        .start(new PrintWriter(Writer.nullWriter()));
  }

  private Path plugin() throws IOException {
    Path jar = directory.resolve("plugin.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(file)) {
      entries.putNextEntry(new ZipEntry("META-INF/services/" + PolicyProvider.class.getName()));
      entries.write(FaultyPolicies.Throwing.class.getName().getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  private static String readiness(String address) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/readyz")).build();
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }

  @Test
  void theFallbackDecidesAndAllSaySo() throws Exception {
    try (LiveServer server = serve(write("policy: Throwing\nfallback: MM\nfallback_after: 60 s"))) {
      String address = server.address();
      String ran =
          CommandRun.at(address, "submit", "short", "--deadline", "in 60 s", "--wait").out();
      assertThat(ran).contains("on-time");
      String why =
          "MM decides as the fallback: policy Throwing failed at time \\d+:"
              + " java.lang.ArithmeticException: the stars are not right; espalier policy Throwing"
              + " goes back";

      assertThat(readiness(address)).startsWith("ready\n").containsPattern("policy: " + why);
      assertThat(CommandRun.at(address, "status").out()).containsPattern("Broken: " + why);
      assertThat(CommandRun.at(address, "policy").out()).isEqualTo("MM\n");
      assertThat(
              CommandRun.of("replay", "--from", address, "--check", "--plugins", plugin()).status())
          .isZero();

      assertThat(CommandRun.at(address, "policy", "PAM").out()).isEqualTo("PAM\n");
      assertThat(readiness(address)).doesNotContain("fallback");
      assertThat(CommandRun.at(address, "status").out()).doesNotContain("fallback");
    }
  }

  @Test
  void aFallbackThatIsNoneIsRefused() throws Exception {
    Path none = write("policy: PAM\nfallback: MMM");
    assertThat(CommandRun.of("check", none).out()).contains("fallback: no policy for this system");
    Path alone = write("policy: PAM\nfallback_after: 1 s");
    assertThat(CommandRun.of("check", alone).out())
        .contains("fallback_after: means nothing without fallback (value 1 s); add fallback: MM");
  }
}
