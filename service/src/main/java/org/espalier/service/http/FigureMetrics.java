package org.espalier.service.http;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.espalier.core.allocation.Oversubscription;
import org.espalier.core.model.HcSystem;
import org.espalier.service.live.Figures;
import org.espalier.service.live.LiveService;
import org.espalier.service.live.MachineQuery;
import org.espalier.service.live.Overview.MachineState;
import org.espalier.service.live.Refusal;
import org.espalier.workload.document.Names;

/**
 * The figures with labels or buckets: by task type, by machine, the oversubscription level, and the
 * build. Where there are more than {@link MachineQuery#MOST} machines, figures are by machine type
 * only.
 */
final class FigureMetrics {
  private static final String TASK_TYPE = "task_type";
  private static final String MACHINE_TYPE = "machine_type";
  private static final String NONE = "none";

  private final LiveService service;
  private final Supplier<Figures> figures;
  private final Map<String, String> typesOfMachines = new HashMap<>();

  FigureMetrics(LiveService service, Supplier<Figures> figures) {
    this.service = service;
    this.figures = figures;
    HcSystem system = service.system();
    system.machines().forEach(m -> typesOfMachines.put(m.name(), m.type().name()));
  }

  void registerIn(PrometheusRegistry registry) {
    registry.register(() -> histogram("espalier_mapping_event", Figures::mappingEventSeconds));
    registry.register(() -> histogram("espalier_commit", Figures::commitSeconds));
    registry.register(() ->
        histogram(
            "espalier_task_waiting",
            "From submission to the start, in seconds, of tasks that have left",
            byType().waitingSeconds()));
    registry.register(() ->
        histogram(
            "espalier_task_response",
            "From submission to completion, in seconds",
            byType().responseSeconds()));
    registry.register(() -> byType("submitted", "Tasks accepted", Figures.ByType::submitted));
    registry.register(
        () -> byType("repeated", "Executions that are to be repeated", Figures.ByType::repeated));
    registry.register(this::leftByType);
    registry.register(() -> level("espalier_oversubscription_level", Oversubscription::level));
    registry.register(
        () -> level("espalier_dropping_engaged", level -> level.droppingEngaged() ? 1 : 0));
    registry.register(this::build);
    if (typesOfMachines.size() <= MachineQuery.MOST) {
      registry.register(this::leftByMachine);
      registry.register((MultiCollector) this::machines);
    }
  }

  private Figures.ByType byType() {
    return figures.get().byType();
  }

  private HistogramSnapshot histogram(String name, Function<Figures, Figures.Histogram> histogram) {
    return histogram(name, "Durations in seconds", Map.of("", histogram.apply(figures.get())));
  }

  /** One for each task type; of no type where that is empty. */
  private static HistogramSnapshot histogram(
      String name, String help, Map<String, Figures.Histogram> byType) {
    HistogramSnapshot.Builder all = HistogramSnapshot.builder().name(name + "_seconds").help(help);
    byType.forEach((type, histogram) ->
        all.dataPoint(
            HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .labels(type.isEmpty() ? Labels.EMPTY : Labels.of(TASK_TYPE, type))
                .classicHistogramBuckets(
                    ClassicHistogramBuckets.of(bounds(histogram), histogram.counts()))
                .sum(histogram.sum())
                .build()));
    return all.build();
  }

  private static List<Double> bounds(Figures.Histogram histogram) {
    List<Double> bounds = new ArrayList<>(histogram.bounds());
    bounds.add(Double.POSITIVE_INFINITY);
    return bounds;
  }

  private CounterSnapshot byType(
      String what, String help, Function<Figures.ByType, Map<String, Long>> figure) {
    Map<Labels, Long> counts = new HashMap<>();
    figure.apply(byType()).forEach((type, n) -> counts.put(Labels.of(TASK_TYPE, type), n));
    return counter("espalier_task_type_" + what, help + ", by task type", counts);
  }

  private CounterSnapshot leftByType() {
    return counter(
        "espalier_task_type_left",
        "Tasks that left, by task type, machine type and fate",
        left(how ->
            Labels.of(
                TASK_TYPE,
                how.taskType(),
                MACHINE_TYPE,
                how.machine().map(this::typeOf).orElse(NONE),
                "fate",
                Names.word(how.fate()))));
  }

  private CounterSnapshot leftByMachine() {
    return counter(
        "espalier_machine_left",
        "Tasks that left, by the machine they were mapped to and fate",
        left(how ->
            Labels.of(
                "machine",
                how.machine().orElse(NONE),
                MACHINE_TYPE,
                how.machine().map(this::typeOf).orElse(NONE),
                "fate",
                Names.word(how.fate()))));
  }

  private String typeOf(String machine) {
    return typesOfMachines.getOrDefault(machine, NONE);
  }

  private Map<Labels, Long> left(Function<Figures.Left, Labels> labels) {
    Map<Labels, Long> sums = new HashMap<>();
    byType().left().forEach((how, count) -> sums.merge(labels.apply(how), count, Long::sum));
    return sums;
  }

  private static CounterSnapshot counter(String name, String help, Map<Labels, Long> counts) {
    CounterSnapshot.Builder all = CounterSnapshot.builder().name(name).help(help);
    counts.forEach((labels, count) ->
        all.dataPoint(
            CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(labels)
                .value(count)
                .build()));
    return all.build();
  }

  private GaugeSnapshot level(String name, ToDoubleFunction<Oversubscription> value) {
    GaugeSnapshot.Builder all =
        GaugeSnapshot.builder().name(name).help("After the last mapping event");
    figures
        .get()
        .oversubscription()
        .ifPresent(level -> all.dataPoint(point(Labels.EMPTY, value.applyAsDouble(level))));
    return all.build();
  }

  private static GaugeDataPointSnapshot point(Labels labels, double value) {
    return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }

  private MetricSnapshots machines() {
    List<MachineState> all = states();
    return new MetricSnapshots(
        gauge("espalier_machine_queue_tasks", "Tasks in its queue", all, m -> m.queue().size()),
        gauge("espalier_machine_executing", "1 if it executes", all, m -> m.busy() ? 1 : 0),
        gauge(
            "espalier_machine_available", "1 if it takes tasks", all, m -> m.available() ? 1 : 0));
  }

  private static GaugeSnapshot gauge(
      String name, String help, List<MachineState> all, ToDoubleFunction<MachineState> value) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    for (MachineState machine : all) {
      Labels labels = Labels.of("machine", machine.name(), MACHINE_TYPE, machine.type());
      gauge.dataPoint(point(labels, value.applyAsDouble(machine)));
    }
    return gauge.build();
  }

  /** None while the service does not decide; the other figures are told then too. */
  private List<MachineState> states() {
    try {
      return service
          .machines(
              new MachineQuery(
                  Optional.empty(),
                  Set.of(),
                  Optional.empty(),
                  MachineQuery.Order.SYSTEM,
                  0,
                  MachineQuery.MOST,
                  0))
          .machines();
    } catch (Refusal refusal) {
      return List.of();
    }
  }

  private InfoSnapshot build() {
    return InfoSnapshot.builder()
        .name("espalier_build")
        .help("What runs")
        .dataPoint(
            InfoSnapshot.InfoDataPointSnapshot.builder()
                .labels(Labels.of("version", version(), "java", Runtime.version().toString()))
                .build())
        .build();
  }

  /** The version of this build, as the build wrote it beside this class. */
  private static String version() {
    try (InputStream in = FigureMetrics.class.getResourceAsStream("version.txt")) {
      if (in == null) {
        throw new IllegalStateException("version.txt is missing beside " + FigureMetrics.class);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
