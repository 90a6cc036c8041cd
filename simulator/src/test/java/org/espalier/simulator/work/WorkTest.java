package org.espalier.simulator.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What trials take, counted in work and not in time. A change that makes them take less sets the
 * numbers anew; one that makes them take more needs a reason.
 */
class WorkTest {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Whether a compiler is at work that leaves allocations out, more of them the longer it runs. */
  private final boolean optimised =
      !ManagementFactory.getRuntimeMXBean().getInputArguments().contains("-XX:TieredStopAtLevel=1");

  /** By setting: convolutions, cells looked at, worths of starts; bytes allocated for each task. */
  @ParameterizedTest
  @CsvSource({
    "MM thesis 1 400, 1552, 25777, 0, 22111",
    "PAM thesis 1 400, 2976, 48251, 0, 30169",
    "PAM journal 1 400, 849, 15050, 0, 16359",
    "JIT journal 1 400, 0, 0, 83372, 60635",
    "MM journal 25 1000, 3825, 426907, 0, 51300",
  })
  void eachTakesTheWorkItTook(
      String setting, long convolutions, long cells, long worths, long bytes) throws Exception {
    ToIntFunction<String> run = counted();
    int tasks = run.applyAsInt(setting); // classes are loaded
    Work.take();
    long before = threads.getCurrentThreadAllocatedBytes();
    int left = run.applyAsInt(setting);
    long allocated = (threads.getCurrentThreadAllocatedBytes() - before) / left;

    List<Long> counts = Work.take();
    String measured = "%s: %s, %s bytes a task".formatted(setting, counts, allocated);
    assertThat(left).isEqualTo(tasks);
    assertThat(counts).as(measured).containsExactly(convolutions, cells, worths);
    assertThat(allocated).as(measured).isLessThanOrEqualTo(bytes * 11 / 10);
    if (!optimised) {
      assertThat(allocated).as(measured).isGreaterThanOrEqualTo(bytes * 9 / 10);
    }
  }

  @SuppressWarnings("unchecked")
  private static ToIntFunction<String> counted() throws ReflectiveOperationException {
    return (ToIntFunction<String>)
        new CountingLoader(WorkTest.class.getClassLoader())
            .loadClass(Setting.class.getName())
            .getConstructor()
            .newInstance();
  }

  @Test
  void whatIsCountedIsThere() throws ClassNotFoundException {
    for (Work.Kind kind : Work.KINDS) {
      List<String> methods =
          Arrays.stream(
                  Class.forName("org.espalier.core." + kind.type().replace('/', '.'))
                      .getDeclaredMethods())
              .map(Method::getName)
              .toList();
      assertThat(methods).as(kind.name()).containsAll(kind.methods());
    }
  }
}
