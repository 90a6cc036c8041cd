package org.espalier.service.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class SpanSenderTest {
  private static final ObjectNode SPAN = JsonMapper.shared().createObjectNode().put("name", "some");

  private static SpanSender to(URI url) {
    return new SpanSender(url, JsonMapper.shared().createObjectNode());
  }

  @Test
  void aBusyCollectorGetsTheSameAgain() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    try (Collector collector = new Collector(() -> asked.incrementAndGet() < 3 ? 503 : 200);
        SpanSender sender = to(collector.url())) {
      sender.send(SPAN);
      await().until(() -> collector.count() == 1);
      assertThat(asked.get()).isEqualTo(3);
      assertThat(sender.dropped()).isZero();
    }
  }

  @Test
  void whatIsRefusedForGoodIsDropped() throws IOException {
    try (Collector collector = new Collector(() -> 400);
        SpanSender sender = to(collector.url())) {
      sender.send(SPAN);
      await().until(() -> sender.dropped() == 1);
      assertThat(collector.count()).isZero();
    }
  }

  /** Whoever sends is held up by nothing, and all is accounted for. */
  @Test
  void whatFindsNoRoomIsDropped() throws IOException {
    CountDownLatch released = new CountDownLatch(1);
    int all = 30_000;
    try (Collector collector = new Collector(() -> awaits(released));
        SpanSender sender = to(collector.url())) {
      for (int i = 0; i < all; i++) {
        sender.send(SPAN);
      }
      assertThat(sender.dropped()).isBetween(1L, (long) all - 20_000);
      released.countDown();
      await().until(() -> collector.count() + sender.dropped() == all);
    }
  }

  private static int awaits(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 200;
  }

  @Test
  void whatWaitsIsSentWhenItIsClosed() throws IOException {
    try (Collector collector = new Collector()) {
      SpanSender sender = to(collector.url());
      sender.send(SPAN);
      sender.close();
      assertThat(collector.count()).isOne();
    }
  }
}
