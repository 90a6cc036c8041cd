import org.jspecify.annotations.NullMarked;

/** Systems and workloads: read, written, generated. */
@SuppressWarnings("module") // modules that are built after this one are named
@NullMarked
module org.espalier.workload {
  requires de.siegmar.fastcsv;
  requires org.apache.commons.rng.api;
  requires org.apache.commons.rng.sampling;
  requires org.apache.commons.statistics.distribution;
  requires org.snakeyaml.engine;
  requires tools.jackson.core;
  requires tools.jackson.databind;
  requires transitive org.espalier.core;
  requires static transitive org.jspecify;

  exports org.espalier.workload.cpufreq;
  exports org.espalier.workload.document;
  exports org.espalier.workload.environment;
  exports org.espalier.workload.generator;
  exports org.espalier.workload.heterogeneity;
  exports org.espalier.workload.journal;
  exports org.espalier.workload.mapping;
  exports org.espalier.workload.pet;
  exports org.espalier.workload.policy;
  exports org.espalier.workload.power;
  exports org.espalier.workload.process to
      org.espalier.cli,
      org.espalier.profiler,
      org.espalier.service;
  exports org.espalier.workload.spread;
  exports org.espalier.workload.swf;
  exports org.espalier.workload.system;
  exports org.espalier.workload.text to
      org.espalier.analysis,
      org.espalier.cli,
      org.espalier.profiler,
      org.espalier.simulator;
  exports org.espalier.workload.trace;
}
