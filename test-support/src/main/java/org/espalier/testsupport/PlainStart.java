package org.espalier.testsupport;

import java.io.IOException;
import java.util.List;
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
      times[i] = seconds(List.of("true"));
    }
    return DoubleStream.of(times).sorted().toArray()[STARTS / 2];
  }

  /** What a command takes once, from its start to its end, seconds. */
  public static double seconds(List<String> command) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process process = new ProcessBuilder(command).start();
    process.waitFor();
    return (System.nanoTime() - begin) / 1e9;
  }
}
