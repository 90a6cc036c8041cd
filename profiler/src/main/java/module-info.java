/** Measures commands on machines: execution times, counters, energy, and what co-location does. */
module org.espalier.profiler {
  requires de.siegmar.fastcsv;
  requires org.apache.commons.statistics.descriptive;
  requires org.apache.commons.statistics.distribution;
  requires transitive org.espalier.core;
  requires transitive org.espalier.report;
  requires transitive org.espalier.workload;
  requires static transitive org.jspecify;

  exports org.espalier.profiler.host;
  exports org.espalier.profiler.measure;
  exports org.espalier.profiler.plan;
  exports org.espalier.profiler.prediction;
  exports org.espalier.profiler.probe;
  exports org.espalier.profiler.result;
  exports org.espalier.profiler.run;
  exports org.espalier.profiler.sample;
  exports org.espalier.profiler.statistics;
}
