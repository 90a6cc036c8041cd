package org.espalier.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.espalier.service.files.PrivateFiles;

/** How the service writes its log, to standard error. */
public enum LogFormat {
  /** For people: one line an event. */
  TEXT,
  /** For machines: one JSON object a line. */
  JSON;

  /** Logs through the JDK; kept, since its level would be forgotten with it. */
  private static final Logger HTTP_LIBRARY = Logger.getLogger("io.helidon");

  /** Lets this process write so; to be called before anything is logged. */
  public void use() {
    String file = "org/espalier/service/logback-%s.xml".formatted(name().toLowerCase(Locale.ROOT));
    System.setProperty("logback.configurationFile", file);
    HTTP_LIBRARY.setLevel(Level.WARNING);
  }

  /** The same, and adds what operators do to a file, if there is one, in JSON. */
  public void use(Optional<Path> audit) throws IOException {
    if (audit.isPresent()) {
      PrivateFiles.file(audit.get());
      System.setProperty("espalier.audit", audit.get().toString());
    }
    use();
  }
}
