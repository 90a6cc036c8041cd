package org.espalier.cli.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.service.backend.OutputChannel;
import org.espalier.workload.document.Names;
import tools.jackson.databind.JsonNode;

/** Prints what the command of a task writes. */
record TaskOutput(
    ServiceClient client, int id, OutputStream out, OutputStream err, PrintWriter notes) {
  /** Prints some channels, at the same time where they are followed. */
  void print(List<OutputChannel> channels, boolean follow) throws InterruptedException {
    boolean alone = channels.size() == 1;
    List<Future<?>> copies = new ArrayList<>();
    try (ExecutorService threads =
        follow
            ? Executors.newVirtualThreadPerTaskExecutor()
            : Executors.newSingleThreadExecutor()) {
      for (OutputChannel channel : channels) {
        OutputStream to = alone || channel == OutputChannel.STDOUT ? out : err;
        copies.add(threads.submit(() -> copy(channel, follow, to)));
      }
      for (Future<?> copy : copies) {
        await(copy);
      }
    }
    tellWhatIsNotKept(channels);
  }

  private void tellWhatIsNotKept(List<OutputChannel> channels) {
    JsonNode task = client.get("/v1/tasks/" + id);
    for (OutputChannel channel : channels) {
      long notKept = notKept(task, Names.word(channel));
      if (notKept > 0) {
        notes.printf("espalier: %s: %s%n", Names.word(channel), more(notKept));
      }
    }
    notes.flush();
  }

  /** How many bytes a task wrote after those that are kept. */
  static long notKept(JsonNode task, String channel) {
    return task.path("output_not_kept").path(channel).asLong(0);
  }

  static String more(long notKept) {
    return "%s written after that %s not kept; see output of machines in the live file"
        .formatted(Names.count(notKept, "byte"), notKept == 1 ? "is" : "are");
  }

  private static void await(Future<?> copy) throws InterruptedException {
    try {
      copy.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CommandFailure failure) {
        throw new CommandFailure(String.valueOf(failure.getMessage()), e);
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private void copy(OutputChannel channel, boolean follow, OutputStream out) {
    long at = 0;
    boolean last;
    do {
      last = !follow || hasLeft();
      at += copy(channel, at, follow, out);
    } while (!last); // the service lets go of a command that writes nothing for long
  }

  private boolean hasLeft() {
    return client.get("/v1/tasks/" + id).has("ended");
  }

  /** Prints an answer, and returns how many bytes it had. */
  private long copy(OutputChannel channel, long from, boolean follow, OutputStream out) {
    String path =
        "/v1/tasks/%s/output?channel=%s%s"
            .formatted(id, Names.word(channel), follow ? "&follow=true&from=" + from : "");
    long count = 0;
    try (InputStream in = client.bytes(path)) {
      byte[] some = new byte[8192];
      for (int n = in.read(some); n >= 0; n = in.read(some)) {
        out.write(some, 0, n);
        out.flush();
        count += n;
      }
      return count;
    } catch (IOException e) {
      throw new CommandFailure(
          "the output of task %s ended before it was whole: %s".formatted(id, e.getMessage()), e);
    }
  }
}
