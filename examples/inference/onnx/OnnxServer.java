import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A resident model server: three networks of random weights, which it makes, in ONNX Runtime. It speaks
 * the Open Inference Protocol (v2) as far as is needed, and works on one request at a time; others wait
 * in their order. {@code PUT /limits?queue=4&wait=100} bounds how many may wait, and for how many
 * milliseconds; what goes beyond is refused with 503.
 *
 * <p>java -cp onnxruntime.jar OnnxServer.java PORT THREADS FACTOR
 *
 * <p>Requests are FACTOR times as large as they might be.
 */
class OnnxServer {
  /** Layers of WIDTH to WIDTH, for a batch of rows. */
  record Network(int rows, int width, int layers) {}

  private static final Map<String, Network> NETWORKS = new LinkedHashMap<>();

  static {
    NETWORKS.put("small", new Network(64, 256, 8));
    NETWORKS.put("medium", new Network(64, 1024, 8));
    NETWORKS.put("large", new Network(256, 1024, 8));
  }

  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final Map<String, OrtSession> sessions = new LinkedHashMap<>();
  private final ReentrantLock place = new ReentrantLock(true);
  private final AtomicInteger present = new AtomicInteger();
  private volatile int mostWaiting = Integer.MAX_VALUE;
  private volatile long mostMillis = Long.MAX_VALUE;

  public static void main(String[] args) throws Exception {
    OnnxServer server = new OnnxServer(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    HttpServer http =
        HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 1000);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", server::answer);
    http.start();
    System.out.println("ready at port " + http.getAddress().getPort());
  }

  private OnnxServer(int threads, int factor) throws OrtException {
    NETWORKS.replaceAll((name, each) -> new Network(factor * each.rows(), each.width(), each.layers()));
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    options.setIntraOpNumThreads(threads);
    for (Map.Entry<String, Network> each : NETWORKS.entrySet()) {
      byte[] model = model(each.getValue());
      sessions.put(each.getKey(), environment.createSession(model, options));
      for (int i = 0; i < 20; i++) {
        infer(each.getKey());
      }
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      String name = path.replaceAll("/v2/models/([a-z]+)/infer", "$1");
      if (path.equals("/v2/health/ready")) {
        send(exchange, 200, "{}");
      } else if (path.equals("/limits")) {
        for (String item : exchange.getRequestURI().getQuery().split("&")) {
          long value = Long.parseLong(item.replaceAll(".*=", ""));
          if (item.startsWith("queue=")) {
            mostWaiting = (int) value;
          } else {
            mostMillis = value;
          }
        }
        send(exchange, 200, "{}");
      } else if (sessions.containsKey(name)) {
        inTurn(exchange, name);
      } else {
        send(exchange, 404, "{\"error\": \"no such model\"}");
      }
    } catch (OrtException e) {
      throw new IOException(e);
    }
  }

  private void inTurn(HttpExchange exchange, String name) throws IOException, OrtException {
    long came = System.nanoTime();
    float mean = Float.NaN;
    if (present.incrementAndGet() - 1 <= mostWaiting) {
      place.lock();
      try {
        if (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - came) <= mostMillis) {
          mean = infer(name);
        }
      } finally {
        place.unlock();
      }
    }
    present.decrementAndGet();
    if (Float.isNaN(mean)) {
      send(exchange, 503, "{\"error\": \"too many wait\"}");
    } else {
      send(
          exchange,
          200,
          "{\"model_name\": \"%s\", \"outputs\": [{\"name\": \"mean\", \"shape\": [1], \"datatype\": \"FP32\", \"data\": [%s]}]}"
              .formatted(name, mean));
    }
  }

  private static void send(HttpExchange exchange, int status, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private float infer(String name) throws OrtException {
    Network network = NETWORKS.get(name);
    float[] input = new float[network.rows() * network.width()];
    for (int i = 0; i < input.length; i++) {
      input[i] = i % 7 - 3;
    }
    long[] shape = {network.rows(), network.width()};
    try (OnnxTensor x = OnnxTensor.createTensor(environment, FloatBuffer.wrap(input), shape);
        OrtSession.Result result = sessions.get(name).run(Map.of("x", x))) {
      FloatBuffer y = ((OnnxTensor) result.get(0)).getFloatBuffer();
      float sum = 0;
      int length = y.remaining();
      while (y.hasRemaining()) {
        sum += y.get();
      }
      return sum / length;
    }
  }

  /** The network as a file of ONNX: layers of MatMul and Relu. */
  private static byte[] model(Network network) {
    Random random = new Random(1);
    Message graph = new Message();
    for (int i = 0; i < network.layers(); i++) {
      String in = i == 0 ? "x" : "r" + (i - 1);
      String out = i == network.layers() - 1 ? "y" : "r" + i;
      graph.add(1, new Message().add(1, in).add(1, "w" + i).add(2, "m" + i).add(4, "MatMul"));
      graph.add(1, new Message().add(1, "m" + i).add(2, out).add(4, "Relu"));
    }
    graph.add(2, "network");
    for (int i = 0; i < network.layers(); i++) {
      int cells = network.width() * network.width();
      ByteBuffer weights = ByteBuffer.allocate(4 * cells).order(ByteOrder.LITTLE_ENDIAN);
      for (int j = 0; j < cells; j++) {
        weights.putFloat((float) (random.nextGaussian() / Math.sqrt(network.width())));
      }
      graph.add(
          5,
          new Message()
              .add(1, network.width())
              .add(1, network.width())
              .add(2, 1)
              .add(8, "w" + i)
              .add(9, weights.array()));
    }
    graph.add(11, value("x", network)).add(12, value("y", network));
    return new Message()
        .add(1, 8)
        .add(7, graph)
        .add(8, new Message().add(1, "").add(2, 13))
        .bytes();
  }

  private static Message value(String name, Network network) {
    Message shape =
        new Message()
            .add(1, new Message().add(1, network.rows()))
            .add(1, new Message().add(1, network.width()));
    Message tensor = new Message().add(1, 1).add(2, shape);
    return new Message().add(1, name).add(2, new Message().add(1, tensor));
  }

  /** A message of Protocol Buffers. */
  static final class Message {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Message add(int field, long value) {
      number(field << 3);
      number(value);
      return this;
    }

    Message add(int field, byte[] value) {
      number(field << 3 | 2);
      number(value.length);
      out.writeBytes(value);
      return this;
    }

    Message add(int field, String value) {
      return add(field, value.getBytes(StandardCharsets.UTF_8));
    }

    Message add(int field, Message value) {
      return add(field, value.bytes());
    }

    private void number(long value) {
      long rest = value;
      while (rest > 127) {
        out.write((int) (rest & 127 | 128));
        rest >>>= 7;
      }
      out.write((int) rest);
    }

    byte[] bytes() {
      return out.toByteArray();
    }
  }
}
