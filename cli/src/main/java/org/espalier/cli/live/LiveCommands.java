package org.espalier.cli.live;

import java.util.List;

/** The commands of the live service. */
public final class LiveCommands {
  /** All of them, as help lists them. */
  public static final List<Class<?>> ALL =
      List.of(
          ServeCommand.class,
          AgentCommand.class,
          DemoCommand.class,
          SubmitCommand.class,
          StatusCommand.class,
          OutputCommand.class,
          WatchCommand.class,
          CancelCommand.class,
          MachinesCommand.class,
          PolicyCommand.class,
          ReplayCommand.class,
          BackupCommand.class,
          RestoreCommand.class,
          ReleaseCommand.class,
          ReloadCommand.class,
          YieldCommand.class,
          TokenCommand.class);

  private LiveCommands() {}
}
