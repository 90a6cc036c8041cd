package org.espalier.cli.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.StandardWriter;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.Visible;
import org.espalier.service.backend.OutputChannel;
import org.espalier.workload.document.Names;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code espalier output}: what the command of a task has written. */
@Command(
    name = "output",
    description =
        "Prints what the command of a task has written, in its last run: its standard output here,"
            + " its standard error to standard error.",
    footer = {
      "",
      "Examples:",
      "  espalier output 17",
      "  espalier output 17 --follow             as it is written, until the task has left",
      "  espalier output 17 2> errors.txt"
    })
final class OutputCommand extends Subcommand {
  @Parameters(index = "0", paramLabel = "ID", description = "the task")
  private long id;

  @Option(
      names = "--follow",
      description = "go on while the command runs, and wait for it to begin")
  private boolean follow;

  @Option(
      names = "--raw",
      description = {
        "bytes as they are, also on a terminal, which may act on some (default there: control"
            + " characters are shown as \\u001b)"
      })
  private boolean raw;

  @Mixin private ServiceOptions service;

  /** Prints both channels, at the same time where they are followed. */
  @Override
  protected void run() {
    OutputStream out = target(1, rawOut());
    OutputStream err = target(2, rawErr());
    Executor threads = follow ? Thread::startVirtualThread : Runnable::run;
    try (ServiceClient client = service.client()) {
      CompletableFuture.allOf(
              CompletableFuture.runAsync(() -> copy(client, OutputChannel.STDOUT, out), threads),
              CompletableFuture.runAsync(() -> copy(client, OutputChannel.STDERR, err), threads))
          .join();
      tellWhatIsNotKept(client.get("/v1/tasks/" + id));
    } catch (CompletionException e) {
      if (e.getCause() instanceof CommandFailure failure) {
        throw new CommandFailure(String.valueOf(failure.getMessage()), e);
      }
      throw e;
    }
  }

  private void tellWhatIsNotKept(JsonNode task) {
    for (OutputChannel each : OutputChannel.values()) {
      long notKept = notKept(task, Names.word(each));
      if (notKept > 0) {
        note("espalier: %s: %s%n", Names.word(each), more(notKept));
      }
    }
  }

  /** How many bytes a task wrote after those that are kept. */
  static long notKept(JsonNode task, String channel) {
    return task.path("output_not_kept").path(channel).asLong(0);
  }

  static String more(long notKept) {
    return "%s written after that %s not kept; see output of machines in the live file"
        .formatted(Names.count(notKept, "byte"), notKept == 1 ? "is" : "are");
  }

  private void copy(ServiceClient client, OutputChannel each, OutputStream to) {
    long at = 0;
    int run = Integer.MAX_VALUE;
    boolean last = !follow;
    do {
      if (follow) {
        JsonNode task = client.get("/v1/tasks/" + id);
        last = task.has("ended");
        int present = Math.max(1, task.get("attempts").asInt());
        if (present > run) {
          at = 0;
          note("espalier: %s: what run %s writes follows%n", Names.word(each), present);
        }
        run = present;
      }
      at += copy(client, each, at, to);
    } while (!last); // the service lets go of a command that writes nothing for long
  }

  /** Prints an answer, and returns how many bytes it had. */
  private long copy(ServiceClient client, OutputChannel each, long from, OutputStream to) {
    String path =
        "/v1/tasks/%s/output?channel=%s%s"
            .formatted(id, Names.word(each), follow ? "&follow=true&from=" + from : "");
    long count = 0;
    try (InputStream in = client.bytes(path)) {
      byte[] some = new byte[8192];
      for (int n = in.read(some); n >= 0; n = in.read(some)) {
        to.write(some, 0, n);
        to.flush();
        count += n;
      }
      return count;
    } catch (IOException e) {
      throw new CommandFailure(
          "the output of task %s ended before it was whole: %s".formatted(id, e.getMessage()), e);
    }
  }

  /** Exact but for a terminal. */
  private OutputStream target(int descriptor, PrintWriter to) {
    boolean exact = raw || !Display.isTerminal(descriptor);
    return exact && to instanceof StandardWriter standard
        ? standard.bytes()
        : new DecodedStream(Visible.writer(to));
  }

  /** Bytes that are printed as the text in UTF-8 that they are; a letter may come in parts. */
  private static final class DecodedStream extends OutputStream {
    private final PrintWriter to;
    private final CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private ByteBuffer rest = ByteBuffer.allocate(0);

    DecodedStream(PrintWriter to) {
      this.to = to;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      ByteBuffer all = ByteBuffer.allocate(rest.remaining() + length);
      all.put(rest).put(bytes, offset, length).flip();
      CharBuffer text = CharBuffer.allocate(all.remaining());
      decoder.decode(all, text, false);
      rest = all;
      to.print(text.flip());
    }

    @Override
    public void flush() {
      to.flush();
    }
  }
}
