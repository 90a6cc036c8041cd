package org.espalier.simulator.study;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.workload.document.Problems;
import org.espalier.workload.journal.JournalFiles;

/**
 * The SHA-256 of texts that are put into it one by one. Each is put in after its length, so that no
 * two sequences of texts are the same bytes.
 */
public final class ContentDigest {
  private final Problems problems;
  private final MessageDigest sha256 = sha256();
  private final Map<Path, byte[]> files = new HashMap<>();

  /**
   * @param problems where files are reported that cannot be read
   */
  public ContentDigest(Problems problems) {
    this.problems = problems;
  }

  /** The SHA-256 of a file in hexadecimal digits, as sha256sum tells it. */
  static String hex(Path file) throws IOException {
    return HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(file)));
  }

  /** The digest of all that was put into it, which it forgets. */
  public String hex() {
    return HexFormat.of().formatHex(sha256.digest());
  }

  /** Puts a text. */
  public void put(String text) {
    put(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Puts the bytes of a file; one that is put again is not read again. */
  public void put(Path file) {
    put(files.computeIfAbsent(file, this::digest));
  }

  private byte[] digest(Path file) {
    try {
      return sha256().digest(Files.readAllBytes(file));
    } catch (IOException e) {
      problems.in(file).report(e);
      return new byte[0];
    }
  }

  /** Puts all that a system is. */
  public void put(HcSystem system) {
    put(JournalFiles.text(system));
    system.machineTypes().stream()
        .filter(type -> type.isAwayAtTimes() || type.price().changes())
        .forEach(type -> put(type.toString()));
  }

  /** Puts the tasks of a workload, with the names of their types in the system and known times. */
  public void put(Workload workload, HcSystem system) {
    for (Task task : workload.tasks()) {
      put(system.taskTypes().get(task.type()).name());
      boolean ofDeadline = task.utility().equals(UtilityFunction.OF_DEADLINE);
      put(task.arrival() + " " + task.deadline() + (ofDeadline ? "" : " " + task.utility()));
      Optional.ofNullable(workload.recorded().get(task.id())).ifPresent(t -> put(t.toString()));
    }
  }

  private void put(byte[] bytes) {
    sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    sha256.update(bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
