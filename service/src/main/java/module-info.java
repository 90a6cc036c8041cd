import org.jspecify.annotations.NullMarked;

/** The live service: the same policies on real tasks and real machines. */
@NullMarked
module org.espalier.service {
  requires com.fasterxml.jackson.annotation;
  requires com.zaxxer.hikari;
  requires flyway.core;
  requires io.helidon.common.buffers;
  requires io.helidon.common.concurrency.limits;
  requires io.helidon.common.configurable;
  requires io.helidon.common.context;
  requires io.helidon.common.pki;
  requires io.helidon.common.socket;
  requires io.helidon.common.tls;
  requires io.helidon.http;
  requires io.helidon.http.encoding;
  requires io.helidon.http.media;
  requires io.helidon.logging.common;
  requires io.helidon.webserver;
  requires java.logging;
  requires java.management;
  requires java.net.http;
  requires java.sql;
  requires jdk.httpserver;
  requires jdk.management;
  requires micrometer.core;
  requires micrometer.registry.prometheus;
  requires static org.checkerframework.checker.qual;
  requires org.espalier.report;
  requires transitive org.espalier.core;
  requires transitive org.espalier.workload;
  requires static transitive org.jspecify;
  requires org.postgresql.jdbc;
  requires org.slf4j;
  requires re2j;
  requires org.xerial.sqlitejdbc;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports org.espalier.service;
  exports org.espalier.service.agent;
  exports org.espalier.service.backend;
  exports org.espalier.service.config;
  exports org.espalier.service.cpufreq;
  exports org.espalier.service.http;
  exports org.espalier.service.learning;
  exports org.espalier.service.live;
  exports org.espalier.service.scheduling;
  exports org.espalier.service.slurm;
  exports org.espalier.service.store;

  opens org.espalier.service.agent to
      tools.jackson.databind;
  opens org.espalier.service.http to
      tools.jackson.databind;
  opens org.espalier.service.learning to
      tools.jackson.databind;
  opens org.espalier.service.live to
      tools.jackson.databind;
  opens org.espalier.service.scheduling to
      tools.jackson.databind;

  uses org.espalier.service.backend.BackendProvider;

  provides io.helidon.logging.common.spi.LoggingProvider with
      org.espalier.service.logging.LibraryLogging;
}
