/** Statistics, and reports of tables and figures. It knows nothing of what is reported. */
module org.espalier.report {
  requires com.github.weisj.jsvg;
  requires java.desktop;
  requires org.apache.commons.statistics.descriptive;
  requires org.apache.commons.statistics.distribution;
  requires static transitive org.jspecify;
  requires org.mozilla.rhino;
  requires tools.jackson.databind;

  exports org.espalier.report;
  exports org.espalier.report.statistics;
}
