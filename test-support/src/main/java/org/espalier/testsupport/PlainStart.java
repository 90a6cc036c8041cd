package org.espalier.testsupport;

import java.io.IOException;
import java.util.stream.DoubleStream;

/**
 * What the start of a program takes on this computer, by the JDK. It is the measure for tests of
 * times that contain the start of a program. A computer that is slow or busy starts all programs
 * slowly.
 */
public final class PlainStart {
  private static final int STARTS = 21;

  private PlainStart() {}

  /** The median time from the start to the end of a program that does nothing, seconds. */
  public static double seconds() throws IOException, InterruptedException {
    double[] times = new double[STARTS];
    for (int i = 0; i < STARTS; i++) {
      times[i] = once();
    }
    return DoubleStream.of(times).sorted().toArray()[STARTS / 2];
  }

  private static double once() throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    return (System.nanoTime() - begin) / 1e9;
  }
}
