/** The live service: the same policies on real tasks and real machines. */
module org.espalier.service {
  requires org.slf4j;
  requires transitive org.espalier.core;
  requires transitive org.espalier.workload;
  requires static transitive org.jspecify;

  exports org.espalier.service.live;
}
