import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** Send ADDRESS RUN: sends arrivals.csv in time, and writes what became of each segment to RUN.csv. */
final class Send {
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Service service = new Service(arguments[0]);
    List<String> arrivals = Files.readAllLines(Path.of("arrivals.csv"));
    arrivals.removeFirst();
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    long begin = System.nanoTime();
    for (int i = 0; i < arrivals.size(); i++) {
      String[] cells = arrivals.get(i).split(",");
      long wait = (long) (Double.parseDouble(cells[0]) * 1e9) - (System.nanoTime() - begin);
      TimeUnit.NANOSECONDS.sleep(wait);
      answers.add(service.submit(cells[1], cells[2], "segment-" + i, cells[3] + " s"));
    }
    answers.forEach(CompletableFuture::join);
    List<String> lines = new ArrayList<>(List.of("at_s,task_type,machine,fate,seconds"));
    for (JsonNode task : service.ended()) {
      int place = Integer.parseInt(task.get("key").asString().substring("segment-".length()));
      String[] cells = arrivals.get(place).split(",");
      String machine = task.path("machine").asString("");
      String fate = task.get("fate").asString();
      lines.add(String.join(",", cells[0], cells[1], machine, fate, Service.seconds(task)));
    }
    Files.write(Path.of(arguments[1] + ".csv"), lines);
  }
}
