package org.espalier.cli.live;

/** The commands of the live service. */
public final class LiveCommands {
  public static final Class<?> SERVE = ServeCommand.class;
  public static final Class<?> AGENT = AgentCommand.class;
  public static final Class<?> DEMO = DemoCommand.class;
  public static final Class<?> SUBMIT = SubmitCommand.class;
  public static final Class<?> STATUS = StatusCommand.class;
  public static final Class<?> OUTPUT = OutputCommand.class;
  public static final Class<?> WATCH = WatchCommand.class;
  public static final Class<?> CANCEL = CancelCommand.class;
  public static final Class<?> MACHINES = MachinesCommand.class;
  public static final Class<?> POLICY = PolicyCommand.class;
  public static final Class<?> REPLAY = ReplayCommand.class;
  public static final Class<?> BACKUP = BackupCommand.class;
  public static final Class<?> RESTORE = RestoreCommand.class;
  public static final Class<?> RELEASE = ReleaseCommand.class;
  public static final Class<?> RELOAD = ReloadCommand.class;
  public static final Class<?> YIELD = YieldCommand.class;
  public static final Class<?> TOKEN = TokenCommand.class;

  private LiveCommands() {}
}
