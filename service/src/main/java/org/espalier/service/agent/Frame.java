package org.espalier.service.agent;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.backend.MachineLimits;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.OutputPart;

/**
 * What gate and agent say to each other. Times are nanoseconds since the boot of the agent's
 * computer, which nobody sets; the gate knows by how much they differ from its own ({@link
 * RemoteClock}).
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "frame")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Frame.Hello.class, name = "hello"),
  @JsonSubTypes.Type(value = Frame.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = Frame.Welcome.class, name = "welcome"),
  @JsonSubTypes.Type(value = Frame.Ready.class, name = "ready"),
  @JsonSubTypes.Type(value = Frame.Failed.class, name = "failed"),
  @JsonSubTypes.Type(value = Frame.Ping.class, name = "ping"),
  @JsonSubTypes.Type(value = Frame.Pong.class, name = "pong"),
  @JsonSubTypes.Type(value = Frame.Start.class, name = "start"),
  @JsonSubTypes.Type(value = Frame.Stop.class, name = "stop"),
  @JsonSubTypes.Type(value = Frame.TakeBack.class, name = "take-back"),
  @JsonSubTypes.Type(value = Frame.Began.class, name = "began"),
  @JsonSubTypes.Type(value = Frame.Stopping.class, name = "stopping"),
  @JsonSubTypes.Type(value = Frame.Gone.class, name = "gone"),
  @JsonSubTypes.Type(value = Frame.Output.class, name = "output"),
  @JsonSubTypes.Type(value = Frame.Ended.class, name = "ended"),
  @JsonSubTypes.Type(value = Frame.Ask.class, name = "ask"),
  @JsonSubTypes.Type(value = Frame.Answer.class, name = "answer"),
  @JsonSubTypes.Type(value = Frame.Farewell.class, name = "farewell"),
  @JsonSubTypes.Type(value = Frame.Goodbye.class, name = "goodbye"),
  @JsonSubTypes.Type(value = Frame.Renew.class, name = "renew")
})
sealed interface Frame {
  /** What this program speaks; a gate also serves agents of the version before. */
  int PROTOCOL = 3;

  /**
   * The first word of an agent.
   *
   * @param agent made once for its directory, so that it is known again
   * @param host name of its computer
   * @param job what started it, for people
   * @param build of its program; empty if that is not known, as from protocol 2
   */
  record Hello(
      int protocol,
      String agent,
      String host,
      long pid,
      List<String> machines,
      Optional<String> job,
      Optional<String> build)
      implements Frame {}

  /** The gate does not take the agent. */
  record Refused(List<String> problems) implements Frame {}

  /**
   * The gate takes the agent.
   *
   * @param store whose launches it runs from now on
   * @param tenure of who has that store
   * @param launches all that were handed over and may not be over; others are wanted by nobody
   */
  record Welcome(String store, long tenure, Setup setup, List<Launch> launches) implements Frame {}

  /** How the agent is to run commands. */
  record Setup(
      Map<String, MachineLimits> machines,
      long keptOutputBytes,
      Optional<String> workingDirectory,
      Map<String, String> environment,
      Map<String, LaunchLimits> taskLimits,
      String containment) {}

  /** The agent runs what it is given from now on. */
  record Ready(String containment) implements Frame {}

  /** The agent cannot run commands so. */
  record Failed(List<String> problems) implements Frame {}

  record Ping(long number) implements Frame {}

  record Pong(long number, long time) implements Frame {}

  /** A launch is to begin when what runs on its machine is over. */
  record Start(Launch launch) implements Frame {}

  record Stop(LaunchId id) implements Frame {}

  /** A launch is not to begin; if it has not yet, its end is told to be that. */
  record TakeBack(LaunchId id) implements Frame {}

  /**
   * A launch began.
   *
   * @param adopted whether that was before this connection
   */
  record Began(LaunchId id, boolean adopted, long time) implements Frame {}

  /** What nobody wants is being stopped. */
  record Stopping(LaunchId id, String machine) implements Frame {}

  /** What nobody wanted is gone. */
  record Gone(LaunchId id) implements Frame {}

  /**
   * Some of what a launch has written, all of which is told before its end.
   *
   * @param from which byte
   * @param notKept how much more it wrote than is kept
   */
  record Output(LaunchId id, OutputChannel channel, long from, byte[] bytes, long notKept)
      implements Frame {}

  /**
   * A launch is over.
   *
   * @param time since when; of one that was stopped, since when it was told to
   */
  record Ended(LaunchEnd end, long time) implements Frame {}

  /** What has a launch written so far? */
  record Ask(long question, LaunchId id, OutputChannel channel, long from, int most)
      implements Frame {}

  record Answer(long question, Optional<OutputPart> part) implements Frame {}

  /** The agent takes nothing more, stops what it runs, and ends. */
  record Farewell(String why) implements Frame {}

  /** The gate has heard that, and sends nothing more. */
  record Goodbye() implements Frame {}

  /** The agent becomes the program that is installed where it is; what it runs goes on. */
  record Renew() implements Frame {}
}
