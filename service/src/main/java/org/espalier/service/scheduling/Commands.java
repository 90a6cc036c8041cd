package org.espalier.service.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.live.Breaker;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskTypeView;

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

  /** The argument vector of a submission without faults, on a machine. */
  List<String> command(Submission submission, String machine);

  /** Whether standard output and error of tasks of a type are kept. */
  boolean keepsOutput(String type);

  /** What a launch of a task of a type may use. */
  LaunchLimits limits(String type);

  /** Whether tasks of a type may start again. */
  Retry retry(String type);

  /** When tasks of a type are refused for a while, since they fail; empty if never. */
  default Optional<Breaker> breaker(String type) {
    return Optional.empty();
  }

  /** The row of the PET that has the times of a task: its type, or a class of sizes of that. */
  default String row(Submission submission) {
    return submission.type();
  }

  /** Whether tasks of a type take the body of an invocation. */
  default boolean takesBody(String type) {
    return false;
  }

  /**
   * How long the body of an invocation of a type may be, in bytes.
   *
   * @param usual where the type says nothing
   */
  default int largestBody(String type, int usual) {
    return usual;
  }

  /** When an invocation of a type must be answered that says nothing of that. */
  default Optional<Duration> deadline(String type) {
    return Optional.empty();
  }

  /** What it is worth to complete a task of a type on time; above 0. */
  default double worth(String type) {
    return 1;
  }

  /** Whether tasks of a type must be completed: no policy drops them for others. */
  default boolean mustComplete(String type) {
    return false;
  }

  /** What tasks of the operator's priorities are worth, by name. */
  default Map<String, Double> priorities() {
    return Map.of();
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
