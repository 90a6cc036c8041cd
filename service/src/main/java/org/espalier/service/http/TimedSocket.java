package org.espalier.service.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import org.jspecify.annotations.Nullable;

/** A socket whose reads and writes are under the time limits of its connection. */
final class TimedSocket implements HelidonSocket {
  private final HelidonSocket socket;
  private final Connection connection;

  TimedSocket(HelidonSocket socket, Connection connection) {
    this.socket = socket;
    this.connection = connection;
  }

  @Override
  public byte @Nullable [] get() {
    return connection.timed(socket);
  }

  @Override
  public void write(BufferData buffer) {
    connection.timed(buffer, socket::write);
  }

  @Override
  @Deprecated
  @SuppressWarnings("removal")
  public int read(BufferData buffer) {
    throw new UnsupportedOperationException("read by get()");
  }

  @Override
  public void close() {
    socket.close();
  }

  @Override
  public void idle() {
    socket.idle();
  }

  @Override
  public boolean isConnected() {
    return socket.isConnected();
  }

  @Override
  public boolean protocolNegotiated() {
    return socket.protocolNegotiated();
  }

  @Override
  public String protocol() {
    return socket.protocol();
  }

  @Override
  public PeerInfo remotePeer() {
    return socket.remotePeer();
  }

  @Override
  public PeerInfo localPeer() {
    return socket.localPeer();
  }

  @Override
  public boolean isSecure() {
    return socket.isSecure();
  }

  @Override
  public String socketId() {
    return socket.socketId();
  }

  @Override
  public String childSocketId() {
    return socket.childSocketId();
  }
}
