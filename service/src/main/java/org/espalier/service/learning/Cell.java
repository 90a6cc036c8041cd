package org.espalier.service.learning;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.espalier.core.pmf.Pmf;

/**
 * What is learned of the execution times of one task type on one machine type. Times are lattice
 * points here.
 *
 * <p><b>Inside.</b> After completions x(1)..x(n) the weight of point k is
 *
 * <pre>w(k) = W d^n p(k) + sum over i with x(i) = k of d^(n-i)</pre>
 *
 * with the prior p, its weight W, and d = 2^(-1/half-life); the model is w divided by its sum. The
 * latest completions are kept apart in a window, so that the model before them is at hand: {@code
 * reference} holds the weights up to the completion before the window, and the model is computed
 * from the two when it is asked for.
 *
 * <p>Ten times a window the window is compared with the reference (see {@link KolmogorovSmirnov}),
 * as soon as it is a fifth full and the reference says as much as 5 completions. Its p-value is
 * multiplied by the number of looks that fall into one window (Bonferroni), so that the level holds
 * for a window of completions, however often it is looked at. A change that is noticed begins a new
 * reference: that of the window alone, in which weights halve every tenth of a window, since its
 * first completions may be of the time before the change; the prior and all before is forgotten and
 * the window is empty. The change counts as present until a full window fits.
 */
final class Cell {
  private static final int LOOKS = 10;
  private static final int FIFTH = 5;
  private static final double FEWEST = 5;

  private final LearningSettings settings;
  private final long step;
  private Histogram reference;
  private final Deque<Long> window = new ArrayDeque<>();
  private Pmf published;
  private long completions;
  private int sincePublished;
  private int sinceLook;
  private long notBefore;
  private double pValue = Double.NaN;
  private boolean drifted;
  private boolean wasPublished;
  private boolean isToldAnew;
  private boolean wasCompared;

  Cell(LearningSettings settings, Pmf prior) {
    this.settings = settings;
    this.step = prior.step();
    this.reference = Histogram.of(prior, settings.priorWeight(), settings.mostPoints());
    this.published = prior;
  }

  /**
   * All that {@link #save} gives, to go on from.
   *
   * @param published what is believed, if it is not the prior
   * @param notBefore the first time at which something else may be published
   */
  record Saved(
      long completions,
      int sincePublished,
      int sinceLook,
      long notBefore,
      double pValue,
      boolean drifted,
      long first,
      double[] weights,
      double squares,
      List<Long> window,
      Optional<Pmf> published) {
    Saved {
      boolean sound = completions >= 0 && sincePublished >= 0 && sinceLook >= 0;
      if (!sound || pValue < 0 || pValue > 1 || window.stream().anyMatch(point -> point < 0)) {
        throw new IllegalArgumentException(
            "%d completions, %d and %d of late, p-value %s, window %s; expected none negative"
                .formatted(completions, sincePublished, sinceLook, pValue, window));
      }
    }
  }

  Saved save() {
    return new Saved(
        completions,
        sincePublished,
        sinceLook,
        notBefore,
        pValue,
        drifted,
        reference.first(),
        reference.weights(),
        reference.squares(),
        List.copyOf(window),
        wasPublished ? Optional.of(published) : Optional.empty());
  }

  /**
   * Goes on from what was saved. What was published is published again, since the prior is believed
   * in at first.
   *
   * @throws IllegalArgumentException if it is unsound; the cell is as before then
   */
  void restore(Saved saved) {
    Pmf again = saved.published.orElse(published);
    if (again.step() != step || again.origin() < 0 || again.origin() % step != 0) {
      throw new IllegalArgumentException("%s is not on the lattice of %d".formatted(again, step));
    }
    reference =
        Histogram.restored(settings.mostPoints(), saved.first, saved.weights, saved.squares);
    saved.window.forEach(this::enter);
    published = again;
    wasPublished = saved.published.isPresent();
    isToldAnew = wasPublished;
    completions = saved.completions;
    sincePublished = saved.sincePublished;
    sinceLook = saved.sinceLook;
    notBefore = saved.notBefore;
    pValue = saved.pValue;
    drifted = saved.drifted;
  }

