package org.espalier.service.live;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.espalier.service.live.Refusal.Fault;

/**
 * Collects what is wrong with requests. Keeps the first {@value #LISTED} and counts the rest, so
 * that an answer is not a hundred times as long as what it answers.
 */
public final class Faults {
  /** How many are kept. */
  public static final int LISTED = 100;

  private final List<Fault> listed = new ArrayList<>();
  private long more;

  /** None yet. */
  public Faults() {}

  /** Takes down one fault. */
  public void add(Fault fault) {
    if (listed.size() < LISTED) {
      listed.add(fault);
    } else {
      more++;
    }
  }

  /** Takes down some faults. */
  public void addAll(Collection<Fault> faults) {
    faults.forEach(this::add);
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return listed.isEmpty();
  }

  /** The first of them, and last how many more there are. */
  public List<Fault> list() {
    List<Fault> list = new ArrayList<>(listed);
    if (more > 0) {
      list.add(new Fault("", String.format(Locale.ROOT, "and %,d more", more)));
    }
    return list;
  }
}
