package org.espalier.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That a page in one local file, as every report is, opens and runs its script. */
class LocalPageBrowserTest {

  @TempDir Path directory;

  @Test
  void aFileRunsItsScript() throws IOException {
    Path file = directory.resolve("page.html");
    Files.writeString(file, "<!doctype html><p id=p></p><script>p.textContent = 6 * 7</script>");
    try (Browser browser = new Browser()) {
      Page page = browser.open(file.toUri().toString());
      assertThat(page.textContent("#p")).isEqualTo("42");
    }
  }
}
