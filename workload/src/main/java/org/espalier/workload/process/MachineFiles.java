package org.espalier.workload.process;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.workload.cpufreq.KernelFiles;

/**
 * Files of this machine, with {@code /sys} and {@code /proc} in another directory if that is
 * wanted. Reads and writes on, even in a thread that was interrupted.
 */
public final class MachineFiles implements KernelFiles {
  private final Path root;

  /** The files, as they are where the root is {@code /}. */
  public MachineFiles(Path root) {
    this.root = root.toAbsolutePath();
  }

  /** Returns where a file really is. */
  public Path resolve(String file) {
    Path path = Path.of(file);
    boolean ofTheKernel = path.startsWith("/sys") || path.startsWith("/proc");
    return ofTheKernel ? root.resolve(file.substring(1)) : path;
  }

  @Override
  public Optional<String> read(String file) {
    try (InputStream in = new FileInputStream(resolve(file).toFile())) {
      return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<String> write(String file, String text) {
    Path path = resolve(file);
    if (!Files.exists(path)) {
      return Optional.of("there is no " + file);
    }
    try (OutputStream out = new FileOutputStream(path.toFile())) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot write '%s' to %s: %s".formatted(text, file, reason(e, file)));
    }
  }

  private static String reason(IOException failure, String file) {
    return String.valueOf(failure.getMessage()).replace(file + " ", "");
  }

  /** The names in a directory in their order; empty if it cannot be listed. */
  public List<String> list(String directory) {
    try (Stream<Path> entries = Files.list(resolve(directory))) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
