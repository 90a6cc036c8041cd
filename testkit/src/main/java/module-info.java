import org.jspecify.annotations.NullMarked;

/** Contract tests and small systems for those who extend Espalier. */
@NullMarked
module org.espalier.testkit {
  requires transitive org.assertj.core;
  requires transitive org.espalier.core;
  requires transitive org.junit.jupiter.api;
  requires static transitive org.jspecify;

  exports org.espalier.testkit;

  uses org.espalier.core.registry.PolicyProvider;
}
