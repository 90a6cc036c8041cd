package org.espalier.analysis.run;

import java.util.List;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ParetoArchive;

/**
 * The front of a population, or of a method, at a time.
 *
 * @param source which one
 * @param generation how many generations had passed; 0 for a method without any
 * @param losses its points, by ascending first loss
 */
public record Snapshot(String source, int generation, List<Losses> losses) {
  /** A snapshot of points of which some may dominate others. */
  static Snapshot of(String source, int generation, List<Losses> points) {
    ParetoArchive<Losses> archive = new ParetoArchive<>();
    points.forEach(point -> archive.add(point, point));
    return new Snapshot(source, generation, archive.losses());
  }
}
