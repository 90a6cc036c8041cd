/** Trials in virtual time, and experiments made of them. */
module org.espalier.simulator {
  requires com.github.weisj.jsvg;
  requires de.siegmar.fastcsv;
  requires java.desktop;
  requires org.apache.commons.statistics.descriptive;
  requires org.apache.commons.statistics.distribution;
  requires transitive org.espalier.core;
  requires transitive org.espalier.workload;
  requires static transitive org.jspecify;
  requires org.mozilla.rhino;
  requires tools.jackson.databind;

  exports org.espalier.simulator.engine;
  exports org.espalier.simulator.experiment;
  exports org.espalier.simulator.explanation;
  exports org.espalier.simulator.replay;
  exports org.espalier.simulator.report;
  exports org.espalier.simulator.statistics;
}
