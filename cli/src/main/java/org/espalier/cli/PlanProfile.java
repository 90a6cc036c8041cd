package org.espalier.cli;

/** One call of {@code espalier profile PLAN.yaml}. */
final class PlanProfile {
  private final ProfileCommand command;

  PlanProfile(ProfileCommand command) {
    this.command = command;
  }

  int run() {
    command.refuse(ProfileCommand.OF_COMMAND, "with a plan this is said in the plan");
    throw new CommandFailure("plans are not there yet");
  }
}
