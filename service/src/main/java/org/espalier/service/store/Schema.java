package org.espalier.service.store;

import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a store, brought to the version this program knows. The script is named here, not
 * searched for, so that it is found in a jar, a directory and a module alike.
 */
final class Schema {
  private static final String SCRIPT = "V1__tasks_journal_facts.sql";
  private static final MigrationVersion NEWEST = MigrationVersion.fromVersion("1");

  private Schema() {}

  /** Creates or changes the tables where that is needed; the caller is the only one to write. */
  static void bringUpToDate(Engine engine) {
    try {
      Flyway flyway = flyway(engine);
      refuseNewer(engine, flyway.info().applied());
      flyway.migrate();
    } catch (FlywayException e) {
      throw explained(engine, e);
    }
  }

  private static Flyway flyway(Engine engine) {
    return Flyway.configure(Schema.class.getClassLoader())
        .dataSource(engine.migrations())
        .table("schema_version")
        .resourceProvider(new Script())
        .javaMigrationClassProvider(List::of)
        .locations(new String[0])
        .placeholders(Map.of("long", engine.longType()))
        .loggers("slf4j")
        .load();
  }

  private static void refuseNewer(Engine engine, MigrationInfo[] applied) {
    for (MigrationInfo migration : applied) {
      if (migration.getVersion() != null && migration.getVersion().compareTo(NEWEST) > 0) {
        throw new StoreRefusedException(
            "%s has tables of version %s; this program knows versions up to %s; use a newer program or another store"
                .formatted(engine.name(), migration.getVersion(), NEWEST));
      }
    }
  }

  private static RuntimeException explained(Engine engine, FlywayException e) {
    if (e.getErrorCode() == CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE) {
      return new StoreRefusedException(
          "%s holds tables of something else; %s"
              .formatted(engine.name(), engine.remedyForForeignTables()),
          e);
    }
    return Causes.find(e, SQLException.class)
        .<RuntimeException>map(engine::translated)
        .orElseGet(() ->
            new StoreRefusedException(
                "%s has tables that do not fit this program: %s; use the program that made them, or another store"
                    .formatted(engine.name(), e.getMessage()),
                e));
  }

  /** The script beside this class. */
  private static final class Script extends LoadableResource implements ResourceProvider {
    @Override
    public @Nullable LoadableResource getResource(String name) {
      return name.equals(SCRIPT) ? this : null;
    }

    @Override
    public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
      boolean isWanted =
          SCRIPT.startsWith(prefix) && Arrays.stream(suffixes).anyMatch(SCRIPT::endsWith);
      return isWanted ? List.of(this) : List.of();
    }

    @Override
    public Reader read() {
      InputStream in = Objects.requireNonNull(Schema.class.getResourceAsStream(SCRIPT), SCRIPT);
      return new InputStreamReader(in, StandardCharsets.UTF_8);
    }

    @Override
    public String getAbsolutePath() {
      return SCRIPT;
    }

    @Override
    public String getAbsolutePathOnDisk() {
      return SCRIPT;
    }

    @Override
    public String getFilename() {
      return SCRIPT;
    }

    @Override
    public String getRelativePath() {
      return SCRIPT;
    }
  }
}
