package org.espalier.simulator.study;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.document.YamlText;
import org.espalier.workload.policy.ParameterSetting;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.PolicySetting;
import org.espalier.workload.system.MachineCounts;
import org.espalier.workload.system.MeasuredTimes;
import org.espalier.workload.system.OtherPet;
import org.espalier.workload.system.OtherTimes;

/**
 * Writes a study as a study file with every option, so that it can be run again: what the user set
 * is in it, and paths are relative to the directory it goes to.
 */
public final class ResolvedStudy {
  private final Study study;
  private final Duration tick;
  private final Path directory;
  private final StringBuilder yaml = new StringBuilder();

  private ResolvedStudy(Study study, Duration tick, Path directory) {
    this.tick = tick;
    this.directory = directory.toAbsolutePath().normalize();
    this.study = study.withFiles(file -> Path.of(relative(file, this.directory)));
  }

  /**
   * The text of the file.
   *
   * @param tick of the system
   * @param directory where the file will stand
   * @param version of the program
   */
  public static String text(Study study, Duration tick, Path directory, String version) {
    return new ResolvedStudy(study, tick, directory).write(version);
  }

  private String write(String version) {
    line(0, "# Written by Espalier; espalier run with this file runs it again");
    entry(0, "version", version);
    entry(0, "name", study.about().name());
    entry(0, "title", study.about().title());
    if (!study.about().description().isEmpty()) {
      writeDescription(study.about().description());
    }
    entry(0, "seed", Long.toString(study.plan().seed()));
    entry(0, "trials", Integer.toString(study.plan().trials()));
    entry(0, "leave_out_first", Integer.toString(study.plan().leftOut().first()));
    entry(0, "leave_out_last", Integer.toString(study.plan().leftOut().last()));
    study.plan().measureFrom().ifPresent(from -> entry(0, "measure_from", Quantities.text(from)));
    study.plan().horizon().ifPresent(h -> entry(0, "horizon", Quantities.text(h)));
    writeSettings();
    writeSystem();
    if (study.comparison().axisIndex(BeliefDimension.BELIEVED_PET.key()) < 0) {
      entry(0, BeliefDimension.BELIEVED_PET.key(), study.inputs().believedPet());
    }
    writeWorkload();
    writeAxes();
    study.comparison().baseline().ifPresent(name -> entry(0, "baseline", name));
    writeFigures();
    writeTraces();
    return yaml.toString();
  }

  /** Writes a text line by line where YAML can say it so. */
  private void writeDescription(String text) {
    boolean plain = text.chars().allMatch(c -> (c >= ' ' && c != 0x7f) || c == '\n');
    if (!plain || text.startsWith(" ")) {
      entry(0, "description", text);
      return;
    }
    line(0, "description: |");
    text.lines().forEach(part -> line(part.isEmpty() ? 0 : 1, part));
  }

  private void line(int indent, String text) {
    yaml.append("  ".repeat(indent)).append(text).append('\n');
  }

  private void entry(int indent, String key, String value) {
    line(indent, key + ": " + YamlText.scalar(value));
  }

  /** A path from the directory of the file, or as it is where there is none. */
  private String relative(Path path) {
    return relative(path, directory);
  }

  /** A path from a directory, or as it is where there is none. */
  static String relative(Path path, Path from) {
    Path directory = from.toAbsolutePath().normalize();
    Path absolute = path.toAbsolutePath().normalize();
    boolean sameRoot = absolute.getRoot().equals(directory.getRoot());
    Path shown = sameRoot ? directory.relativize(absolute) : absolute;
    return shown.toString().replace('\\', '/');
  }

  private void writeSettings() {
    Study.Comparison comparison = study.comparison();
    entry(0, "preset", Names.word(comparison.preset()));
    line(0, "settings:");
    PolicySettings preset = comparison.preset().settings();
    for (PolicyOption option : PolicyOption.values()) {
      if (comparison.axisIndex(option.key()) < 0) {
        String given = comparison.settings().get(option);
        entry(1, option.key(), given == null ? option.text(preset, tick) : given);
      }
    }
    parameters(comparison.settings())
        .forEach((parameter, value) -> entry(1, parameter.key(), value));
  }

  private void writeSystem() {
    switch (study.inputs().system()) {
      case SystemSource.Described described -> {
        if (described.others().isEmpty()) {
          entry(0, SystemDimension.KEY, relative(described.file()));
        }
        writeMachines(described.machines());
        described.times().ifPresent(this::writeTimes);
      }
      case SystemSource.Generated generated -> {
        line(0, "system:");
        SystemOption.complete(generated.options()).forEach(this::writeOption);
      }
    }
  }

  private void writeMachines(Map<String, Integer> machines) {
    if (!machines.isEmpty()) {
      line(0, MachineCounts.BLOCK + ":");
      new TreeMap<>(machines)
          .forEach((type, count) -> entry(1, YamlText.scalar(type), Integer.toString(count)));
    }
  }

  /** Writes an option of what is generated, unless it is an axis. */
  private void writeOption(InputOption option, String value) {
    if (!isAxis(option)) {
      entry(1, option.key(), value);
    }
  }

  private boolean isAxis(InputOption option) {
    return study.comparison().axisIndex(option.key()) >= 0;
  }

  private void writeTimes(OtherTimes times) {
    switch (times) {
      case OtherPet pet -> entry(0, "pet", relative(pet.file()));
      case MeasuredTimes measured -> writeMeasured(measured);
    }
  }

  private void writeMeasured(MeasuredTimes times) {
    line(0, "pet:");
    entry(1, "samples", relative(times.samples()));
    times.means().ifPresent(file -> entry(1, "means", relative(file)));
    times.step().ifPresent(step -> entry(1, "step", Quantities.text(step)));
  }

