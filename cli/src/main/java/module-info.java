/** The {@code espalier} command. */
module org.espalier.cli {
  requires info.picocli;
  requires me.tongfei.progressbar;
  requires org.espalier.core;
  requires org.espalier.simulator;
  requires org.espalier.workload;
  requires static transitive org.jspecify;

  opens org.espalier.cli to
      info.picocli;
}
