package org.espalier.profiler.host;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Calls of the C library of 64-bit Linux on processes. Constants and layouts are those of x86_64
 * and aarch64, which are alike here.
 *
 * <p>Calls that can fail return the number of the error, negative.
 */
@SuppressWarnings("restricted")
final class Posix {

  private static final int EINTR = 4;

  /** The code of a child that has exited, {@code CLD_EXITED}. */
  private static final int EXITED = 1;

  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int MASK_BYTES = 1024;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup LIBRARY = LINKER.defaultLookup();
  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  private static final VarHandle ERRNO_VALUE =
      Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final FunctionDescriptor ADD_CLOSE_TYPE =
      FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT);

  private static final MethodHandle WAIT4 =
      call("wait4", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
  private static final MethodHandle WAITID =
      call("waitid", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle SOCKETPAIR =
      call("socketpair", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle PIPE2 = call("pipe2", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle READ = call("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle WRITE = call("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle CLOSE = call("close", JAVA_INT, JAVA_INT);
  private static final MethodHandle FCNTL =
      variadic("fcntl", 2, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle PRCTL =
      variadic("prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle SET_AFFINITY =
      call("sched_setaffinity", JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle GET_AFFINITY =
      call("sched_getaffinity", JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle GET_PRIORITY =
      call("getpriority", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle SET_PRIORITY =
      call("setpriority", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle STRERROR = call("strerror", ADDRESS, JAVA_INT);

  private static final MethodHandle SPAWN =
      call("posix_spawn", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
  private static final MethodHandle ACTIONS_INIT =
      call("posix_spawn_file_actions_init", JAVA_INT, ADDRESS);
  private static final MethodHandle ACTIONS_DESTROY =
      call("posix_spawn_file_actions_destroy", JAVA_INT, ADDRESS);
  private static final MethodHandle ADD_OPEN =
      call(
          "posix_spawn_file_actions_addopen",
          JAVA_INT,
          ADDRESS,
          JAVA_INT,
          ADDRESS,
          JAVA_INT,
          JAVA_INT);
  private static final MethodHandle ADD_DUP =
      call("posix_spawn_file_actions_adddup2", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle ADD_DIRECTORY =
      call("posix_spawn_file_actions_addchdir_np", JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle ADD_CLOSE =
      call("posix_spawn_file_actions_addclose", JAVA_INT, ADDRESS, JAVA_INT);

  /** Not in C libraries before glibc 2.34. */
  private static final Optional<MethodHandle> ADD_CLOSE_FROM =
      LIBRARY
          .find("posix_spawn_file_actions_addclosefrom_np")
          .map(it -> LINKER.downcallHandle(it, ADD_CLOSE_TYPE, ERRNO));

  private static final MethodHandle ATTRIBUTES_INIT =
      call("posix_spawnattr_init", JAVA_INT, ADDRESS);
  private static final MethodHandle SET_FLAGS =
      call("posix_spawnattr_setflags", JAVA_INT, ADDRESS, JAVA_SHORT);
  private static final MethodHandle SET_DEFAULTS =
      call("posix_spawnattr_setsigdefault", JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle SET_MASK =
      call("posix_spawnattr_setsigmask", JAVA_INT, ADDRESS, ADDRESS);

  private Posix() {}

  /**
   * A process to start in a process group of its own, with all signals at their defaults and an
   * empty input.
   *
   * @param program the path of the program
   * @param arguments its arguments, the first its name
   * @param environment as {@code NAME=value}
   * @param output descriptor of its standard output and standard error; {@code /dev/null} if
   *     negative
   * @param channel descriptor that becomes its descriptor 3
   */
  record Spawn(
      String program,
      List<String> arguments,
      List<String> environment,
      String directory,
      int output,
      int channel) {}

  /**
   * What the kernel tells of a process that has ended.
   *
   * @param status as wait4 tells it
   * @param peakMemoryBytes the most that it or a child it waited for had resident
   */
  record Usage(
      int status,
      double userSeconds,
      double systemSeconds,
      long peakMemoryBytes,
      long voluntarySwitches,
      long involuntarySwitches) {
    /** Nothing is known but how a process ended. */
    static Usage unknown(int status) {
      return new Usage(status, 0, 0, 0, 0, 0);
    }

    /** With that of another process that ended meanwhile. */
    Usage with(Usage other) {
      return new Usage(
          status,
          userSeconds + other.userSeconds,
          systemSeconds + other.systemSeconds,
          Math.max(peakMemoryBytes, other.peakMemoryBytes),
          voluntarySwitches + other.voluntarySwitches,
          involuntarySwitches + other.involuntarySwitches);
    }

    /**
     * Without what it had used at a time before. The kernel parts the time into user and system by
     * samples of all of it, so what is taken off is parted in the same way.
     */
    Usage since(WaitingShell.Used before) {
      double all = userSeconds + systemSeconds;
      double rest = all == 0 ? 0 : Math.max(0, all - before.seconds()) / all;
      return new Usage(
          status,
          userSeconds * rest,
          systemSeconds * rest,
          peakMemoryBytes,
          Math.max(0, voluntarySwitches - before.voluntarySwitches()),
          Math.max(0, involuntarySwitches - before.involuntarySwitches()));
    }

    boolean signalled() {
      return (status & 0x7f) != 0;
    }

    /** The exit code, or the number of the signal. */
    int code() {
      return signalled() ? status & 0x7f : status >> 8 & 0xff;
    }
  }

  private interface Call<T> {
    T make(Arena arena, MemorySegment errno) throws Throwable;
  }

  /** Makes calls with memory of their own, of which some is for the number of an error. */
  private static <T> T calling(Call<T> calls) {
    try (Arena arena = Arena.ofConfined()) {
      return calls.make(arena, errno(arena));
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Starts a process and returns its number, or the negative number of the error. */
  static int spawn(Spawn spawn) {
    return calling((arena, errno) -> {
      MemorySegment actions = arena.allocate(1024, 16);
      check((int) ACTIONS_INIT.invokeExact(errno, actions));
      try {
        addActions(spawn, actions, arena);
        MemorySegment process = arena.allocate(JAVA_INT);
        int error =
            (int)
                SPAWN.invokeExact(
                    errno,
                    process,
                    arena.allocateFrom(spawn.program()),
                    actions,
                    attributes(arena),
                    strings(spawn.arguments(), arena),
                    strings(spawn.environment(), arena));
        return error == 0 ? process.get(JAVA_INT, 0) : -error;
      } finally {
        check((int) ACTIONS_DESTROY.invokeExact(errno, actions));
      }
    });
  }

  private static void addActions(Spawn spawn, MemorySegment actions, Arena arena) throws Throwable {
    MemorySegment directory = arena.allocateFrom(spawn.directory());
    check((int) ADD_DIRECTORY.invokeExact(errno(arena), actions, directory));
    addStream(-1, 0, actions, arena);
    addStream(spawn.output(), 1, actions, arena);
    check((int) ADD_DUP.invokeExact(errno(arena), actions, 1, 2));
    check((int) ADD_DUP.invokeExact(errno(arena), actions, spawn.channel(), 3));
    addCloses(4, actions, arena);
  }

  /** Files that the JVM has open would stay open in what is executed. */
  private static void addCloses(int first, MemorySegment actions, Arena arena) throws Throwable {
    if (ADD_CLOSE_FROM.isPresent()) {
      check((int) ADD_CLOSE_FROM.get().invokeExact(errno(arena), actions, first));
      return;
    }
    String[] open = Objects.requireNonNullElse(new File("/proc/self/fd").list(), new String[0]);
    for (String descriptor : open) {
      int number = Integer.parseInt(descriptor);
      if (number >= first) {
        check((int) ADD_CLOSE.invokeExact(errno(arena), actions, number));
      }
    }
  }

  private static void addStream(int from, int to, MemorySegment actions, Arena arena)
      throws Throwable {
    if (from >= 0) {
      check((int) ADD_DUP.invokeExact(errno(arena), actions, from, to));
    } else {
      MemorySegment none = arena.allocateFrom("/dev/null");
      int mode = to == 0 ? 0 : 1;
      check((int) ADD_OPEN.invokeExact(errno(arena), actions, to, none, mode, 0));
    }
  }

  private static MemorySegment attributes(Arena arena) throws Throwable {
    int group = 2;
    int signals = 4 | 8;
    MemorySegment attributes = arena.allocate(1024, 16);
    MemorySegment all = arena.allocate(128, 8).fill((byte) 0xff);
    MemorySegment none = arena.allocate(128, 8);
    check((int) ATTRIBUTES_INIT.invokeExact(errno(arena), attributes));
    check((int) SET_FLAGS.invokeExact(errno(arena), attributes, (short) (group | signals)));
    check((int) SET_DEFAULTS.invokeExact(errno(arena), attributes, all));
    check((int) SET_MASK.invokeExact(errno(arena), attributes, none));
    return attributes;
  }

  private static MemorySegment strings(List<String> texts, Arena arena) {
    MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
    for (int i = 0; i < texts.size(); i++) {
      array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
    }
    array.setAtIndex(ADDRESS, texts.size(), MemorySegment.NULL);
    return array;
  }

  /**
   * Returns when a child has ended, with its status as {@link Usage} has it; its number stays taken
   * until it is reaped.
   */
  static int awaitEnd(int process) {
    return calling((arena, errno) -> {
      MemorySegment info = arena.allocate(128, 8);
      int byNumber = 1;
      int endedAndStays = 4 | 0x01000000;
      while ((int) WAITID.invokeExact(errno, byNumber, process, info, endedAndStays) != 0
          && (int) ERRNO_VALUE.get(errno, 0L) == EINTR) {
        continue;
      }
      int status = info.get(JAVA_INT, 24);
      return info.get(JAVA_INT, 8) == EXITED ? status << 8 : status;
    });
  }

  /** Waits for the end of a child and takes what is known of it; empty if it is none. */
  static Optional<Usage> reap(int process) {
    AtomicReference<Usage> last = new AtomicReference<>();
    int reaped = wait4(process, 0, last::set);
    return reaped < 0 ? Optional.empty() : Optional.of(last.get());
  }

  private static Usage usage(int status, MemorySegment of) {
    return new Usage(
        status,
        of.getAtIndex(JAVA_LONG, 0) + of.getAtIndex(JAVA_LONG, 1) * 1e-6,
        of.getAtIndex(JAVA_LONG, 2) + of.getAtIndex(JAVA_LONG, 3) * 1e-6,
        of.getAtIndex(JAVA_LONG, 4) * 1024,
        of.getAtIndex(JAVA_LONG, 16),
        of.getAtIndex(JAVA_LONG, 17));
  }

  /**
   * Takes away a child of a group that has ended.
   *
   * @param used is told what it has used
   * @return its number, 0 if all of them still run, negative if there are none
   */
  static int reapAny(int group, Consumer<Usage> used) {
    int withoutWaiting = 1;
    return wait4(-group, withoutWaiting, used);
  }

  private static int wait4(int process, int options, Consumer<Usage> used) {
    return calling((arena, errno) -> {
      MemorySegment status = arena.allocate(JAVA_INT);
      MemorySegment usage = arena.allocate(144, 8);
      int reaped;
      do {
        reaped = orError((int) WAIT4.invokeExact(errno, process, status, options, usage), errno);
      } while (reaped == -EINTR);
      if (reaped > 0) {
        used.accept(usage(status.get(JAVA_INT, 0), usage));
      }
      return reaped;
    });
  }

  /** Makes two descriptors that are connected both ways. */
  static int[] socketPair() {
    return calling((arena, errno) -> {
      MemorySegment both = arena.allocate(JAVA_INT, 2);
      int stream = 1 | CLOSE_ON_EXEC;
      check(orError((int) SOCKETPAIR.invokeExact(errno, 1, stream, 0, both), errno));
      return both.toArray(JAVA_INT);
    });
  }

  /** Makes a pipe: the end to read, and the end to write. */
  static int[] pipe(int capacityBytes) {
    return calling((arena, errno) -> {
      MemorySegment both = arena.allocate(JAVA_INT, 2);
      check(orError((int) PIPE2.invokeExact(errno, both, CLOSE_ON_EXEC), errno));
      int[] ends = both.toArray(JAVA_INT);
      int setSize = 1031;
      int ignored = (int) FCNTL.invokeExact(errno, ends[0], setSize, capacityBytes);
      return ends;
    });
  }

  /** Waits for something to read; 0 at the end. */
  static int read(int descriptor, MemorySegment into) {
    return calling((_, errno) -> {
      long read;
      do {
        read = (long) READ.invokeExact(errno, descriptor, into, into.byteSize());
      } while (read < 0 && (int) ERRNO_VALUE.get(errno, 0L) == EINTR);
      return (int) Math.max(0, read);
    });
  }

  /** Writes bytes, prepared outside of what is timed. */
  static void write(int descriptor, MemorySegment bytes, MemorySegment errno) {
    try {
      long ignored = (long) WRITE.invokeExact(errno, descriptor, bytes, bytes.byteSize());
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** Memory for the number of an error. */
  static MemorySegment errno(Arena arena) {
    return arena.allocate(Linker.Option.captureStateLayout());
  }

  /** Closes a descriptor. */
  static void close(int descriptor) {
    int ignored = calling((_, errno) -> (int) CLOSE.invokeExact(errno, descriptor));
  }

  /** Has orphans among the descendants of this process become its children. */
  static void adoptOrphans() {
    int setChildSubreaper = 36;
    int ignored =
        calling((_, errno) ->
            check(
                orError((int) PRCTL.invokeExact(errno, setChildSubreaper, 1L, 0L, 0L, 0L), errno)));
  }

  /** Pins a process to some cores. */
  static int pin(int process, List<Integer> cores) {
    return calling((arena, errno) -> {
      BitSet mask = new BitSet();
      cores.forEach(mask::set);
      MemorySegment bytes = arena.allocateFrom(JAVA_BYTE, mask.toByteArray());
      return orError(
          (int) SET_AFFINITY.invokeExact(errno, process, bytes.byteSize(), bytes), errno);
    });
  }

  /** Returns the cores that a process may use; 0 is this thread. */
  static List<Integer> cores(int process) {
    return calling((arena, errno) -> {
      MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
      check(orError((int) GET_AFFINITY.invokeExact(errno, process, mask.byteSize(), mask), errno));
      return BitSet.valueOf(mask.asByteBuffer()).stream().boxed().toList();
    });
  }

  /** Adds to the niceness of a process, at most up to 19. */
  static int addNiceness(int process, int more) {
    return calling((_, errno) -> {
      int niceness = (int) GET_PRIORITY.invokeExact(errno, 0, process);
      int wanted = Math.min(19, niceness + more);
      return orError((int) SET_PRIORITY.invokeExact(errno, 0, process, wanted), errno);
    });
  }

  /** Returns what an error means. */
  static String message(int error) {
    return calling((_, errno) -> {
      MemorySegment text = (MemorySegment) STRERROR.invokeExact(errno, Math.abs(error));
      return text.reinterpret(1024).getString(0, StandardCharsets.UTF_8);
    });
  }

  private static MethodHandle call(String name, MemoryLayout result, MemoryLayout... arguments) {
    return LINKER.downcallHandle(
        LIBRARY.findOrThrow(name), FunctionDescriptor.of(result, arguments), ERRNO);
  }

  private static MethodHandle variadic(
      String name, int fixed, MemoryLayout result, MemoryLayout... arguments) {
    return LINKER.downcallHandle(
        LIBRARY.findOrThrow(name),
        FunctionDescriptor.of(result, arguments),
        ERRNO,
        Linker.Option.firstVariadicArg(fixed));
  }

  private static int orError(int result, MemorySegment errno) {
    return result == -1 ? -(int) ERRNO_VALUE.get(errno, 0L) : result;
  }

  private static int check(int result) {
    if (result < 0) {
      throw new IllegalStateException("the system refused: " + message(result));
    }
    return result;
  }

  private static RuntimeException unexpected(Throwable failure) {
    return failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
  }
}
