package org.espalier.browser;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A Chromium without a window. Each page knows nothing of those before it. */
final class Browser implements AutoCloseable {

  private final Playwright playwright = Playwright.create();
  private final com.microsoft.playwright.Browser chromium =
      playwright
          .chromium()
          .launch(
              new BrowserType.LaunchOptions()
                  .setExecutablePath(executable())
                  .setArgs(List.of("--no-sandbox")));

  Page open(String address) {
    Page page = chromium.newPage();
    page.navigate(address);
    return page;
  }

  @Override
  public void close() {
    playwright.close();
  }

  /** The browser that {@code ESPALIER_CHROMIUM} names, or the first at a usual place. */
  private static Path executable() {
    return Stream.of(
            System.getenv("ESPALIER_CHROMIUM"),
            "/usr/bin/chromium",
            "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome")
        .filter(name -> name != null && !name.isBlank())
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException(
                "no Chromium found: install the package chromium, or name its program in"
                    + " ESPALIER_CHROMIUM"));
  }
}
