import org.jspecify.annotations.NullMarked;

/** Statistics, and reports of tables and figures. It knows nothing of what is reported. */
@NullMarked
module org.espalier.report {
  requires com.github.weisj.jsvg;
  requires de.rototor.pdfbox.graphics2d;
  requires java.desktop;
  requires java.xml;
  requires org.apache.commons.statistics.descriptive;
  requires org.apache.commons.statistics.distribution;
  requires org.apache.pdfbox;
  requires static transitive org.jspecify;
  requires org.mozilla.rhino;
  requires tools.jackson.databind;

  exports org.espalier.report;
  exports org.espalier.report.statistics;

  opens org.espalier.report to
      tools.jackson.databind;
}
