package org.espalier.service.backend;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.Scale;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.scaling.Staffing;

/**
 * What runs commands, on this computer or elsewhere. Methods return at once; what becomes of a
 * launch is told to the listener that {@link BackendFactory#open} was given.
 */
public interface Backend extends AutoCloseable {
  /**
   * Runs a command on a machine; it waits until what ran there before is gone. A launch on a
   * machine says that the ends told of earlier launches on it are durable and need not be told
   * again.
   *
   * @throws IllegalArgumentException if there is no such machine, or a launch of that id is not
   *     over
   */
  void launch(Launch launch);

  /**
   * How a machine takes what it is handed, and what is stopped there.
   *
   * @param startsAhead whether it may be handed its next launch while another runs there, which
   *     then begins as soon as that is over. It can be {@linkplain #takeBack taken back} until then
   * @param tellsLater whether it is known only when it is told how a launch ended that is to be
   *     stopped, as on another computer. Nothing is recorded of it until then
   * @param grace how long a launch may take to be gone once it is stopped; empty if it is gone at
   *     once. Until its end is told its machine begins nothing else
   * @param runsOn whether what is stopped goes on to its end all the same, within its grace
   */
  record Traits(boolean startsAhead, boolean tellsLater, Optional<Duration> grace, boolean runsOn) {
    /** Those of a machine that takes one launch at a time, and where what is stopped is gone. */
    public static final Traits PLAIN = new Traits(false, false, Optional.empty(), false);
  }

  /** The traits of a machine. */
  default Traits traits(String machine) {
    return Traits.PLAIN;
  }

  /**
   * Takes back a launch that has not begun, of which nothing is told then. Asked only where its
   * machine {@linkplain Traits#startsAhead starts ahead}. Where that {@linkplain Traits#tellsLater
   * tells later} the back end may only ask for the launch, and tell it as {@link
   * LaunchEnd.Kind#NEVER_BEGAN} once that is sure.
   *
   * @return whether it will not begin, also where it is not known; if not, the end of what ran
   *     before it is told, or will be in a moment
   */
  default boolean takeBack(LaunchId launch) {
    return true;
  }

  /**
   * Stops a launch and all it has started; its end is told as {@link LaunchEnd.Kind#STOPPED}, or as
   * it was if it came first. Nothing happens if the end was told. Unless its machine {@linkplain
   * Traits#tellsLater tells later}, what is told to stop should be told so when this returns: who
   * asks whether it has {@linkplain #endedByNow ended} just before takes it for stopped.
   */
  void stop(LaunchId launch);

  /**
   * Finds launches of an earlier process again, also on machines that are no longer configured.
   * Those that still run are watched; the ends of those that are over, or never began, are told. So
   * are the beginnings, of which the earlier process may not have heard: as long as none is told, a
   * launch counts as one that waits. What an earlier process launched and is not among them is
   * wanted by nobody, and is stopped. What was handed over ahead comes after all others. Called
   * once, before anything is launched, with an empty list if there is nothing to find.
   */
  void adopt(List<Launch> launches);

  /**
   * Tells deadlines anew, since the wall clock was set: {@link Execution#left} counts from now on.
   */
  default void renewDeadlines(List<Launch> launches) {}

  /**
   * How a launch ended, if that is known already and may not have been told yet: asked before a
   * policy decides what is stopped. It is told all the same.
   */
  default Optional<LaunchEnd> ended(LaunchId launch) {
    return Optional.empty();
  }

  /**
   * Machines of a type that a back end starts.
   *
   * @param time how long it takes to start another one
   * @param scale how many there are
   * @param forecast of what arrives; none where what waits tells how many there are
   */
  record Starts(Duration time, Scale scale, Forecast forecast) {}

  /** Empty if the back end does not start machines of a type, or all are there. */
  default Optional<Starts> starts(String machineType) {
    return Optional.empty();
  }

  /**
   * What is needed of a type that the back end starts. It is told about once a second.
   *
   * @param waiting how many tasks wait that another machine would bring in on time
   * @param expected how many machines the tasks need that are expected; empty without a forecast
   */
  default void needed(String machineType, int waiting, Optional<Staffing.Range> expected) {}

  /** Where a machine is, for people; empty if that is known, as on this computer. */
  default Optional<String> place(String machine) {
    return Optional.empty();
  }

  /**
   * An operator says that what runs on a machine that is away is gone for good. It is told to be
   * {@link LaunchEnd.Kind#LOST}.
   *
   * @throws IllegalStateException if that cannot be, since the machine is there
   */
  default void lost(String machine) {
    throw new IllegalStateException("machine %s is there".formatted(machine));
  }

  /** What holds the processes of a launch together, for people; empty if that is of no interest. */
  default Optional<String> containment() {
    return Optional.empty();
  }

  /**
   * The same, asked right before it is stopped: where it is over and that is being noted, this may
   * be waited for, a moment.
   */
  default Optional<LaunchEnd> endedByNow(LaunchId launch) {
    return ended(launch);
  }

  /**
   * A part of what a launch has written so far; empty if it is not kept, or had to make room. While
   * it runs, the last block may be missing.
   *
   * @param from how many bytes to leave out first; there may be no more
   * @param most how many bytes at most
   */
  default Optional<OutputPart> output(LaunchId launch, OutputChannel channel, long from, int most) {
    return Optional.empty();
  }

  /** Where each launch has a directory with what it has written; empty if that is not in files. */
  default Optional<Path> outputs() {
    return Optional.empty();
  }

  /** Stops watching; what runs goes on and can be adopted later. */
  @Override
  void close();
}
