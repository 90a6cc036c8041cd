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
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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
  private static final int MESSAGE_BYTES = 1024;
  private static final String ADD_OPEN = "posix_spawn_file_actions_addopen";
  private static final String ADD_DUP = "posix_spawn_file_actions_adddup2";

  /** Not in C libraries before glibc 2.34. */
  private static final String ADD_CLOSE_FROM = "posix_spawn_file_actions_addclosefrom_np";

  /** How many arguments are fixed of functions that take any number. */
  private static final Map<String, Integer> VARIADIC = Map.of("fcntl", 2, "prctl", 1);

  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup LIBRARY = LINKER.defaultLookup();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final Map<String, MethodHandle> CALLS = new ConcurrentHashMap<>();
  private static final MethodHandle WRITE = handle("write", JAVA_INT, ADDRESS, JAVA_LONG);

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

  /** Starts a process and returns its number, or the negative number of the error. */
  static int spawn(Spawn spawn) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment actions = arena.allocate(1024, 16);
      call("posix_spawn_file_actions_init", actions);
      addActions(spawn, actions, arena);
      MemorySegment process = arena.allocate(JAVA_INT);
      int error =
          call(
              "posix_spawn",
              process,
              arena.allocateFrom(spawn.program()),
              actions,
              attributes(arena),
              strings(spawn.arguments(), arena),
              strings(spawn.environment(), arena));
      call("posix_spawn_file_actions_destroy", actions);
      return error == 0 ? process.get(JAVA_INT, 0) : -error;
    }
  }

  private static void addActions(Spawn spawn, MemorySegment actions, Arena arena) {
    MemorySegment none = arena.allocateFrom("/dev/null");
    MemorySegment directory = arena.allocateFrom(spawn.directory());
    call("posix_spawn_file_actions_addchdir_np", actions, directory);
    call(ADD_OPEN, actions, 0, none, 0, 0);
    if (spawn.output() < 0) {
      call(ADD_OPEN, actions, 1, none, 1, 0);
    } else {
      call(ADD_DUP, actions, spawn.output(), 1);
    }
    call(ADD_DUP, actions, 1, 2);
    call(ADD_DUP, actions, spawn.channel(), 3);
    addCloses(4, actions);
  }

  /** Files that the JVM has open would stay open in what is executed. */
  private static void addCloses(int first, MemorySegment actions) {
    if (LIBRARY.find(ADD_CLOSE_FROM).isPresent()) {
      call(ADD_CLOSE_FROM, actions, first);
      return;
    }
    String[] open = Objects.requireNonNullElse(new File("/proc/self/fd").list(), new String[0]);
    Arrays.stream(open)
        .map(Integer::valueOf)
        .filter(number -> number >= first)
        .forEach(number -> call("posix_spawn_file_actions_addclose", actions, number));
  }

  private static MemorySegment attributes(Arena arena) {
    int group = 2;
    int signals = 4 | 8;
    MemorySegment attributes = arena.allocate(1024, 16);
    MemorySegment all = arena.allocate(128, 8).fill((byte) 0xff);
    call("posix_spawnattr_init", attributes);
    call("posix_spawnattr_setflags", attributes, (short) (group | signals));
    call("posix_spawnattr_setsigdefault", attributes, all);
    call("posix_spawnattr_setsigmask", attributes, arena.allocate(128, 8));
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
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = arena.allocate(128, 8);
      int byNumber = 1;
      int endedAndStays = 4 | 0x01000000;
      unlessInterrupted("waitid", byNumber, process, info, endedAndStays);
      int status = info.get(JAVA_INT, 24);
      return info.get(JAVA_INT, 8) == EXITED ? status << 8 : status;
    }
  }

  /** Waits for the end of a child and takes what is known of it; empty if it is none. */
  static Optional<Usage> reap(int process) {
    List<Usage> used = new ArrayList<>();
    wait4(process, 0, used::add);
    return used.stream().findFirst();
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
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(JAVA_INT);
      MemorySegment usage = arena.allocate(144, 8);
      int reaped = unlessInterrupted("wait4", process, status, options, usage);
      if (reaped > 0) {
        used.accept(usage(status.get(JAVA_INT, 0), usage));
      }
      return reaped;
    }
  }

  /** Makes two descriptors that are connected both ways. */
  static int[] socketPair() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment both = arena.allocate(JAVA_INT, 2);
      check(call("socketpair", 1, 1 | CLOSE_ON_EXEC, 0, both));
      return both.toArray(JAVA_INT);
    }
  }

  /** Makes a pipe: the end to read, and the end to write. */
  static int[] pipe(int capacityBytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment both = arena.allocate(JAVA_INT, 2);
      check(call("pipe2", both, CLOSE_ON_EXEC));
      int setSize = 1031;
      call("fcntl", both.get(JAVA_INT, 0), setSize, capacityBytes);
      return both.toArray(JAVA_INT);
    }
  }

  /** Waits for something to read; 0 at the end. */
  static int read(int descriptor, MemorySegment into) {
    return Math.max(0, unlessInterrupted("read", descriptor, into, into.byteSize()));
  }

  /** Writes bytes, prepared outside of what is timed. */
  static void write(int descriptor, MemorySegment bytes, MemorySegment errno) {
    try {
      int ignored = (int) WRITE.invokeExact(errno, descriptor, bytes, bytes.byteSize());
    } catch (Throwable failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** Memory for the number of an error. */
  static MemorySegment errno(Arena arena) {
    return arena.allocate(STATE);
  }

  /** Closes a descriptor. */
  static void close(int descriptor) {
    call("close", descriptor);
  }

  /** Has orphans among the descendants of this process become its children. */
  static void adoptOrphans() {
    int setChildSubreaper = 36;
    check(call("prctl", setChildSubreaper, 1L, 0L, 0L, 0L));
  }

  /** Pins a process to some cores. */
  static int pin(int process, List<Integer> cores) {
    try (Arena arena = Arena.ofConfined()) {
      BitSet mask = new BitSet();
      cores.forEach(mask::set);
      MemorySegment bytes = arena.allocateFrom(JAVA_BYTE, mask.toByteArray());
      return call("sched_setaffinity", process, bytes.byteSize(), bytes);
    }
  }

  /** Returns the cores that a process may use; 0 is this thread. */
  static List<Integer> cores(int process) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
      check(call("sched_getaffinity", process, mask.byteSize(), mask));
      return BitSet.valueOf(mask.asByteBuffer()).stream().boxed().toList();
    }
  }

  /** Sets the niceness of a process; above 19 the kernel takes 19. */
  static void setNiceness(int process, int niceness) {
    call("setpriority", 0, process, niceness);
  }

  /** Returns what an error means. */
  static String message(int error) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(MESSAGE_BYTES);
      call("__xpg_strerror_r", Math.abs(error), text, text.byteSize());
      return text.getString(0, StandardCharsets.UTF_8);
    }
  }

  private static int unlessInterrupted(String function, Object... arguments) {
    int result = call(function, arguments);
    while (result == -EINTR) {
      result = call(function, arguments);
    }
    return result;
  }

  /** Calls a function whose result is no address and never greater than an int. */
  private static int call(String function, Object... arguments) {
    MethodHandle call = CALLS.computeIfAbsent(function, name -> spreading(name, arguments));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = errno(arena);
      int result = (int) call.invokeExact(errno, arguments);
      return result == -1 ? -(int) ERRNO.get(errno, 0L) : result;
    } catch (Throwable failure) {
      throw new IllegalStateException(function, failure);
    }
  }

  private static MethodHandle spreading(String function, Object... arguments) {
    MemoryLayout[] layouts =
        Arrays.stream(arguments).map(Posix::layout).toArray(MemoryLayout[]::new);
    return handle(function, layouts).asSpreader(Object[].class, arguments.length);
  }

  private static MemoryLayout layout(Object argument) {
    return switch (argument) {
      case Integer _ -> JAVA_INT;
      case Long _ -> JAVA_LONG;
      case Short _ -> JAVA_SHORT;
      default -> ADDRESS;
    };
  }

  private static MethodHandle handle(String function, MemoryLayout... arguments) {
    List<Linker.Option> options = new ArrayList<>(List.of(Linker.Option.captureCallState("errno")));
    if (VARIADIC.containsKey(function)) {
      options.add(Linker.Option.firstVariadicArg(VARIADIC.getOrDefault(function, 0)));
    }
    return LINKER.downcallHandle(
        LIBRARY.findOrThrow(function),
        FunctionDescriptor.of(JAVA_INT, arguments),
        options.toArray(Linker.Option[]::new));
  }

  private static void check(int result) {
    if (result < 0) {
      throw new IllegalStateException("the system refused: " + message(result));
    }
  }
}
