import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Report RUN...: tables of what became of the segments, from RUN.csv; the first run is compared with. */
final class Report {
  private static final int SLICE_SECONDS = 10;
  private static final String BARS = "▁▂▃▄▅▆▇█";

  private record Segment(double at, String type, String machine, String fate) {
    boolean isOnTime() {
      return fate.equals("on-time");
    }
  }

  private record Run(String name, List<Segment> segments) {
    static Run read(String name) throws IOException {
      List<String> lines = Files.readAllLines(Path.of(name + ".csv"));
      List<Segment> segments = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        String[] cells = line.split(",");
        segments.add(new Segment(Double.parseDouble(cells[0]), cells[1], cells[2], cells[3]));
      }
      return new Run(name, segments);
    }

    long count(Predicate<Segment> which) {
      return segments.stream().filter(which).count();
    }

    String share(Predicate<Segment> which) {
      long onTime = count(which.and(Segment::isOnTime));
      return "%.0f %%".formatted(100.0 * onTime / count(which));
    }

    /** The share on time of those that arrived in each slice of time, as bars. */
    String series() {
      TreeMap<Integer, List<Segment>> slices =
          segments.stream()
              .collect(
                  Collectors.groupingBy(
                      s -> (int) s.at() / SLICE_SECONDS, TreeMap::new, Collectors.toList()));
      StringBuilder bars = new StringBuilder();
      for (List<Segment> slice : slices.values()) {
        double share = new Run(name, slice).count(Segment::isOnTime) / (double) slice.size();
        bars.append(BARS.charAt((int) Math.min(BARS.length() - 1, share * BARS.length())));
      }
      return bars.toString();
    }
  }

  public static void main(String[] names) throws IOException {
    List<Run> runs = new ArrayList<>();
    for (String name : names) {
      runs.add(Run.read(name));
    }
    fates(runs);
    types(runs);
    System.out.printf(
        "%nShare on time of the segments that arrived in each %d s (▁ under an eighth, █ over seven):%n%n",
        SLICE_SECONDS);
    row("run", List.of("from the first arrival to the last"));
    row("---", List.of("---"));
    runs.forEach(run -> row(run.name, List.of(run.series())));
  }

  private static void fates(List<Run> runs) {
    TreeSet<String> fates = new TreeSet<>();
    runs.forEach(run -> run.segments.forEach(segment -> fates.add(segment.fate)));
    fates.remove("on-time");
    List<String> head = new ArrayList<>(List.of("segments", "on time", "share", "ratio"));
    head.addAll(fates);
    row("run", head);
    row("---", head.stream().map(word -> "---:").toList());
    double first = runs.getFirst().count(Segment::isOnTime);
    for (Run run : runs) {
      long onTime = run.count(Segment::isOnTime);
      List<String> cells = new ArrayList<>(List.of("" + run.segments.size(), "" + onTime));
      cells.add(run.share(segment -> true));
      cells.add("%.2f".formatted(onTime / first));
      fates.forEach(fate -> cells.add("" + run.count(segment -> segment.fate.equals(fate))));
      row(run.name, cells);
    }
  }

  private static void types(List<Run> runs) {
    TreeSet<String> types = new TreeSet<>();
    runs.forEach(run -> run.segments.forEach(segment -> types.add(segment.type)));
    System.out.printf("%nShare on time of each task type:%n%n");
    row("run", List.copyOf(types));
    row("---", types.stream().map(word -> "---:").toList());
    for (Run run : runs) {
      row(run.name, types.stream().map(type -> run.share(s -> s.type.equals(type))).toList());
    }
  }

  private static void row(String first, List<String> cells) {
    System.out.println("| " + first + " | " + String.join(" | ", cells) + " |");
  }
}
