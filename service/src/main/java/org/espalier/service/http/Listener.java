package org.espalier.service.http;

import io.helidon.common.configurable.Resource;
import io.helidon.common.context.Context;
import io.helidon.common.pki.Keys;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.NioSocket;
import io.helidon.common.socket.TlsNioSocket;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsConfig;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.media.MediaContext;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for connections and serves each in a virtual thread by the library's protocol. It is here
 * in place of the library's listener, whose connections have no limits of time but for idleness,
 * which waits where there are too many of them, and which is lost for good when a connection cannot
 * be accepted for want of a descriptor.
 */
final class Listener implements ListenerContext, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

  /** What the kernel keeps of an answer, so that who does not read it is noticed early. */
  private static final int SEND_BUFFER = 1 << 17;

  private static final long CHECK_MILLIS = 250;
  private static final long GRACE_MILLIS = 200;
  private static final long PAUSE_MILLIS = 20;

  private final TimeLimits limits;
  private final Optional<Tls> tls;
  private final Router router;
  private final Connections connections;
  private final ServerSocketChannel server;
  private final Http1ConnectionSelector protocol =
      Http1ConnectionSelector.builder().config(Http1Config.create()).build();
  private final ListenerConfig config =
      ListenerConfig.builder().errorHandling(handling -> handling.includeEntity(true)).build();
  private final DirectHandlers problems = LibraryProblems.handlers();
  private final Context context = Context.builder().id("listener").build();
  private final MediaContext media = MediaContext.create();
  private final ContentEncodingContext encodings = ContentEncodingContext.create();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Thread acceptor = Thread.ofPlatform().name("http-listener").unstarted(this::listen);
  private final Thread watch =
      Thread.ofPlatform().daemon().name("http-time-limits").unstarted(this::watchTimes);
  private volatile boolean open = true;
  private volatile boolean draining;

  /**
   * Begins to serve.
   *
   * @param server is bound already; it is closed with this
   */
  Listener(
      HttpSettings settings,
      ServerSocketChannel server,
      HttpRouting.Builder routing,
      TimeLimits limits) {
    this.limits = limits;
    this.tls = settings.tls().map(Listener::tls);
    this.connections = new Connections(Connections.most(settings.limits().connections()));
    this.server = server;
    routing.addFilter(this::timed);
    this.router = Router.builder().addRouting(routing).build();
    router.beforeStart();
    acceptor.start();
    watch.start();
  }

  private void timed(FilterChain chain, RoutingRequest request, RoutingResponse response) {
    Optional<Connection> present = Connection.present();
    boolean isForHead = request.prologue().method().equals(Method.HEAD);
    present.ifPresent(connection -> connection.begin(isForHead));
    if (draining) {
      response.header(HeaderValues.CONNECTION_CLOSE);
    }
    try {
      chain.proceed();
    } finally {
      boolean isLast =
          request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)
              || response.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
      present.ifPresent(connection -> connection.done(isLast));
    }
  }

  private static Tls tls(HttpSettings.TlsFiles files) {
    Keys keys =
        Keys.builder()
            .pem(pem ->
                pem.certChain(Resource.create(files.certificate()))
                    .key(Resource.create(files.key())))
            .build();
    return TlsConfig.builder().privateKey(keys).privateKeyCertChain(keys).build();
  }

  int port() {
    return server.socket().getLocalPort();
  }

  private void listen() {
    while (open) {
      try {
        acceptOrMakeRoom();
      } catch (InterruptedException | ClosedChannelException e) {
        if (open && !draining) {
          LOG.error("nothing is listened for any more; start the service again", e);
        }
        return;
      } catch (IOException | RuntimeException | Error e) {
        LOG.error("a connection could not be served", e);
        pause();
      }
    }
  }

  private void acceptOrMakeRoom() throws IOException, InterruptedException {
    SocketChannel channel;
    try {
      channel = server.accept();
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException noDescriptorIsLeft) {
      LOG.debug("a connection could not be accepted", noDescriptorIsLeft);
      connections.closeIdlest();
      pause();
      return;
    }
    serve(channel);
  }

  private void serve(SocketChannel channel) throws IOException, InterruptedException {
    if (!connections.takePlace()) {
      refuse(channel);
      return;
    }
    boolean served = false;
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BUFFER);
      Connection connection = new Connection(this, limits, channel, socket(channel));
      connections.add(connection);
      threads.execute(() -> {
        try {
          connection.run();
        } finally {
          connections.remove(connection);
        }
      });
      served = true;
    } finally {
      if (!served) {
        connections.givePlaceBack();
        channel.close();
      }
    }
  }

  private HelidonSocket socket(SocketChannel channel) {
    String id = "0x" + Integer.toHexString(System.identityHashCode(channel));
    return tls.<HelidonSocket>map(
            secure -> TlsNioSocket.server(channel, engine(secure), id, "listener"))
        .orElseGet(() -> NioSocket.server(channel, id, "listener"));
  }

  private SSLEngine engine(Tls secure) {
    SSLEngine engine = secure.sslContext().createSSLEngine();
    SSLParameters parameters = secure.sslParameters();
    parameters.setEndpointIdentificationAlgorithm("");
    engine.setSSLParameters(parameters);
    engine.setHandshakeApplicationProtocolSelector((e, offered) ->
        offered.stream()
            .filter(protocol.supportedApplicationProtocols()::contains)
            .findFirst()
            .orElse(null));
    return engine;
  }

  /** All that there are are busy. */
  private void refuse(SocketChannel channel) throws IOException {
    try (channel) {
      if (tls.isEmpty()) {
        channel.configureBlocking(false);
        channel.write(ByteBuffer.wrap(LibraryProblems.TOO_MANY));
      }
    }
  }

  private void watchTimes() {
    while (open) {
      try {
        connections.checkTimes();
      } catch (RuntimeException | Error e) {
        LOG.error("the time limits of connections could not be looked at", e);
      }
      try {
        Thread.sleep(CHECK_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
  }

  Http1ConnectionSelector protocol() {
    return protocol;
  }

  Router router() {
    return router;
  }

  @Override
  public Context context() {
    return context;
  }

  @Override
  public MediaContext mediaContext() {
    return media;
  }

  @Override
  public ContentEncodingContext contentEncodingContext() {
    return encodings;
  }

  @Override
  public DirectHandlers directHandlers() {
    return problems;
  }

  @Override
  public ListenerConfig config() {
    return config;
  }

  @Override
  public ExecutorService executor() {
    return threads;
  }

  /** Listens no more, answers what was sent, and closes connections once they are idle. */
  void drain(Duration longest) {
    draining = true;
    try {
      server.close();
      long begin = System.nanoTime();
      while (!connections.closeIdle() && System.nanoTime() - begin < longest.toNanos()) {
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (IOException e) {
      LOG.debug("the listener could not be closed in order", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Listens no more; requests that are served have a moment to end. */
  @Override
  public void close() {
    open = false;
    try {
      server.close();
      watch.interrupt();
      threads.shutdown();
      threads.awaitTermination(GRACE_MILLIS, TimeUnit.MILLISECONDS);
      threads.shutdownNow();
      connections.closeAll();
      threads.awaitTermination(GRACE_MILLIS, TimeUnit.MILLISECONDS);
      router.afterStop();
    } catch (IOException e) {
      LOG.debug("the listener could not be closed in order", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      threads.shutdownNow();
      connections.closeAll();
    }
  }
}