  private void writeWorkload() {
    line(0, "workload:");
    WorkloadSource source = study.inputs().workload();
    Map<WorkloadOption, String> options = WorkloadOption.complete(source.options());
    if (source instanceof WorkloadSource.Files files) {
      options.keySet().removeIf(o -> !WorkloadOption.OF_FILES.contains(o) || !files.heeds(o));
    } else if (!source.options().containsKey(WorkloadOption.LOAD)) {
      options.remove(WorkloadOption.LOAD);
    }
    if (source instanceof WorkloadSource.Generated
        && isAxis(WorkloadOption.PATTERN)) { // on which the default of tasks hangs
      options.keySet().removeIf(o -> o == WorkloadOption.TASKS && !source.options().containsKey(o));
    }
    options.forEach(this::writeOption);
    if (source instanceof WorkloadSource.Files files) {
      writeFiles(files);
    }
  }

  private void writeFiles(WorkloadSource.Files files) {
    String any = files.byPattern().get(WorkloadSource.Files.ANY_PATTERN);
    if (any != null) {
      entry(1, "files", relative(files.directory().resolve(any)));
      return;
    }
    line(1, "files:");
    for (String pattern : files.byPattern().keySet().stream().sorted().toList()) {
      String name = files.byPattern().getOrDefault(pattern, "");
      entry(2, pattern, relative(files.directory().resolve(name)));
    }
  }

  private void writeAxes() {
    line(0, "axes:");
    for (Axis axis : study.comparison().axes()) {
      switch (axis.dimension()) {
        case PolicyDimension policy -> {
          line(1, "policy:");
          study.comparison().policies().forEach(this::writePolicy);
        }
        case SystemDimension systems -> {
          line(1, SystemDimension.KEY + ":");
          systems.files().forEach(this::writeSystem);
        }
        default -> line(1, YamlText.scalar(axis.dimension().key()) + ": " + list(axis.values()));
      }
    }
  }

  private void writeSystem(String name, Path file) {
    line(2, "- name: " + YamlText.scalar(name));
    entry(3, "file", relative(file));
  }

  private void writePolicy(PolicyEntry entry) {
    if (entry.overrides().isEmpty() && entry.name().equals(entry.policy())) {
      line(2, "- " + YamlText.scalar(entry.name()));
      return;
    }
    line(2, "- policy: " + YamlText.scalar(entry.policy()));
    entry(3, "name", entry.name());
    for (PolicyOption option : PolicyOption.values()) {
      String value = entry.overrides().get(option);
      if (value != null) {
        entry(3, option.key(), value);
      }
    }
    parameters(entry.overrides())
        .forEach((parameter, value) -> entry(3, parameter.entryKey(), value));
  }

  /** The parameters among some settings, in the order of their keys. */
  private static Map<ParameterSetting, String> parameters(Map<PolicySetting, String> settings) {
    Map<ParameterSetting, String> parameters =
        new TreeMap<>(Comparator.comparing(ParameterSetting::key));
    settings.forEach((setting, value) -> {
      if (setting instanceof ParameterSetting parameter) {
        parameters.put(parameter, value);
      }
    });
    return parameters;
  }

  private static String list(List<String> values) {
    return "[" + String.join(", ", values.stream().map(YamlText::scalar).toList()) + "]";
  }

  private void writeFigures() {
    if (study.presentation().figures().isEmpty()) {
      line(0, "figures: []");
      return;
    }
    line(0, "figures:");
    for (Study.FigureRequest figure : study.presentation().figures()) {
      line(1, "- title: " + YamlText.scalar(figure.title()));
      if (!figure.caption().isEmpty()) {
        entry(2, "caption", figure.caption());
      }
      switch (figure) {
        case Study.ChartRequest chart -> writeChart(chart);
        case Study.DistributionRequest distribution -> writeDistribution(distribution);
        case Study.CumulativeRequest cumulative -> writeCumulative(cumulative);
        case Study.GanttRequest gantt -> entry(2, "kind", "gantt");
      }
    }
  }

  private void writeChart(Study.ChartRequest chart) {
    entry(2, "kind", chart.lines() ? "lines" : "bars");
    entry(2, "column", chart.column().key());
    entry(2, "x", chart.x());
    if (!chart.series().isEmpty()) {
      entry(2, "series", chart.series());
    }
    if (chart.bound()) {
      entry(2, "bound", "true");
    }
    writeWhere(chart.where());
  }

  private void writeDistribution(Study.DistributionRequest distribution) {
    entry(2, "kind", "distribution");
    entry(2, "column", distribution.column().key());
    entry(2, "series", distribution.series());
    writeWhere(distribution.where());
  }

  private void writeCumulative(Study.CumulativeRequest cumulative) {
    entry(2, "kind", "cumulative");
    entry(2, "total", cumulative.total().key());
    entry(2, "series", cumulative.series());
    writeWhere(cumulative.where());
  }

  private void writeWhere(Map<String, String> where) {
    if (!where.isEmpty()) {
      line(2, "where:");
      writeValues(3, where);
    }
  }

  private void writeValues(int indent, Map<String, String> values) {
    values.keySet().stream()
        .sorted()
        .forEach(key -> entry(indent, key, values.getOrDefault(key, "")));
  }

  private void writeTraces() {
    if (study.presentation().traces().isEmpty()) {
      return;
    }
    line(0, "traces:");
    for (Study.TraceRequest trace : study.presentation().traces()) {
      line(1, "- trial: " + trace.trial());
      writeValues(2, trace.at());
    }
  }
}
