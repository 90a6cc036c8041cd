package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.espalier.core.registry.PolicyProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The providers that files of services name, as the contract of providers reads them. */
final class ServiceEntriesTest {
  @TempDir Path directory;

  private List<Class<? extends PolicyProvider>> named(String services) throws IOException {
    Path file = directory.resolve("META-INF/services/" + PolicyProvider.class.getName());
    Files.createDirectories(file.getParent());
    Files.writeString(file, services);
    URL[] place = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(place, getClass().getClassLoader())) {
      return PolicyProviderContract.named(loader);
    }
  }

  @Test
  void anEntryOfAClassThatIsGoneIsTold() {
    assertThatThrownBy(() -> named("# mine\norg.example.Gone # once\n"))
        .isInstanceOf(ServiceConfigurationError.class)
        .hasMessageContaining("org.example.Gone not found");
  }

  @Test
  void aClassOfAnotherKindIsTold() {
    assertThatThrownBy(() -> named("org.espalier.core.registry.PolicySettings\n"))
        .isInstanceOf(ServiceConfigurationError.class)
        .hasMessageContaining("PolicySettings not a subtype");
  }

  @Test
  void withoutFileNothingIsNamed() {
    assertThat(PolicyProviderContract.named(getClass().getClassLoader())).isEmpty();
  }
}
