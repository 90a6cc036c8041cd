package org.espalier.service.live;

/** Why a task waits. */
public enum WaitReason {
  /** Nothing that could run it takes tasks. */
  NO_MACHINE("no machine that takes tasks can run tasks of its type"),
  /** There is no room. */
  FULL("the queues of all machines that can run it are full"),
  /** The energy budget does not allow it in this period. */
  ENERGY("it takes more energy than is left in this period"),
  /** There is room, but the policy does not use it for the task. */
  PUT_OFF(
      "the policy has put it off: its chance of success is too low where there is room, or a"
          + " machine without room suits it better"),
  /** It is in a machine queue. */
  IN_QUEUE("the tasks before it on its machine are not finished"),
  /** It waited before the service was started again. */
  BEFORE_START("the service was started again since; why it waited before is not known");

  private final String text;

  WaitReason(String text) {
    this.text = text;
  }

  /** The reason in words. */
  public String text() {
    return text;
  }
}
