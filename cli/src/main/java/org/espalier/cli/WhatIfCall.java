package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.result.WhatIfReport;
import org.espalier.analysis.run.FoundBound;
import org.espalier.analysis.run.ParetoResults;
import org.espalier.analysis.run.ParetoRun;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.analysis.study.ParetoStudyReader;
import org.espalier.analysis.study.SearchMethod;
import org.espalier.analysis.whatif.ChangedSystem;
import org.espalier.analysis.whatif.SystemChange;
import org.espalier.report.OwnDirectory;
import org.espalier.workload.document.Problems;

/** One call of {@code espalier what-if}. */
final class WhatIfCall {
  private final WhatIfCommand command;
  private final PrintWriter out;
  private final PrintWriter err;

  WhatIfCall(WhatIfCommand command) {
    this.command = command;
    this.out = command.spec().commandLine().getOut();
    this.err = command.spec().commandLine().getErr();
  }

  int run() throws IOException {
    ParetoStudy study = study();
    List<ChangedSystem> systems = systems(study);
    OwnDirectory directory = directory(study);
    Map<String, ParetoResults> results = new LinkedHashMap<>();
    try (SearchProgress progress = new SearchProgress(err)) {
      for (ChangedSystem system : systems) {
        err.println(system.name());
        err.flush();
        results.put(system.name(), search(study.on(system.problem()), progress));
      }
    }
    Path report =
        new WhatIfReport(study, results).write(directory, Version.number(), commandLine());
    print(study, results);
    out.println();
    out.println("report: " + report);
    out.flush();
    return ExitCode.OK;
  }

  private String commandLine() {
    StringBuilder line = new StringBuilder("espalier what-if " + command.study());
    command.added().forEach(text -> line.append(" --add \"%s\"".formatted(text)));
    command.removed().forEach(text -> line.append(" --remove \"%s\"".formatted(text)));
    command.off().forEach(text -> line.append(" --off \"%s\"".formatted(text)));
    return line.append(command.boundsOnly() ? " --bounds-only" : "").toString();
  }

  private ParetoStudy study() {
    Problems problems = new Problems();
    WrongKind.isNo(FileKind.TRADE_OFF, command.study(), problems);
    problems.throwIfAny();
    ParetoStudyReader.Overrides sweep =
        new ParetoStudyReader.Overrides(
            Optional.of(SearchMethod.SWEEP), Optional.empty(), Optional.empty(), Optional.empty());
    Optional<ParetoStudy> read =
        ParetoStudyReader.read(
            command.study(), sweep, command.plugins().registry(), new GeneratedInputs(), problems);
    problems.throwIfAny();
    return read.orElseThrow();
  }

  private List<ChangedSystem> systems(ParetoStudy study) {
    try {
      List<SystemChange> changes = new ArrayList<>();
      command.added().forEach(text -> changes.add(SystemChange.of(SystemChange.Kind.ADD, text)));
      command
          .removed()
          .forEach(text -> changes.add(SystemChange.of(SystemChange.Kind.REMOVE, text)));
      command.off().forEach(text -> changes.add(SystemChange.of(SystemChange.Kind.OFF, text)));
      if (changes.isEmpty()) {
        throw new CommandFailure(
            "nothing changes; give --add \"TYPE x N\", --remove \"TYPE x N\" or --off MACHINE");
      }
      return ChangedSystem.of(study.problem(), changes);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private OwnDirectory directory(ParetoStudy study) {
    Path path =
        command
            .out()
            .orElseGet(() -> Path.of("results").resolve(study.about().name() + "-what-if"));
    OwnDirectory directory = WhatIfReport.directory(path);
    SearchChecks.refuse(path, directory.obstacle());
    return directory;
  }

  private ParetoResults search(ParetoStudy study, SearchProgress progress) throws IOException {
    ParetoRun run =
        new ParetoRun(
            study,
            choice -> {
              throw new IllegalStateException("a sweep has no seeds");
            },
            ParetoRun.Settings.withoutCheckpoint(
                SearchChecks.threads(command.threads()), System::nanoTime, () -> false, progress));
    return command.boundsOnly() ? run.boundOnly() : run.run();
  }

  private void print(ParetoStudy study, Map<String, ParetoResults> results) {
    Objective first = study.objectives().first();
    Objective second = study.objectives().second();
    TextTable table =
        new TextTable(
            "  ",
            TextTable.words("system"),
            TextTable.numbers("machines"),
            TextTable.numbers("bound on " + first.key()),
            TextTable.numbers("bound on " + second.key()),
            TextTable.numbers("best " + first.key()),
            TextTable.numbers("best " + second.key()));
    results.forEach((name, found) -> {
      List<Losses> bound = found.bound().map(FoundBound::curve).orElse(List.of());
      table.add(
          name,
          Integer.toString(found.study().problem().machines()),
          best(first, bound, true),
          best(second, bound, false),
          best(first, found.losses(), true),
          best(second, found.losses(), false));
    });
    out.println();
    table.print(out, Display.of(command.spec(), false).width());
  }

  private static String best(Objective objective, List<Losses> points, boolean first) {
    return points.isEmpty()
        ? ""
        : SearchChecks.number(
            objective.loss(
                points.stream()
                    .mapToDouble(first ? Losses::first : Losses::second)
                    .min()
                    .getAsDouble()));
  }
}
