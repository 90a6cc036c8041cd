import org.jspecify.annotations.NullMarked;

/** The {@code espalier} command. */
@NullMarked
module org.espalier.cli {
  requires info.picocli;
  requires me.tongfei.progressbar;
  requires org.espalier.analysis;
  requires org.espalier.core;
  requires java.management;
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
  opens org.espalier.cli.files to
      info.picocli;
  opens org.espalier.cli.inputs to
      info.picocli;
  opens org.espalier.cli.live to
      info.picocli;
  opens org.espalier.cli.profile to
      info.picocli;
  opens org.espalier.cli.study to
      info.picocli;
  opens org.espalier.cli.terminal to
      info.picocli;
  opens org.espalier.cli.tradeoff to
      info.picocli;
}
