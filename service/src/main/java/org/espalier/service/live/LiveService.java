package org.espalier.service.live;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.model.HcSystem;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.OutputPart;

/**
 * The live service as its users see it; safe for use by many threads. Changes are durable when a
 * method returns. Methods throw {@link Refusal} for what they do not do.
 */
public interface LiveService {
  /** Which wall-clock time each tick is. */
  Timeline timeline();

  /** The present time in ticks. */
  long now();

  /** Whether it decides; if not, it must be started again. */
  boolean isAlive();

  /** What holds the processes of a task together, for people; empty if that is of no interest. */
  Optional<String> containment();

  /** The system as the policy believes it to be at present, learned execution times included. */
  HcSystem system();

  /** The names of the task types and what their commands take. */
  List<TaskTypeView> taskTypes();

  /** Accepts all of some requests or none; returns when they are durable. */
  List<Accepted> submit(List<TaskRequest> requests);

  /** A task. */
  Optional<LiveTask> task(int id);

  /**
   * A part of what the last run of a task has written so far; empty if it is not kept.
   *
   * @param from how many bytes to leave out first; there may be no more
   * @param most how many bytes at most
   */
  Optional<OutputPart> output(int id, OutputChannel channel, long from, int most);

  /** Why a task waits, empty if it does not. */
  Optional<Waiting> waiting(int id);

  /**
   * Why the configuration has no place for a task that runs, and what becomes of it; empty if it
   * has.
   */
  Optional<String> notice(int id);

  /** How a task that is mapped stands on its machine, empty if it is not. */
  Optional<Waiting.Prospect> standing(int id);

  /**
   * What tasks would be accepted as, and their prospects now; nothing is submitted. Refused is what
   * a submission would be refused for, but for keys that were used before.
   */
  List<Rehearsal> rehearse(List<TaskRequest> requests);

  /** Tasks, latest first. */
  List<LiveTask> tasks(TaskQuery query);

  /** Takes a task back; one that runs is stopped. */
  LiveTask cancel(int id);

  /**
   * Lets tasks run that are held since the store was restored or copied.
   *
   * @param tasks their ids; all that have not started if empty
   * @return the ids of those that were released
   */
  List<Integer> release(List<Integer> tasks);

  /** The service at this moment, at most about a second old. */
  Overview overview();

  /**
   * The name of a machine of a line of the journal; empty if the machines of the system have
   * changed since.
   */
  Optional<String> machineName(JournalLine line, int machine);

  /**
   * Machines with their queues, at most about a second old. Chances of success are NaN while the
   * store does not answer.
   */
  MachinePage machines(MachineQuery query);

  /**
   * A machine with its queue.
   *
   * @param tasks of how many tasks the chances are wanted, from the head of the queue
   */
  Overview.MachineState machine(String name, int tasks);

  /** All machines, counted by their types, at most about a second old. */
  List<MachineGroup> machineGroups();

  /** A machine takes no more tasks; what waits for it goes back to the batch queue. */
  void drain(String machine);

  /** A drained or failed machine takes tasks again. */
  void resume(String machine);

  /** Names of the policies that can be switched to. */
  List<String> policies();

  /** Another policy decides from now on, with the settings of the file. */
  default void switchPolicy(String name) {
    switchPolicy(name, Map.of());
  }

  /**
   * Another policy decides from now on, or the same one otherwise.
   *
   * @param settings those that differ from the file's, by key, as studies write them
   * @throws Refusal if there is none of the name, or with all that is wrong with the settings
   */
  void switchPolicy(String name, Map<String, String> settings);

  /** The settings that differ from the file's. */
  Map<String, String> policySettings();

  /** Entries of the journal after a sequence number, in order. */
  List<JournalLine> journal(long after, int limit);

  /** Entries of the journal about one task. */
  List<JournalLine> history(int task);

  /**
   * Waits for an entry of the journal after a sequence number.
   *
   * @return the last sequence number there is, or empty if none came in time
   */
  OptionalLong awaitJournal(long after, Duration patience) throws InterruptedException;

  /** How well predicted chances of success were kept, and what was learned. */
  LearningView learning();

  /**
   * Writes the whole store as of now, in one file from which a service can be restored.
   *
   * @param outputs whether with what commands have written
   */
  void backup(boolean outputs, OutputStream out) throws IOException;

  /** Figures for operators, in the text format of Prometheus. */
  String metrics();

  /**
   * A task type.
   *
   * @param parameters what its command takes, one line each, for people
   */
  record TaskTypeView(String name, List<String> parameters) {
    public TaskTypeView {
      parameters = List.copyOf(parameters);
    }
  }
}
