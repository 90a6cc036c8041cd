import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/** Measure ADDRESS SEGMENTS: writes times.csv, from so many segments of each task type and clip. */
final class Measure {
  private static final List<String> TYPES =
      List.of("thumbnail", "mpeg4-480p", "vp8-360p", "h264-480p", "h264-720p");
  private static final List<String> CLIPS =
      List.of("bars.mp4", "pattern.mp4", "fractal.mp4", "cells.mp4", "noise.mp4");

  private record Segment(String type, String clip) {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Service service = new Service(arguments[0]);
    List<Segment> segments = new ArrayList<>();
    for (String type : TYPES) {
      for (String clip : CLIPS) {
        segments.addAll(Collections.nCopies(Integer.parseInt(arguments[1]), new Segment(type, clip)));
      }
    }
    Collections.shuffle(segments, new Random(1));
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      service.submit(segment.type, segment.clip, "measured-" + i, "1 h").join();
    }
    write(service.ended());
  }

  private static void write(List<JsonNode> tasks) throws IOException {
    List<String> lines = new ArrayList<>();
    for (JsonNode task : tasks) {
      if (!task.path("fate").asString().equals("on-time")) {
        throw new IllegalStateException("a segment failed: " + task);
      }
      String type = task.get("type").asString();
      lines.add(String.join(",", type, machineType(task), Service.seconds(task)));
    }
    Collections.sort(lines);
    lines.addFirst("task_type,machine_type,execution_time_s");
    Files.write(Path.of("times.csv"), lines);
  }

  private static String machineType(JsonNode task) {
    String machine = task.get("machine").asString();
    return machine.substring(0, machine.lastIndexOf('-'));
  }
}
