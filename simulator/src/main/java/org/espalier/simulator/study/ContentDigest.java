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
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Problems;

/**
 * The SHA-256 of values that are put into it one by one. Numbers go in with all their bits, and
 * what may be of any length after its length, so that no two sequences of values are the same
 * bytes.
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
    put(system.name());
    put(system.tick().toString());
    put(system.taskTypes().size());
    for (TaskType type : system.taskTypes()) {
      put(type.name());
    }
    put(system.machineTypes().size());
    for (MachineType type : system.machineTypes()) {
      put(type);
    }
    put(system.machines().size());
    for (Machine machine : system.machines()) {
      put(machine.name());
      put(machine.type().id());
    }
    put(system.pet());
    system.apc().ifPresent(this::put);
  }

  private void put(MachineType type) {
    put(type.name());
    put(type.pricePerHour());
    put(type.idleWatts());
    put(type.pStates().size());
    for (PState pState : type.pStates()) {
      put(pState.name());
      put(pState.activeWatts());
    }
  }

  /** Puts the cells of a PET, whose shape is that of the types before it. */
  private void put(PetMatrix pet) {
    for (int i = 0; i < pet.taskTypes(); i++) {
      for (int j = 0; j < pet.machineTypes(); j++) {
        put(pet.canRun(i, j) ? 1 : 0);
        for (int p = 0; pet.canRun(i, j) && p < pet.pStates(j); p++) {
          put(pet.get(i, j, p));
        }
      }
    }
  }

  private void put(ApcMatrix apc) {
    for (int i = 0; i < apc.taskTypes(); i++) {
      for (int j = 0; j < apc.machineTypes(); j++) {
        put(apc.canRun(i, j) ? 1 : 0);
        for (int p = 0; apc.canRun(i, j) && p < apc.pStates(j); p++) {
          put(apc.get(i, j, p));
        }
      }
    }
  }

  private void put(Pmf pmf) {
    put(pmf.origin());
    put(pmf.step());
    put(pmf.size());
    for (int i = 0; i < pmf.size(); i++) {
      put(pmf.mass(i));
    }
  }

  private void put(byte[] bytes) {
    put(bytes.length);
    sha256.update(bytes);
  }

  private void put(double number) {
    put(Double.doubleToRawLongBits(number));
  }

  /** Puts the tasks of a workload, with the names of their types in the system. */
  public void put(Workload workload, HcSystem system) {
    put(workload.size());
    for (Task task : workload.tasks()) {
      put(system.taskTypes().get(task.type()).name());
      put(task.arrival());
      put(task.deadline());
      boolean ofDeadline = task.utility().equals(UtilityFunction.OF_DEADLINE);
      put(ofDeadline ? "" : task.utility().toString());
    }
  }

  private void put(long number) {
    sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
