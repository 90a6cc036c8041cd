import org.jspecify.annotations.NullMarked;

/** Trials in virtual time, and experiments made of them. */
@SuppressWarnings("module") // modules that are built after this one are named
@NullMarked
module org.espalier.simulator {
  requires transitive org.espalier.core;
  requires transitive org.espalier.report;
  requires transitive org.espalier.workload;
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  exports org.espalier.simulator.bound;
  exports org.espalier.simulator.checkpoint to
      org.espalier.cli;
  exports org.espalier.simulator.column;
  exports org.espalier.simulator.engine;
  exports org.espalier.simulator.explanation to
      org.espalier.cli;
  exports org.espalier.simulator.replay to
      org.espalier.cli;
  exports org.espalier.simulator.result;
  exports org.espalier.simulator.run;
  exports org.espalier.simulator.sizing to
      org.espalier.cli;
  exports org.espalier.simulator.study;
  exports org.espalier.simulator.tuning to
      org.espalier.cli;
}
