package org.espalier.benchmarks;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The kernels of a mapping event, on an execution time of 100 impulses behind a tail of 600.
 *
 * <p>Deadlines vary from call to call, so that branches are not learnt by heart.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class KernelBenchmark {
  private static final long STEP = 200;
  private static final int DEADLINES = 1024;

  private final SplittableRandom random = new SplittableRandom(1);
  private final Pmf execution = randomPmf(100, 0);
  private final Pmf tail = randomPmf(600, 12_345);
  private final long[] deadlines = deadlines();
  private int next;

  private Pmf randomPmf(int impulses, long origin) {
    double[] weights = new double[impulses];
    for (int i = 0; i < impulses; i++) {
      weights[i] = 0.1 + random.nextDouble();
    }
    return Pmf.normalised(origin, STEP, weights);
  }

  private long[] deadlines() {
    long[] times = new long[DEADLINES];
    for (int i = 0; i < DEADLINES; i++) {
      times[i] = random.nextLong(tail.earliest(), tail.latest() + execution.latest());
    }
    return times;
  }

  private long deadline() {
    next = (next + 1) % DEADLINES;
    return deadlines[next];
  }

  /** Chance of success; the tail's sums are kept. */
  @Benchmark
  public double chanceOfSuccess() {
    return CompletionTimes.chanceOfSuccess(tail, execution, deadline());
  }

  /** Expected completion under eviction; the tail's sums are kept. */
  @Benchmark
  public double expectedCompletion() {
    return CompletionTimes.expectedCompletion(DroppingScope.EXECUTING, tail, execution, deadline());
  }

  /** A bound on it from above. */
  @Benchmark
  public double expectedCompletionAtMost() {
    return CompletionTimes.expectedCompletionAtMost(
        DroppingScope.EXECUTING, tail, execution, deadline());
  }

  /** The whole convolution. */
  @Benchmark
  public Pmf convolution() {
    return tail.plus(execution);
  }

  /** Completion time under eviction. */
  @Benchmark
  public Pmf completionWithEviction() {
    return CompletionTimes.completion(DroppingScope.EXECUTING, tail, execution, deadline());
  }
}
