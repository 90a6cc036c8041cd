package org.espalier.service;

import java.util.Locale;

/** How the service writes its log, to standard error. */
public enum LogFormat {
  /** For people: one line an event. */
  TEXT,
  /** For machines: one JSON object a line. */
  JSON;

  /** Lets this process write so; to be called before anything is logged. */
  public void use() {
    String file = "org/espalier/service/logback-%s.xml".formatted(name().toLowerCase(Locale.ROOT));
    System.setProperty("logback.configurationFile", file);
  }
}
