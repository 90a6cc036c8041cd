package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier what-if}: the trade-off of a system with other machines. The work is in {@link
 * WhatIfCall}, loaded when it is called.
 */
@Command(
    name = "what-if",
    description = {
      "Shows what adding, removing or switching off machines does to a trade-off.",
      "",
      "The system of the study as it is, with each change alone, and with all of them. Machine types"
          + " may be named by the end of their name, or a part that no other has."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier what-if studies/pareto/nine-types.yaml --add \"i7-3770K x 4\" --remove \"A8-3870k x"
          + " 3\"",
      "  espalier what-if studies/pareto/nine-types.yaml --off \"AMD FX-8159-0\" --bounds-only"
    })
final class WhatIfCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "STUDY.yaml", description = "the study of a trade-off")
  private Path study;

  @Option(
      names = "--add",
      paramLabel = "TYPE[ x N]",
      description = "machines of a type that are added; repeatable")
  private List<String> added = new ArrayList<>();

  @Option(
      names = "--remove",
      paramLabel = "TYPE[ x N]",
      description = "machines of a type that are taken away; repeatable")
  private List<String> removed = new ArrayList<>();

  @Option(
      names = "--off",
      paramLabel = "MACHINE",
      description = "a machine, or machines of a type, that are switched off; repeatable")
  private List<String> off = new ArrayList<>();

  @Option(
      names = "--bounds-only",
      description = "shows bounds, which takes milliseconds for makespan and energy, and no fronts")
  private boolean boundsOnly;

  @Option(names = "--threads", paramLabel = "N", description = "threads; all cores if left out")
  private @Nullable Integer threads;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where results go; results/<name of the study>-what-if if left out")
  private @Nullable Path out;

  @Mixin private PluginOptions plugins;

  @Override
  public Integer call() throws Exception {
    return new WhatIfCall(this).run();
  }

  CommandSpec spec() {
    return spec;
  }

  Path study() {
    return study;
  }

  List<String> added() {
    return added;
  }

  List<String> removed() {
    return removed;
  }

  List<String> off() {
    return off;
  }

  boolean boundsOnly() {
    return boundsOnly;
  }

  Optional<Integer> threads() {
    return Optional.ofNullable(threads);
  }

  Optional<Path> out() {
    return Optional.ofNullable(out);
  }

  PluginOptions plugins() {
    return plugins;
  }
}
