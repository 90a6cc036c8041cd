package org.espalier.service.http;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.ToDoubleFunction;
import org.espalier.core.allocation.Fate;
import org.espalier.service.live.Figures;
import org.espalier.service.live.LiveService;
import org.espalier.workload.document.Names;

/** The figures of the service in the Prometheus text format. */
final class Metrics {
  static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final LiveService service;
  private volatile Figures figures;

  Metrics(LiveService service) {
    this.service = service;
    this.figures = service.figures();
    new JvmMemoryMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    counter("espalier.tasks.submitted", "Tasks accepted", Figures::submitted);
    counter("espalier.tasks.refused", "Tasks refused for want of room", Figures::refusedFull);
    counter("espalier.mapping.events", "Mapping events held", Figures::mappingEvents);
    gauge("espalier.batch.queue", "Tasks in the batch queue", Figures::unmapped);
    gauge("espalier.machine.queues", "Tasks in machine queues", Figures::queued);
    gauge("espalier.tasks.running", "Tasks that run", Figures::running);
    gauge("espalier.store.ready", "1 if the store answers", f -> f.storeReady() ? 1 : 0);
    FunctionCounter.builder("espalier.clock.set", service, s -> s.timeline().setting().times())
        .description("How often the clock of the computer was set")
        .register(registry);
    Gauge.builder(
            "espalier.clock.offset", service, s -> s.timeline().setting().offset().toNanos() / 1e9)
        .description("By how much it was set forward in all since the very first start, in seconds")
        .register(registry);
    for (Fate fate : Fate.values()) {
      FunctionCounter.builder(
              "espalier.tasks.left", this, m -> m.figures.left().getOrDefault(fate, 0L))
          .description("Tasks that left, by fate")
          .tag("fate", Names.word(fate))
          .register(registry);
    }
    new FigureMetrics(service, () -> figures).registerIn(registry.getPrometheusRegistry());
  }

  private void counter(String name, String help, ToDoubleFunction<Figures> value) {
    FunctionCounter.builder(name, this, m -> value.applyAsDouble(m.figures))
        .description(help)
        .register(registry);
  }

  private void gauge(String name, String help, ToDoubleFunction<Figures> value) {
    Gauge.builder(name, this, m -> value.applyAsDouble(m.figures))
        .description(help)
        .register(registry);
  }

  String scrape() {
    figures = service.figures();
    return registry.scrape();
  }
}
