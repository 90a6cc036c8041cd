package org.espalier.analysis.bound;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.espalier.analysis.front.Losses;

/** Bounds of the instances that were computed independently. */
public final class ReferenceBounds {
  private static final double JOULES_PER_MEGAJOULE = 1e6;

  private ReferenceBounds() {}

  /** The points of makespan and energy, or of weight and bound, in the order of the file. */
  public static List<double[]> points(String instance) {
    return lines("/pareto/bounds/%s.csv".formatted(instance)).stream()
        .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
        .toList();
  }

  /** The area of the bound, in the product of both units. */
  public static double hypervolume(String instance) {
    String[] row = row(instance);
    return Double.parseDouble(row[row.length - 3]);
  }

  /** The reference point of both objectives, as losses. */
  public static Losses reference(String instance) {
    String[] row = row(instance);
    String[] values = row[row.length - 1].split(";");
    return new Losses(
        Double.parseDouble(values[0]), Double.parseDouble(values[1]) * JOULES_PER_MEGAJOULE);
  }

  private static String[] row(String instance) {
    return lines("/pareto/reference.csv").stream()
        .filter(line -> line.startsWith(instance + ","))
        .findFirst()
        .orElseThrow()
        .split(",");
  }

  private static List<String> lines(String resource) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(ReferenceBounds.class.getResourceAsStream(resource)),
                StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
