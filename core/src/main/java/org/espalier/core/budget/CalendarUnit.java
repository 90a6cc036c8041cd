package org.espalier.core.budget;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** What of the calendar a budget of energy is for, the days of which share what is left. */
public enum CalendarUnit {
  DAY(ChronoUnit.DAYS),
  MONTH(ChronoUnit.MONTHS),
  YEAR(ChronoUnit.YEARS);

  private final ChronoUnit unit;

  CalendarUnit(ChronoUnit unit) {
    this.unit = unit;
  }

  ChronoUnit unit() {
    return unit;
  }

  /** The first day of the one that a day is in. */
  LocalDate first(LocalDate day) {
    return switch (this) {
      case DAY -> day;
      case MONTH -> day.withDayOfMonth(1);
      case YEAR -> day.withDayOfYear(1);
    };
  }
}
