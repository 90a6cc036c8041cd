package org.espalier.service.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import javax.sql.DataSource;

/** Pools of connections that read. */
final class Pools {
  private static final int READERS = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private Pools() {}

  /** A pool that opens connections as they are asked for, and runs a statement on each new one. */
  static HikariDataSource readers(DataSource source, String firstStatement) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("store-readers");
    config.setDataSource(source);
    config.setMaximumPoolSize(READERS);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(PATIENCE.toMillis());
    config.setValidationTimeout(PATIENCE.toMillis() / 2);
    config.setInitializationFailTimeout(-1);
    config.setConnectionInitSql(firstStatement);
    return new HikariDataSource(config);
  }
}
