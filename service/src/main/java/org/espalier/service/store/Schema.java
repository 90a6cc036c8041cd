package org.espalier.service.store;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.espalier.service.files.Resources;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;

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
    String script = Resources.text(Schema.class, SCRIPT);
    return Flyway.configure(Schema.class.getClassLoader())
        .dataSource(engine.migrations())
        .table("schema_version")
        .javaMigrations(new Tables(script.replace("${long}", engine.longType())))
        .javaMigrationClassProvider(List::of)
        .locations(new String[0])
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

  /**
   * The tables that there are as yet.
   *
   * @param script the statements that make them
   */
  private record Tables(String script) implements JavaMigration {
    @Override
    public MigrationVersion getVersion() {
      return NEWEST;
    }

    @Override
    public String getDescription() {
      return "tasks journal facts";
    }

    @Override
    public Integer getChecksum() {
      return script.hashCode();
    }

    @Override
    public boolean canExecuteInTransaction() {
      return true;
    }

    @Override
    public void migrate(Context context) throws SQLException {
      try (Statement statement = context.getConnection().createStatement()) {
        for (String each : script.split(";\n")) {
          statement.execute(each);
        }
      }
    }
  }
}
