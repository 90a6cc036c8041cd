package org.espalier.service.learning;

import java.util.List;
import org.espalier.service.live.LearningView;

/** Learns nothing. */
final class NoLearning implements Learning {
  @Override
  public void completed(int taskType, int machineType, long ticks) {}

  @Override
  public void stopped(int taskType, int machineType, long ticks) {}

  @Override
  public void judged(double predicted, boolean onTime) {}

  @Override
  public List<Update> updates(long now) {
    return List.of();
  }

  @Override
  public LearningView view() {
    return new LearningView(List.of(), List.of());
  }

  @Override
  public boolean hasNews() {
    return false;
  }

  @Override
  public String state() {
    return "";
  }
}
