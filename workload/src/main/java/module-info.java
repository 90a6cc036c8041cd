/** Systems and workloads: read, written, generated. */
module org.espalier.workload {
  requires de.siegmar.fastcsv;
  requires org.apache.commons.rng.api;
  requires org.apache.commons.rng.sampling;
  requires org.apache.commons.rng.simple;
  requires org.apache.commons.statistics.distribution;
  requires transitive org.espalier.core;
  requires org.snakeyaml.engine;
  requires tools.jackson.databind;
  requires tools.jackson.dataformat.yaml;
  requires static transitive org.jspecify;
}
