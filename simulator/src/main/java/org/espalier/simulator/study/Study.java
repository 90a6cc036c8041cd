package org.espalier.simulator.study;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.core.model.TimeSpan;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.LeftOut;
import org.espalier.workload.policy.PolicyEntry;
import org.espalier.workload.policy.PolicySetting;
import org.espalier.workload.policy.Preset;

/**
 * A study: what to compare, on what, and how to show it. Checked; made by {@link StudyReader} from
 * a study file and what the user set on the command line.
 *
 * @param about what it is called and asks
 * @param plan its trials
 * @param inputs the system and the workload
 * @param comparison what is compared
 * @param presentation figures and traces
 */
public record Study(
    About about, Plan plan, Inputs inputs, Comparison comparison, Presentation presentation) {

  /**
   * The name of an axis in figures. That of arrival intensity tells how long a period is, where the
   * study generates its workloads and all have the same.
   */
  public String label(Dimension dimension) {
    boolean onePeriod = comparison.axisIndex(WorkloadOptions.PERIOD.key()) < 0;
    return dimension.equals(WorkloadOptions.ARRIVAL_INTENSITY)
            && onePeriod
            && inputs.workload() instanceof WorkloadSource.Generated generated
        ? WorkloadOptions.intensityLabel(generated.options())
        : dimension.label();
  }

  /** The same shown in another way. */
  Study with(Presentation other) {
    return new Study(about, plan, inputs, comparison, other);
  }

  /**
   * What a study is called and asks.
   *
   * @param name short name, used for directories
   * @param title title of the report
   * @param description in plain text; may be empty
   */
  public record About(String name, String title, String description) {}

  /**
   * The trials of a study.
   *
   * @param seed seed of all random numbers
   * @param trials trials of each scenario, numbered from 1
   * @param leftOut tasks that are not counted
   * @param measureFrom how long each trial goes on before it is counted; empty for no time
   * @param horizon when each trial ends; empty for when nothing is left to happen
   * @param retries how often a task is run again that was lost as its machine failed
   */
  public record Plan(
      long seed,
      int trials,
      LeftOut leftOut,
      Optional<Duration> measureFrom,
      Optional<Duration> horizon,
      int retries) {
    /** The same with other trials. */
    public Plan withTrials(long drawn, int number) {
      return new Plan(drawn, number, leftOut, measureFrom, horizon, retries);
    }

    /** The horizon in ticks, or {@link TimeSpan#NEVER}. */
    public long horizonTicks(Duration tick) {
      return horizon.map(end -> end.dividedBy(tick)).orElse(TimeSpan.NEVER);
    }

    /** When trials are measured, in ticks. */
    public TimeSpan measured(Duration tick) {
      long from = measureFrom.map(start -> start.dividedBy(tick)).orElse(0L);
      return new TimeSpan(from, horizonTicks(tick));
    }
  }

  /**
   * What a study runs on.
   *
   * @param system where the system of a trial comes from
   * @param workload where the workload of a trial comes from
   * @param believedPet what the policies believe of execution times, if no axis says it; see {@link
   *     org.espalier.workload.pet.PetBelief}
   */
  public record Inputs(SystemSource system, WorkloadSource workload, String believedPet) {
    /** What policies believe where a study says nothing: the distributions as they are. */
    public static final String EXACT = "exact";

    /** The windows that a log is cut into, if it is. */
    public Optional<WorkloadSource.Windows> windows() {
      return workload instanceof WorkloadSource.Files files ? files.windows() : Optional.empty();
    }
  }

  /**
   * What a study compares.
   *
   * @param preset settings to begin with
   * @param settings settings that differ from it for all policies
   * @param policies the policies
   * @param axes what is varied, the policies among it
   * @param baseline name of the entry against which differences are taken
   */
  public record Comparison(
      Preset preset,
      Map<PolicySetting, String> settings,
      List<PolicyEntry> policies,
      List<Axis> axes,
      Optional<String> baseline) {
    /**
     * The same for other policies.
     *
     * @param against name of the one against which differences are taken
     */
    public Comparison withPolicies(List<PolicyEntry> others, String against) {
      List<Axis> changed = axes(Dimension.POLICY, others.stream().map(PolicyEntry::name).toList());
      return new Comparison(preset, settings, others, changed, Optional.of(against));
    }

    /** The same with one value on the axis of an option, if it is an axis. */
    Comparison with(InputOption<?> option, String value) {
      List<Axis> changed = axes(option.key(), List.of(value));
      return new Comparison(preset, settings, policies, changed, baseline);
    }

    private List<Axis> axes(String key, List<String> values) {
      return axes.stream()
          .map(axis -> axis.key().equals(key) ? new Axis(axis.dimension(), values) : axis)
          .toList();
    }

    /** The entry of a name; it must exist. */
    PolicyEntry policy(String name) {
      return policies.stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
    }

    /** Index of the axis of a key, or -1. */
    public int axisIndex(String key) {
      return axes.stream().map(Axis::key).toList().indexOf(key);
    }
  }

  /**
   * How a study is shown.
   *
   * @param figures the figures of its report
   * @param traces the trials of which every task is kept
   */
  public record Presentation(List<FigureRequest> figures, List<TraceRequest> traces) {
    /** Columns that a figure draws. */
    public Set<Column> drawn() {
      return figures.stream()
          .flatMap(figure -> Stream.of(figure.column(), figure.boundColumn(), figure.above()))
          .flatMap(Optional::stream)
          .collect(Collectors.toSet());
    }

    /** Columns that have the bound beside the policies in a figure. */
    public Set<Column> bounded() {
      return figures.stream()
          .filter(FigureRequest::bound)
          .flatMap(figure -> figure.column().stream())
          .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Whether a figure draws what no policy's value of a column gets beyond, or the share of it.
     */
    public boolean needsBoundOf(Column column) {
      return drawn().stream().anyMatch(drawn -> drawn.isOfBoundOf(column));
    }
  }

  /**
   * A trial of which every task is kept.
   *
   * @param at values of axes by their key; the first value of those that are not named
   * @param trial number of the trial
   */
  public record TraceRequest(Map<String, String> at, int trial) {}

  /**
   * A figure of the report.
   *
   * @param caption what it shows; may be empty
   * @param column what a chart or a distribution shows
   * @param total what a cumulative figure shows
   * @param x key of the axis along the x axis of a chart; empty for other figures
   * @param series key of the axis that parts series or curves; empty for one series
   * @param where other axes, by key, held at one value
   * @param bound whether what no policy gets beyond is drawn beside them
   * @param above the column whose mean stands above each bar
   */
  public record FigureRequest(
      FigureKind kind,
      String title,
      String caption,
      Optional<Column> column,
      Optional<RunningTotal> total,
      String x,
      String series,
      Map<String, String> where,
      boolean bound,
      Optional<Column> above) {
    /** One that holds no axis at a value. */
    public FigureRequest(
        FigureKind kind,
        String title,
        String caption,
        Optional<Column> column,
        Optional<RunningTotal> total,
        String x,
        String series) {
      this(kind, title, caption, column, total, x, series, Map.of(), false, Optional.empty());
    }

    /** The column of what no policy gets beyond, where that is drawn. */
    private Optional<Column> boundColumn() {
      return column.filter(_ -> bound).flatMap(Column::bound);
    }
  }
}
