import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A client of a live service, one file without dependencies: copy it. Safe for use by many threads.
 *
 * <p>What the service tells of tasks is JSON, which is handed on as it is; {@link #field} finds a
 * field of it. Whoever has a library of JSON reads it with that.
 *
 * <p>{@code java Espalier.java http://127.0.0.1:7400} tries each method on a service of
 * examples/inference.
 */
public final class Espalier {
  /** The service refused. */
  public static final class Refused extends IOException {
    private static final long serialVersionUID = 1;
    private final int status;

    Refused(int status, String problem) {
      super(status + ": " + field(problem, "detail").orElse(problem));
      this.status = status;
    }

    /** The status of HTTP, as 503 where there is too much to do. */
    public int status() {
      return status;
    }
  }

  /**
   * A task as the service told of it last.
   *
   * @param json all that it told
   */
  public record Task(long id, String json) {
    /** Whether it has left. */
    public boolean hasLeft() {
      return fate().isPresent();
    }

    /** How it left, as {@code on-time}. */
    public Optional<String> fate() {
      return field(json, "fate");
    }
  }

  /**
   * What came of an invocation.
   *
   * @param task its number
   * @param status that of the server's answer
   */
  public record Answer(OptionalLong task, int status, Optional<String> type, byte[] body) {}

  /**
   * An event.
   *
   * @param id number of the last entry of the journal in it
   */
  public record Event(String name, Optional<String> id, String data) {}

  private static final String JSON = "application/json";
  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;
  private final Optional<String> token;

  /** The client of a service, as {@code http://127.0.0.1:7400}. */
  public Espalier(String address, Optional<String> token) {
    this.address = address.replaceFirst("/$", "");
    this.token = token;
  }

  /**
   * Submits a task.
   *
   * @param deadline as in {@code in 5 s} or {@code 2030-01-31T12:00:00Z}
   * @param key makes a repetition harmless
   */
  public Task submit(
      String type, String deadline, Map<String, String> parameters, Optional<String> key)
      throws IOException, InterruptedException {
    return submit(type, deadline, parameters, key, Optional.empty(), Optional.empty());
  }

  /**
   * Submits a task that is worth more or less than others.
   *
   * @param worth a number, as in {@code 8}, or the name of a priority of the service
   * @param urgency how that changes with time, by its name in the service or by points, as in
   *     {@code 30 s: 1, 2 min: 0.5}
   */
  public Task submit(
      String type,
      String deadline,
      Map<String, String> parameters,
      Optional<String> key,
      Optional<String> worth,
      Optional<String> urgency)
      throws IOException, InterruptedException {
    String values =
        parameters.entrySet().stream()
            .map(each -> quoted(each.getKey()) + ": " + quoted(each.getValue()))
            .collect(Collectors.joining(", ", "{", "}"));
    String body =
        "{\"type\": %s, \"deadline\": %s, \"parameters\": %s%s%s%s}"
            .formatted(
                quoted(type),
                quoted(deadline),
                values,
                key.map(text -> ", \"key\": " + quoted(text)).orElse(""),
                worth.map(Espalier::worth).orElse(""),
                urgency.map(text -> ", \"urgency\": " + quoted(text)).orElse(""));
    return task(to("/v1/tasks").header("Content-Type", JSON).POST(BodyPublishers.ofString(body)));
  }

  private static String worth(String text) {
    boolean isNumber = text.matches("[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    return isNumber ? ", \"worth\": " + text : ", \"priority\": " + quoted(text);
  }

  /** Waits until a task has left, or a time is over. */
  public Task await(Task task, Duration most) throws IOException, InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    Task now = task;
    do {
      long left = Math.clamp((end - System.nanoTime()) / 1_000_000_000L, 0, 30);
      now = task(to("/v1/tasks/" + task.id()).header("Prefer", "wait=" + left));
    } while (!now.hasLeft() && System.nanoTime() < end);
    return now;
  }

  /** Takes a task back. */
  public Task cancel(Task task) throws IOException, InterruptedException {
    return task(to("/v1/tasks/" + task.id()).DELETE());
  }

  /**
   * Has a server answer a request, and waits for that.
   *
   * @param deadline as in {@code 150 ms}; that of the type if empty
   * @throws Refused if it was not in time, or was given up; the answer of a server is none
   */
  public Answer invoke(
      String type, byte[] body, Optional<String> deadline, Map<String, String> parameters)
      throws IOException, InterruptedException {
    return invoke(type, body, deadline, parameters, Optional.empty(), Optional.empty());
  }

  /**
   * The same of a request that is worth more or less than others.
   *
   * @param worth a number, as in {@code 8}, or the name of a priority of the service
   * @param urgency how that changes with time, by its name in the service or by points, as in
   *     {@code 30 s: 1, 2 min: 0.5}
   */
  public Answer invoke(
      String type,
      byte[] body,
      Optional<String> deadline,
      Map<String, String> parameters,
      Optional<String> worth,
      Optional<String> urgency)
      throws IOException, InterruptedException {
    String query =
        parameters.entrySet().stream()
            .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
            .collect(Collectors.joining("&"));
    HttpRequest.Builder request =
        to("/v1/invoke/" + encoded(type) + (query.isEmpty() ? "" : "?" + query));
    deadline.ifPresent(text -> request.header("Deadline", text));
    worth.ifPresent(text -> request.header("Worth", text));
    urgency.ifPresent(text -> request.header("Urgency", text));
    HttpResponse<byte[]> answer =
        client.send(
            request.POST(BodyPublishers.ofByteArray(body)).build(), BodyHandlers.ofByteArray());
    Optional<String> media = answer.headers().firstValue("Content-Type");
    if (media.filter(text -> text.startsWith("application/problem+json")).isPresent()) {
      throw new Refused(answer.statusCode(), new String(answer.body(), StandardCharsets.UTF_8));
    }
    OptionalLong task =
        answer.headers().firstValue("Espalier-Task").stream()
            .mapToLong(Long::parseLong)
            .findFirst();
    return new Answer(task, answer.statusCode(), media, answer.body());
  }

  /**
   * Follows events until one is enough; after a break it goes on behind the last one.
   *
   * @param query as in {@code task=17}, {@code type=classify&after=0} or {@code events=overview}
   * @param isEnough hears of each event
   */
  public void follow(String query, Predicate<Event> isEnough)
      throws IOException, InterruptedException {
    Optional<String> last = Optional.empty();
    while (true) {
      HttpRequest.Builder request = to("/v1/events?" + query);
      last.ifPresent(id -> request.header("Last-Event-ID", id));
      HttpResponse<InputStream> answer = client.send(request.build(), BodyHandlers.ofInputStream());
      try (BufferedReader in =
          new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
        if (answer.statusCode() != 200) {
          throw new Refused(answer.statusCode(), in.lines().collect(Collectors.joining()));
        }
        String name = "";
        Optional<String> id = Optional.empty();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          if (line.startsWith("event: ")) {
            name = line.substring(7);
            id = Optional.empty();
          } else if (line.startsWith("id: ")) {
            id = Optional.of(line.substring(4));
          } else if (line.startsWith("data: ")) {
            last = id.isPresent() ? id : last;
            if (isEnough.test(new Event(name, id, line.substring(6)))) {
              return;
            }
          }
        }
      }
    }
  }

  private HttpRequest.Builder to(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
    token.ifPresent(text -> request.header("Authorization", "Bearer " + text));
    return request;
  }

  private Task task(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() >= 400) {
      throw new Refused(answer.statusCode(), answer.body());
    }
    long id = Long.parseLong(field(answer.body(), "id").orElseThrow());
    return new Task(id, answer.body());
  }

  /** The first field of a name in a JSON object: its text, number or word. */
  public static Optional<String> field(String json, String name) {
    Matcher field =
        Pattern.compile(
                "\""
                    + Pattern.quote(name)
                    + "\"\\s*:\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([\\w.+-]+))")
            .matcher(json);
    return field.find()
        ? Optional.of(field.group(1) == null ? field.group(2) : field.group(1))
        : Optional.empty();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /** Tries each method. */
  public static void main(String[] args) throws Exception {
    Espalier service = new Espalier(args[0], Optional.empty());
    Task task =
        service.submit("answer", "in 60 s", Map.of("prompt", "\"Why\" \\?"), Optional.of("why"));
    Task again =
        service.submit("answer", "in 60 s", Map.of("prompt", "\"Why\" \\?"), Optional.of("why"));
    System.out.println("the same task: " + (task.id() == again.id()));
    Task dear =
        service.submit(
            "answer",
            "in 60 s",
            Map.of("prompt", "?"),
            Optional.empty(),
            Optional.of("2.5"),
            Optional.empty());
    System.out.println("worth 2.5: " + dear.json().contains("\"worth\":2.5"));
    System.out.println("fate: " + service.await(task, Duration.ofMinutes(1)).fate().orElse("none"));
    Optional<String> minute = Optional.of("60 s");
    Answer answer =
        service.invoke(
            "classify", new byte[] {1, 2}, minute, Map.of(), Optional.of("2.5"), Optional.empty());
    System.out.println("answer: " + answer.status() + " to task " + answer.task().orElse(-1));
    try {
      service.invoke("classify", new byte[0], Optional.of("2020-01-31T12:00:00Z"), Map.of());
    } catch (Refused late) {
      System.out.println("refused: " + late.status());
    }
    try {
      Optional<String> falls = Optional.of("10 s: 1, 50 s: 0.5");
      service.invoke("classify", new byte[0], minute, Map.of(), Optional.empty(), falls);
    } catch (Refused unknown) {
      System.out.println("no urgencies: " + unknown.status());
    }
    try {
      service.cancel(task);
    } catch (Refused over) {
      System.out.println("refused: " + over.status());
    }
    service.follow(
        "task=" + task.id(),
        event -> {
          System.out.println(event.name() + ": " + field(event.data(), "event").orElse("?"));
          return field(event.data(), "event").equals(Optional.of("left"));
        });
    System.exit(0);
  }
}
