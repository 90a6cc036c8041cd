package org.espalier.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.simulator.column.Column;
import org.espalier.testsupport.RealData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The studies on the papers' own trials give the mean robustness that an independent simulator gave
 * (design section 13), within a point.
 */
@Tag("slow")
final class PublishedResultsTest {
  private static final double POINT = 1;

  @Test
  void journal() {
    Map<String, Double> expected =
        Map.ofEntries(
            Map.entry("PAM, 15k", 64.6),
            Map.entry("PAM dynamic, 15k", 62.5),
            Map.entry("PAMF, 15k", 61.2),
            Map.entry("MOC, 15k", 53.7),
            Map.entry("MM, 15k", 51.8),
            Map.entry("MSD, 15k", 47.0),
            Map.entry("MMU, 15k", 39.1),
            Map.entry("MM-P, 15k", 65.3),
            Map.entry("MSD-P, 15k", 65.1),
            Map.entry("MMU-P, 15k", 63.5),
            Map.entry("MOC-P, 15k", 62.9),
            Map.entry("PAM, 30k", 35.1),
            Map.entry("PAM dynamic, 30k", 35.2),
            Map.entry("PAMF, 30k", 24.8),
            Map.entry("MOC, 30k", 27.1),
            Map.entry("MM, 30k", 18.3),
            Map.entry("MSD, 30k", 16.3),
            Map.entry("MMU, 30k", 12.4),
            Map.entry("MM-P, 30k", 35.8),
            Map.entry("MSD-P, 30k", 35.1),
            Map.entry("MMU-P, 30k", 32.1),
            Map.entry("MOC-P, 30k", 32.5));
    check("studies/reference-journal.yaml", List.of("arrival_intensity=15k,30k"), expected);
  }

  @Test
  void journalAtTheLeastAndTheGreatestLoad() {
    check(
        "studies/reference-journal.yaml",
        List.of("policy=PAM,MM", "arrival_intensity=9k,34k"),
        Map.of("PAM, 9k", 93.2, "MM, 9k", 91.4, "PAM, 34k", 32.4, "MM, 34k", 14.5));
  }

  @Test
  void spikyArrivals() {
    check(
        "studies/reference-spiky.yaml",
        List.of(),
        Map.of(
            "PAM, 15k", 60.7,
            "PAM dynamic, 15k", 59.7,
            "MM, 15k", 46.4,
            "PAM+Heuristic, 15k", 54.1));
  }

  @Test
  void thesis() {
    Map<String, Double> expected =
        Map.ofEntries(
            Map.entry("PAM, 9k", 91.9),
            Map.entry("MM, 9k", 81.9),
            Map.entry("MSD, 9k", 81.9),
            Map.entry("MMU, 9k", 81.9),
            Map.entry("MOC, 9k", 85.0),
            Map.entry("PAM+Heuristic, 9k", 90.7),
            Map.entry("PAM+Optimal, 9k", 90.6),
            Map.entry("PAM, 15k", 61.2),
            Map.entry("PAM+Heuristic, 15k", 57.1),
            Map.entry("PAM+Optimal, 15k", 58.0),
            Map.entry("PAM, 30k", 32.7),
            Map.entry("PAM+Heuristic, 30k", 31.7),
            Map.entry("PAM+Optimal, 30k", 33.0),
            Map.entry("PAM, 34k", 29.8),
            Map.entry("MM, 34k", 7.7),
            Map.entry("MSD, 34k", 1.7),
            Map.entry("MMU, 34k", 5.2),
            Map.entry("MOC, 34k", 13.4),
            Map.entry("PAM+Heuristic, 34k", 29.7),
            Map.entry("PAM+Optimal, 34k", 30.7));
    check("studies/reference-thesis.yaml", List.of(), expected);
  }

  @Test
  void machinesOfASingleType() {
    check(
        "studies/reference-homogeneous.yaml",
        List.of("arrival_intensity=9k,34k"),
        Map.of(
            "FCFS-P, 9k", 80.8,
            "EDF-P, 9k", 81.6,
            "SJF-P, 9k", 81.8,
            "FCFS-P, 34k", 22.8,
            "EDF-P, 34k", 25.3,
            "SJF-P, 34k", 25.4));
  }

  private static void check(String study, List<String> set, Map<String, Double> expected) {
    List<String> assignments = new ArrayList<>(set);
    assignments.add("data=" + RealData.papers());
    Map<String, Double> found = StudyRun.of(study, assignments).means(Column.ROBUSTNESS);
    assertThat(found).containsKeys(expected.keySet().toArray(String[]::new));
    expected.forEach(
        (label, mean) -> assertThat(found.get(label)).as(label).isCloseTo(mean, within(POINT)));
  }
}
