/** The live service: the same policies on real tasks and real machines. */
module org.espalier.service {
  requires com.zaxxer.hikari;
  requires flyway.core;
  requires java.sql;
  requires org.postgresql.jdbc;
  requires org.xerial.sqlitejdbc;
  requires tools.jackson.core;
  requires tools.jackson.databind;
  requires transitive org.espalier.core;
  requires transitive org.espalier.workload;
  requires static org.checkerframework.checker.qual;
  requires static transitive org.jspecify;

  exports org.espalier.service.live;
}
