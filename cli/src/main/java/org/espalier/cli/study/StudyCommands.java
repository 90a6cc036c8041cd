package org.espalier.cli.study;

import java.util.List;

/** The commands on studies and their results. */
public final class StudyCommands {
  /** All of them, as help lists them. */
  public static final List<Class<?>> ALL =
      List.of(
          RunCommand.class,
          GatherCommand.class,
          TuneCommand.class,
          ReportCommand.class,
          CompareCommand.class,
          BoundCommand.class,
          SizeCommand.class,
          ExplainCommand.class,
          PoliciesCommand.class);

  private StudyCommands() {}
}
