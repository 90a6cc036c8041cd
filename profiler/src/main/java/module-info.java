import org.jspecify.annotations.NullMarked;

/**
 * Measures commands on machines: execution times, counters, energy, and what co-location does. It
 * is no API: what the command line needs is exported to that.
 */
@SuppressWarnings("module") // a module that is built after this one is named
@NullMarked
module org.espalier.profiler {
  requires de.siegmar.fastcsv;
  requires org.apache.commons.statistics.descriptive;
  requires org.apache.commons.statistics.distribution;
  requires transitive org.espalier.core;
  requires transitive org.espalier.report;
  requires transitive org.espalier.workload;
  requires static transitive org.jspecify;

  exports org.espalier.profiler.host to
      org.espalier.cli;
  exports org.espalier.profiler.measure to
      org.espalier.cli;
  exports org.espalier.profiler.plan to
      org.espalier.cli;
  exports org.espalier.profiler.probe to
      org.espalier.cli;
  exports org.espalier.profiler.result to
      org.espalier.cli;
  exports org.espalier.profiler.run to
      org.espalier.cli;
  exports org.espalier.profiler.sample to
      org.espalier.cli;
  exports org.espalier.profiler.statistics to
      org.espalier.cli;
}
