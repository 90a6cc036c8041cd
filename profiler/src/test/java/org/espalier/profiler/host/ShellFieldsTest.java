package org.espalier.profiler.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Lines of fields between this program and shell scripts. */
class ShellFieldsTest {
  private static final String AWKWARD = "a\\0\n\t\u001f\u007f\u0001 '\"$`%sü1";

  @Test
  void isReadByTheShell() throws Exception {
    String read = "IFS=$'\\x1f' read -r -a f; printf '%b' \"${f[1]}\"";
    Process bash = new ProcessBuilder("bash", "-c", read).start();
    String line = ShellFields.line("", AWKWARD, "");
    assertThat(line).endsWith("\n").hasLineCount(1);
    try (var in = bash.getOutputStream()) {
      in.write(ShellFields.bytes(line));
    }
    assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(AWKWARD);
  }
}
