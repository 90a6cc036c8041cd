package org.espalier.service.backend;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.espalier.service.files.PrivateFiles;
import org.espalier.workload.process.NativeFunction;

/**
 * The files of one run. {@code cgroup} names the cgroup it is contained in, {@code claim} says who
 * may run it, {@code stop} says why its command was told to end, and {@code status} says how and
 * when it ended. The last two are blank until then, which keeps their places on a disk that becomes
 * full. {@code until} says how long its keeper lets it run if that has changed since it began.
 * Standard output and error go to the pipes {@code out} and {@code err}.
 */
record RunDirectory(Path path) {
  /** Times of files and of the kernel differ by more only if the clock was set. */
  private static final long CLOCK_WAS_SET_MILLIS = 25;

  private static final int OWNER_ONLY = 0600;
  private static final MethodHandle MAKE_PIPE =
      NativeFunction.find("mkfifo", JAVA_INT, ADDRESS, JAVA_INT).orElseThrow();

  /** Keeps the place for the longest line that is written over it. */
  private static final String BLANK = " ".repeat(128);

  /**
   * Makes the directory anew, with all that a command needs to begin and to end.
   *
   * @param pipes whether what its command writes is read
   */
  void create(boolean pipes) {
    try {
      try {
        Files.createDirectory(path);
      } catch (FileAlreadyExistsException e) {
        remove();
        Files.createDirectory(path);
      }
      Files.writeString(path.resolve("status"), BLANK);
      Files.writeString(path.resolve("stop"), BLANK);
      if (pipes) {
        makePipe(path.resolve("out"));
        makePipe(path.resolve("err"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** By {@code mkfifo(3)}, which costs no process. */
  private static void makePipe(Path pipe) throws IOException {
    int fault;
    try (Arena arena = Arena.ofConfined()) {
      fault = (int) MAKE_PIPE.invokeExact(arena.allocateFrom(pipe.toString()), OWNER_ONLY);
    } catch (Throwable impossible) {
      throw new IllegalStateException("mkfifo(%s)".formatted(pipe), impossible);
    }
    if (fault != 0) {
      throw new IOException("the pipe %s cannot be made".formatted(pipe));
    }
  }

  /** Makes the directory if it is not there. */
  void ensure() {
    PrivateFiles.unchecked(() -> Files.createDirectories(path));
  }

  /**
   * Takes the run back unless it has begun; a launcher that comes later runs nothing.
   *
   * @param word what the claim says
   * @return whether it had not begun
   */
  boolean revoke(String word) {
    try {
      Files.writeString(path.resolve("claim"), word, StandardOpenOption.CREATE_NEW);
      return true;
    } catch (FileAlreadyExistsException | NoSuchFileException tooLate) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of the claim; empty if there is none, or just being written. */
  String claim() {
    return text("claim");
  }

  /** Notes the cgroup that its command runs in. */
  void noteCgroup(Cgroup cgroup) {
    PrivateFiles.unchecked(
        () -> Files.writeString(path.resolve("cgroup"), cgroup.path().toString()));
  }

  /** The cgroup that its command runs in, if it is contained in one. */
  Optional<Cgroup> cgroup() {
    try {
      return Optional.of(new Cgroup(Path.of(Files.readString(path.resolve("cgroup")))))
          .filter(cgroup -> cgroup.path().endsWith(path.getFileName()));
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  /**
   * Notes that its command is told to end, so that a service that comes later knows it was not the
   * command's own doing.
   *
   * @param why for users
   */
  void noteStop(String why) {
    PrivateFiles.unchecked(() -> Files.writeString(path.resolve("stop"), why, CREATE, WRITE));
  }

  /** Why its command was told to end; empty if it was not. */
  Optional<String> stop() {
    return Optional.of(text("stop").strip()).filter(why -> !why.isEmpty());
  }

  /** Notes how long its keeper is to wait from now on before it ends the command. */
  void noteDeadline(Duration left) {
    long end = KernelClock.nanosSinceBoot() + left.plus(Launcher.MARGIN).toNanos();
    String seconds = Math.ceilDiv(end, TimeUnit.SECONDS.toNanos(1)) + "\n";
    PrivateFiles.unchecked(() -> PrivateFiles.replace(path.resolve("until"), seconds));
  }

  /** How the command ended, if its keeper has written all of it. */
  Optional<ExitRecord> exit() {
    return ExitRecord.parse(text("status"));
  }

  /**
   * How long the command ran. Times of files are finer than the kernel's time since the boot, but
   * wrong if the clock was set in between, which the other tells.
   */
  long milliseconds(ExitRecord exit) {
    try {
      long begin = Files.getLastModifiedTime(path.resolve("claim")).toMillis();
      long end = Files.getLastModifiedTime(path.resolve("status")).toMillis();
      long fine = end - begin;
      boolean clockWasSet = Math.abs(fine - exit.milliseconds()) > CLOCK_WAS_SET_MILLIS;
      return clockWasSet ? exit.milliseconds() : Math.max(0, fine);
    } catch (IOException e) {
      return exit.milliseconds();
    }
  }

  /**
   * How long ago the command was over. Within a boot the kernel's time since the boot says it,
   * which nobody sets; the time of the file is finer, and all there is over a boot.
   */
  Duration sinceEnd(ExitRecord exit, boolean ofThisBoot) {
    long now = KernelClock.nanosSinceBoot();
    long byFile = sinceFile("status");
    if (!ofThisBoot) {
      return Duration.ofMillis(Math.max(0, byFile));
    }
    long sinceBoot = TimeUnit.MILLISECONDS.toNanos(exit.end());
    long most = Math.max(0, now - sinceBoot);
    long least = Math.max(0, most - TimeUnit.MILLISECONDS.toNanos(ExitRecord.HUNDREDTH_MILLIS));
    return Duration.ofNanos(Math.clamp(TimeUnit.MILLISECONDS.toNanos(byFile), least, most));
  }

  /** Milliseconds since a file was written, by the wall clock; 0 if it is not there. */
  private long sinceFile(String file) {
    try {
      Instant written = Files.getLastModifiedTime(path.resolve(file)).toInstant();
      return Duration.between(written, Instant.now()).toMillis();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Removes it at once, so that no launcher finds it without its claim. */
  void remove() {
    try {
      Path away = path.resolveSibling("removed-" + path.getFileName());
      PrivateFiles.delete(away);
      Files.move(path, away);
      PrivateFiles.delete(away);
    } catch (NoSuchFileException none) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String text(String file) {
    try {
      return Files.readString(path.resolve(file), StandardCharsets.ISO_8859_1);
    } catch (IOException none) {
      return "";
    }
  }
}
