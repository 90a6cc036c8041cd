package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.registry.PolicyProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServiceEntriesTest {
  @TempDir Path directory;

  private List<String> problems(String services, Class<?> provider) throws IOException {
    Path file = directory.resolve("META-INF/services/" + PolicyProvider.class.getName());
    Files.createDirectories(file.getParent());
    Files.writeString(file, services);
    URL[] place = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(place, getClass().getClassLoader())) {
      return ServiceEntries.of(loader).problems(provider);
    }
  }

  @Test
  void anEntryOfAClassThatIsGoneIsTold() throws IOException {
    String here = PolicyProvider.class.getName();
    assertThat(
            problems("# mine\n%s\norg.example.Gone # once\n".formatted(here), PolicyProvider.class))
        .singleElement()
        .asString()
        .contains("names org.example.Gone, which is no PolicyProvider here");
  }

  @Test
  void aClassOfAnotherKindIsTold() throws IOException {
    assertThat(problems("java.lang.String\n", String.class))
        .singleElement()
        .asString()
        .contains("names java.lang.String");
  }

  @Test
  void aProviderThatNobodyNamesIsTold() throws IOException {
    assertThat(problems(PolicyProvider.class.getName(), String.class))
        .singleElement()
        .asString()
        .contains("does not name java.lang.String");
  }

  @Test
  void withoutFileNothingIsWrong() throws IOException {
    assertThat(ServiceEntries.of(getClass().getClassLoader()).problems(String.class)).isEmpty();
  }
}
