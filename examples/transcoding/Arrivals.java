import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Arrivals LOAD SECONDS SLACK SEED: writes arrivals.csv, a Poisson process of LOAD times the capacity that
 * times.csv shows. A segment has the mean time of its task type until its deadline, and SLACK times the mean
 * time of all.
 */
final class Arrivals {
  private static final int MACHINES_OF_EACH_TYPE = 2;
  private static final List<String> CLIPS =
      List.of("bars.mp4", "pattern.mp4", "fractal.mp4", "cells.mp4", "noise.mp4");

  public static void main(String[] arguments) throws IOException {
    double seconds = Double.parseDouble(arguments[1]);
    double slack = Double.parseDouble(arguments[2]);
    Random random = new Random(Long.parseLong(arguments[3]));
    Times times = Times.read(Path.of("times.csv"));
    double capacity = times.capacity(MACHINES_OF_EACH_TYPE);
    double rate = capacity * Double.parseDouble(arguments[0]);
    List<String> lines = new ArrayList<>(List.of("at_s,task_type,clip,deadline_s"));
    double at = -Math.log(1 - random.nextDouble()) / rate;
    while (at < seconds) {
      String type = times.types().get(random.nextInt(times.types().size()));
      String clip = CLIPS.get(random.nextInt(CLIPS.size()));
      double deadline = times.mean(type) + slack * times.mean();
      lines.add("%.3f,%s,%s,%.3f".formatted(at, type, clip, deadline));
      at -= Math.log(1 - random.nextDouble()) / rate;
    }
    Files.write(Path.of("arrivals.csv"), lines);
    System.out.printf(
        "The machines can make %.2f segments a second; %d come in %.0f s, %.2f a second.%n",
        capacity, lines.size() - 1, seconds, (lines.size() - 1) / seconds);
  }
}
