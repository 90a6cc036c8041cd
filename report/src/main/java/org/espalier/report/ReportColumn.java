package org.espalier.report;

/**
 * A result that every scenario has: its name, unit and meaning.
 *
 * @param key name in the CSV header
 * @param label name in tables and on axes of figures
 * @param unit unit of the values, such as {@code %} or {@code J}; empty for plain numbers
 * @param equation how it is computed, in plain text; may be empty
 * @param description what it says
 * @param droppedTask what a dropped task contributes to it; may be empty
 * @param kind what its numbers are
 */
public record ReportColumn(
    String key,
    String label,
    String unit,
    String equation,
    String description,
    String droppedTask,
    ColumnKind kind) {

  /** A column that is no result of an equation, and to which dropped tasks are nothing special. */
  public ReportColumn(String key, String label, String unit, String description, ColumnKind kind) {
    this(key, label, unit, "", description, "", kind);
  }
}