  /** Learns a completion. Returns whether it has shown a change. */
  boolean completed(long point) {
    enter(point);
    wasCompared = false;
    completions++;
    sincePublished++;
    sinceLook++;
    int every = Math.max(1, settings.drift().window() / LOOKS);
    return sinceLook >= every && canLook() && look(every);
  }

  private void enter(long point) {
    window.addLast(point);
    if (window.size() > settings.drift().window()) {
      reference.decay(settings.decay());
      reference.add(window.removeFirst(), 1);
    }
  }

  private boolean canLook() {
    return window.size() >= settings.drift().window() / FIFTH
        && reference.effectiveSize() >= FEWEST;
  }

  private boolean look(int every) {
    sinceLook = 0;
    long[] times = window.stream().mapToLong(point -> reference.reached(point) * step).toArray();
    double d = KolmogorovSmirnov.statistic(times, reference.pmf(step));
    double once = KolmogorovSmirnov.pValue(d, times.length, reference.effectiveSize());
    pValue = Math.min(1, once * Math.ceilDiv(settings.drift().window(), every));
    boolean noticed = pValue < settings.drift().level();
    if (noticed) {
      drifted = true;
      beginAnew();
    } else if (window.size() == settings.drift().window()) {
      drifted = false;
    }
    return noticed;
  }

  /** Goes from the median outwards, so that the range lies around it if it cannot hold all. */
  private void beginAnew() {
    double decay = LearningSettings.decay(settings.drift().window() / (double) LOOKS);
    List<Weighed> weighed = new ArrayList<>();
    for (long point : window) {
      weighed.add(new Weighed(point, Math.pow(decay, window.size() - 1.0 - weighed.size())));
    }
    long median = window.stream().sorted().skip((window.size() - 1) / 2).findFirst().orElseThrow();
    weighed.sort(Comparator.comparingLong(item -> Math.abs(item.point - median)));
    reference = new Histogram(settings.mostPoints());
    weighed.forEach(item -> reference.add(item.point, item.weight));
    window.clear();
  }

  private record Weighed(long point, double weight) {}

  /** The present model. Its cost is the number of its points. */
  Pmf model() {
    Histogram all = reference.copy();
    all.decay(Math.pow(settings.decay(), window.size()));
    int age = window.size();
    for (long point : window) {
      age--;
      all.add(point, Math.pow(settings.decay(), age));
    }
    return all.pmf(step);
  }

  /** Whether a completion at a point lies so far out that it counts elsewhere. */
  boolean isOutOfReach(long point) {
    return reference.reached(point) != point;
  }

  /** Whether there are enough new completions for a publication. */
  boolean isRipe() {
    return sincePublished >= settings.publishing().completions();
  }

  /** The first time at which something may be published. */
  long notBefore() {
    return notBefore;
  }

  /**
   * The distribution to believe from now on, if it is time for another one. The model is compared
   * with what is believed once after each completion.
   */
  Optional<Pmf> publish(long now) {
    boolean isNew = false;
    if (isRipe() && !wasCompared && now >= notBefore) {
      wasCompared = true;
      Pmf model = model();
      isNew = KolmogorovSmirnov.distance(model, published) > settings.publishing().change();
      if (isNew) {
        published = model;
        wasPublished = true;
        sincePublished = 0;
        notBefore = now + settings.publishing().ticks();
      }
    }
    boolean isToBeTold = isNew || isToldAnew;
    isToldAnew = false;
    return isToBeTold ? Optional.of(published) : Optional.empty();
  }

  long completions() {
    return completions;
  }

  /** The corrected p-value of the last look; NaN before the first. */
  double pValue() {
    return pValue;
  }

  boolean drifted() {
    return drifted;
  }
}
