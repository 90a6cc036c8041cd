package org.espalier.service.http;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.fuzz.FilesBeside;
import org.espalier.fuzz.Fuzzed;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.live.Refusal;
import org.espalier.service.scheduling.Checked;
import org.espalier.service.scheduling.SchedulerSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Bodies of requests for tasks, up to the commands that they would run. */
class RequestFuzzTest {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @TempDir static Path directory;
  private static SchedulerSettings settings;

  @BeforeAll
  static void readSettings() throws IOException {
    FilesBeside.copyTo(directory);
    settings =
        LiveFiles.read(directory.resolve("live.yaml"), PolicyRegistry.builtIn())
            .value()
            .scheduler();
  }

  @FuzzTest
  void body(byte[] input) {
    try {
      for (List<String> command : Fuzzed.limited(() -> commands(input))) {
        checkCanBeRun(command);
      }
    } catch (ProblemAnswer problem) {
      checkClear(problem);
    } catch (Refusal refusal) {
      checkClear(ProblemAnswer.of(refusal));
    }
  }

  private static List<List<String>> commands(byte[] input) {
    return Checked.commands(settings, RequestReader.read(RequestReader.parse(input)));
  }

  /** The operating system takes no text with a NUL character. */
  private static void checkCanBeRun(List<String> command) {
    if (command.isEmpty() || command.stream().anyMatch(text -> text.indexOf('\0') >= 0)) {
      throw new AssertionError("cannot be run: " + command);
    }
  }

  /** An answer that is JSON, in UTF-8, and says what is wrong. */
  private static void checkClear(ProblemAnswer problem) {
    JsonNode answer = MAPPER.readTree(new String(problem.bytes(), StandardCharsets.UTF_8));
    boolean told =
        problem.status() == 400
            && answer.path("errors").size() > 0
            && answer
                .path("errors")
                .valueStream()
                .noneMatch(error -> error.path("detail").asString("").isBlank());
    if (!told) {
      throw new AssertionError("not clear: " + answer);
    }
  }
}
