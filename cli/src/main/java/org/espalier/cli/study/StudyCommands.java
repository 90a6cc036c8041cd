package org.espalier.cli.study;

/** The commands on studies and their results. */
public final class StudyCommands {
  public static final Class<?> RUN = RunCommand.class;
  public static final Class<?> GATHER = GatherCommand.class;
  public static final Class<?> TUNE = TuneCommand.class;
  public static final Class<?> REPORT = ReportCommand.class;
  public static final Class<?> COMPARE = CompareCommand.class;
  public static final Class<?> BOUND = BoundCommand.class;
  public static final Class<?> SIZE = SizeCommand.class;
  public static final Class<?> EXPLAIN = ExplainCommand.class;
  public static final Class<?> POLICIES = PoliciesCommand.class;

  private StudyCommands() {}
}
