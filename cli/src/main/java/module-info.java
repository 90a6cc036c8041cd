/** The {@code espalier} command. */
module org.espalier.cli {
  requires info.picocli;
  requires me.tongfei.progressbar;
  requires org.espalier.analysis;
  requires org.espalier.core;
  requires java.net.http;
  requires org.espalier.profiler;
  requires org.espalier.report;
  requires org.espalier.service;
  requires org.espalier.simulator;
  requires org.espalier.workload;
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  opens org.espalier.cli to
      info.picocli;
}
