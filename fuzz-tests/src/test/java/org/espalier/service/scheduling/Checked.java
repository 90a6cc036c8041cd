package org.espalier.service.scheduling;

import java.time.Instant;
import java.util.List;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.Timeline;

/** Requests, checked as before they are accepted, without a service. */
public final class Checked {
  private Checked() {}

  /**
   * The commands of some requests, by requests.
   *
   * @throws org.espalier.service.live.Refusal if anything is wrong with one
   */
  public static List<List<String>> commands(
      SchedulerSettings settings, List<TaskRequest> requests) {
    Timeline timeline =
        new Timeline(Instant.now(), settings.system().tick(), Timeline.Setting.NONE);
    Places places = new Places(settings.system(), settings.commands()::row);
    new Admission(settings, places, timeline, Math::toIntExact).check(requests, 0);
    return requests.stream()
        .map(request -> settings.commands().command(request.submission(), "m-0", 0))
        .toList();
  }
}
