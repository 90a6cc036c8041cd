package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Collects the ends of launches. */
class Ends implements LaunchListener {
  private final BlockingQueue<LaunchEnd> told = new LinkedBlockingQueue<>();

  @Override
  public void beganAtOnce(LaunchId launch) {}

  @Override
  public void began(LaunchId launch, Duration ago) {}

  @Override
  public void ended(LaunchEnd end) {
    told.add(end);
  }

  LaunchEnd next() throws InterruptedException {
    LaunchEnd end = told.poll(3, TimeUnit.MINUTES);
    return end == null ? fail("no launch ended within three minutes") : end;
  }

  /** What is told within a while. */
  List<LaunchEnd> restWithin(long milliseconds) throws InterruptedException {
    Thread.sleep(milliseconds);
    return List.copyOf(told);
  }
}
