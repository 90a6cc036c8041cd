package org.espalier.service.live;

/** Why a task waits. */
public enum WaitReason {
  /** Nothing that could run it takes tasks. */
  NO_MACHINE(
      "no machine that takes tasks can run tasks of its type",
      "no machine that took tasks could run tasks of its type"),
  /** There is no room. */
  FULL(
      "the queues of all machines that can run it are full",
      "the queues of all machines that could run it were full"),
  /** The energy budget does not allow it in this period. */
  ENERGY(
      "it takes more energy than is left in this period",
      "it takes more energy than was left in the period"),
  /** There is room, but the policy does not use it for the task. */
  PUT_OFF(
      "the policy has put it off: its chance of success is too low where there is room, a machine"
          + " that is busy suits it better, or the policy starts tasks on idle machines only (JIT)",
      "the policy had put it off: its chance of success was too low where there was room, a machine"
          + " that was busy suited it better, or the policy starts tasks on idle machines only"
          + " (JIT)"),
  /** It is in a machine queue. */
  IN_QUEUE(
      "the tasks before it on its machine are not finished",
      "the tasks before it on its machine were not finished"),
  /** Its execution was lost or failed, and the delay before the next one is not over. */
  BEFORE_RETRY(
      "its last execution failed or was lost, and it is to wait before the next",
      "its execution had failed or was lost, and it was to wait before the next"),
  /** It waited before the service was started again. */
  BEFORE_START(
      "the service is being started", "before the service was started again; why is not known");

  private final String present;
  private final String past;

  WaitReason(String present, String past) {
    this.present = present;
    this.past = past;
  }

  /** Why a task waits now. */
  public String present() {
    return present;
  }

  /** Why it waited. */
  public String past() {
    return past;
  }
}
