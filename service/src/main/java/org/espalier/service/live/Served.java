package org.espalier.service.live;

/**
 * As which poorer version a task is served.
 *
 * @param type name of the task type whose command it runs
 * @param share of its worth that it then has
 */
public record Served(String type, double share) {
  /** As {@link #text} has it. */
  public static Served of(String text) {
    int space = text.indexOf(' ');
    return new Served(text.substring(space + 1), Double.parseDouble(text.substring(0, space)));
  }

  /** The share and the type. */
  public String text() {
    return share + " " + type;
  }
}
