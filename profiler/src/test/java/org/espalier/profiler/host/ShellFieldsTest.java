package org.espalier.profiler.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lines of fields between this program and shell scripts. */
class ShellFieldsTest {
  private static final String AWKWARD = "a\\0\n\t\u001f\u007f\u0001 '\"$`%sü1";

  @Test
  void comesBackAsItWas() {
    Random random = new Random(18);
    for (int i = 0; i < 300; i++) {
      List<String> fields =
          random.ints(1 + i % 4, 0, 9).mapToObj(length -> text(random, length)).toList();
      String line = ShellFields.line(fields);
      assertThat(line).endsWith("\n").hasLineCount(1);
      assertThat(ShellFields.split(line)).isEqualTo(fields);
    }
  }

  @Test
  void isReadByTheShell() throws Exception {
    String read = "IFS=$'\\x1f' read -r -a f; printf '%b' \"${f[1]}\"";
    Process bash = new ProcessBuilder("bash", "-c", read).start();
    try (var in = bash.getOutputStream()) {
      in.write(ShellFields.bytes(ShellFields.line("", AWKWARD, "")));
    }
    assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(AWKWARD);
  }

  private static String text(Random random, int length) {
    return IntStream.range(0, length)
        .mapToObj(i -> AWKWARD.charAt(random.nextInt(AWKWARD.length())))
        .map(String::valueOf)
        .collect(Collectors.joining());
  }
}
