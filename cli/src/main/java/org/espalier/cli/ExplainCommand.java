package org.espalier.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier explain}: what happened to a task and why. The work is in {@link ExplainRun},
 * loaded when it is called.
 */
@Command(
    name = "explain",
    description = {
      "Tells what happened to a task and why: each decision about it with the number it was based"
          + " on, who was dropped ahead of it, and how it left.",
      "",
      "A trial of stored results is run again, which gives what it gave, and watched. A journal is"
          + " read as it is."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier explain results/quick-start --task 42 --scenario \"PAM, 15k\" --trial 1",
      "  espalier explain results/quick-start --task 42 --scenario PAM,15k --trial 1 --all",
      "  espalier explain journal.jsonl --task 42"
    })
final class ExplainCommand implements Callable<Integer> {
  private static final int FEW = 3;
  private static final int MANY = 40;

  @Spec CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "RESULT",
      description = "a directory that espalier run wrote, or a journal (.jsonl)")
  Path result;

  @Option(names = "--task", required = true, paramLabel = "ID", description = "id of the task")
  int task;

  @Option(
      names = {"--scenario", "--policy"},
      paramLabel = "NAME",
      description = "the scenario: its values on the axes, with commas; as many as tell it apart")
  Optional<String> scenario;

  @Option(names = "--trial", paramLabel = "N", description = "number of the trial, from 1")
  Optional<Integer> trial;

  @Option(
      names = "--all",
      description = "shows every deferral, and the chances on all machines up to 40")
  boolean all;

  @Option(
      names = "--machines",
      paramLabel = "N",
      converter = OptionTypes.Count.class,
      description = "shows the chances on the N best machines; default 3, or 40 with --all")
  private Optional<Integer> machines;

  @Mixin PluginOptions plugins;

  @Override
  public Integer call() throws Exception {
    return new ExplainRun(this).run();
  }

  /** On how many machines chances are shown. */
  int machines() {
    return machines.orElse(all ? MANY : FEW);
  }
}
