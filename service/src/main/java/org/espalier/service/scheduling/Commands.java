package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.live.Breaker;
import org.espalier.service.live.Quota;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskTypeView;
import org.espalier.service.live.Urgency;

/** What tasks of each type run; known for every task type of the system. */
public interface Commands {
  /** The least that a task may be worth. */
  double LEAST_WORTH = 1e-9;

  /** The most that a task may be worth. */
  double MOST_WORTH = 1e9;

  /** Whether a task may be worth so much. */
  static boolean isWorth(double number) {
    return number >= LEAST_WORTH && number <= MOST_WORTH;
  }

  /**
   * What is wrong with the parameters of a submission of a known type.
   *
   * @param pointer JSON pointer of the submission in its request
   */
  List<Fault> faults(Submission submission, String pointer);

  /** The argument vector of a submission without faults, on a machine in a P-state. */
  List<String> command(Submission submission, String machine, int pState);

  /** What holds for tasks of a type; {@link Terms#NONE} for one that is not known. */
  Terms terms(String type);

  /**
   * What holds for tasks of a type.
   *
   * @param keepsOutput whether standard output and error are kept
   * @param limits what each launch may use
   * @param retry whether tasks may start again
   * @param breaker when they are refused for a while, since they fail; empty if never
   * @param deadline of an invocation that says none
   * @param largestBody of an invocation in bytes; empty if it is that of all requests
   * @param worth what it is worth to complete one on time; above 0
   * @param must whether each must be completed: no policy drops them for others
   * @param urgency how its worth falls with time; empty if it stays until the deadline
   */
  record Terms(
      boolean keepsOutput,
      LaunchLimits limits,
      Retry retry,
      Optional<Breaker> breaker,
      Optional<Duration> deadline,
      Optional<Integer> largestBody,
      double worth,
      boolean must,
      Optional<Urgency> urgency) {
    /** Those of a type of which nothing is said, where nothing is run. */
    public static final Terms NONE =
        new Terms(
            false,
            LaunchLimits.NONE,
            Retry.NEVER,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            1,
            false,
            Optional.empty());
  }

  /** The row of the PET that has the times of a task: its type, or a class of sizes of that. */
  default String row(Submission submission) {
    return submission.type();
  }

  /** Whether tasks of a type take the body of an invocation. */
  default boolean takesBody(String type) {
    return false;
  }

  /** What tasks of the operator's priorities are worth, by name. */
  default Map<String, Double> priorities() {
    return Map.of();
  }

  /** How what tasks are worth may change with time, by name. */
  default Map<String, Urgency> urgencies() {
    return Map.of();
  }

  /** Whether tasks may become worth more with time, by any of these. */
  default boolean isAnyRising() {
    return urgencies().values().stream().anyMatch(Urgency::rises);
  }

  /** What a user may have. */
  default Quota quota(String user) {
    return Quota.NONE;
  }

  /** Whether what is done about a task waits until it is durable. */
  default boolean isDurable(Submission submission) {
    return true;
  }

  /** The parameters of a type that take one of some words, and the words. */
  Map<String, List<String>> choices(String type);

  /** The task types for people. */
  List<TaskTypeView> views();
}
