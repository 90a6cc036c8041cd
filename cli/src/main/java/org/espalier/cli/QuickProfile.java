package org.espalier.cli;

/** One call of {@code espalier profile} without a plan. */
final class QuickProfile {
  private final ProfileCommand command;

  QuickProfile(ProfileCommand command) {
    this.command = command;
  }

  int run() {
    command.refuse(ProfileCommand.OF_PLAN, "these go with a plan");
    throw new CommandFailure("this is not there yet");
  }
}
