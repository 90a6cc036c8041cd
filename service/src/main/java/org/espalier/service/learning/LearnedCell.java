package org.espalier.service.learning;

import java.util.Optional;
import org.espalier.core.pmf.Pmf;

/**
 * What is learned of the execution times of one task type on one machine type. Times are lattice
 * points here.
 *
 * <p>After completions x(1)..x(n) the weight of point k is
 *
 * <pre>w(k) = W d^n p(k) + sum over i with x(i) = k of d^(n-i)</pre>
 *
 * with the prior p, its weight W = 20, and d = 2^(-1/50), so that a completion counts half after 50
 * further ones; the model is w divided by its sum. Where tasks were stopped, n counts both, the
 * weights of stops are kept in the same way, and the model is that of {@link KaplanMeier}.
 */
final class LearnedCell {
  private static final double PRIOR_WEIGHT = 20;
  private static final double DECAY = Math.pow(2, -1.0 / 50);

  /** Points that a model covers at most; more only if its prior does. */
  static final int MOST_POINTS = 2_000;

  private final Publishing publishing;
  private final long step;

  /** How often an execution is lost in a tick: those that are seen to end are the others. */
  private final double lossRate;

  private Histogram ends;
  private Histogram stops;
  private Pmf published;
  private long completions;
  private int sincePublished;
  private long notBefore;
  private boolean wasPublished;
  private boolean isToldAnew;
  private boolean wasCompared;

  LearnedCell(Publishing publishing, Pmf prior) {
    this.publishing = publishing;
    this.step = prior.step();
    this.lossRate = prior.lossRate();
    this.ends = Histogram.of(prior, PRIOR_WEIGHT, MOST_POINTS);
    this.stops = new Histogram(MOST_POINTS);
    this.published = prior;
  }

  /**
   * All that {@link #save} gives, to go on from.
   *
   * @param notBefore the first time at which something else may be published
   * @param published what is believed, if it is not the prior
   */
  record Saved(
      long completions,
      int sincePublished,
      long notBefore,
      Weights ends,
      Weights stops,
      Optional<Weights> published) {
    Saved {
      if (completions < 0 || sincePublished < 0) {
        throw new IllegalArgumentException(
            "%s completions, %s of late; expected none negative"
                .formatted(completions, sincePublished));
      }
    }
  }

  Saved save() {
    return new Saved(
        completions,
        sincePublished,
        notBefore,
        ends.kept(),
        stops.kept(),
        wasPublished
            ? Optional.of(new Weights(published.origin() / step, published.masses()))
            : Optional.empty());
  }

  /**
   * Goes on from what was saved. What was published is published again, since the prior is believed
   * in at first.
   *
   * @throws IllegalArgumentException if it is unsound; the cell is as before then
   */
  void restore(Saved saved) {
    Pmf again = saved.published.map(this::pmf).orElse(published);
    Histogram known = Histogram.restored(MOST_POINTS, saved.ends);
    Histogram stopped = Histogram.restored(MOST_POINTS, saved.stops);
    if (known.isEmpty() && stopped.isEmpty()) {
      throw new IllegalArgumentException("nothing has any weight");
    }
    ends = known;
    stops = stopped;
    published = again;
    wasPublished = saved.published.isPresent();
    isToldAnew = wasPublished;
    completions = saved.completions;
    sincePublished = saved.sincePublished;
    notBefore = saved.notBefore;
  }

  private Pmf pmf(Weights kept) {
    return Pmf.of(Math.multiplyExact(kept.first(), step), step, kept.weights()).losing(lossRate);
  }

  /** Learns a completion. */
  void completed(long point) {
    learn(ends, point);
    completions++;
  }

  /** Learns that a task was stopped before it could be seen to end at a point or later. */
  void stopped(long point) {
    learn(stops, point);
  }

  private void learn(Histogram histogram, long point) {
    ends.decay(DECAY);
    stops.decay(DECAY);
    histogram.add(point, 1);
    wasCompared = false;
    sincePublished++;
  }

  /** The present model. Its cost is the number of its points. */
  Pmf model() {
    return KaplanMeier.pmf(ends, stops, step).losing(lossRate);
  }

  /** Whether a completion at a point lies so far out that it counts elsewhere. */
  boolean isOutOfReach(long point) {
    return ends.reached(point) != point;
  }

  /** Whether enough new tasks have been learned from for a publication. */
  boolean isRipe() {
    return sincePublished >= publishing.completions();
  }

  /** The first time at which something may be published. */
  long notBefore() {
    return notBefore;
  }

  /**
   * The distribution to believe from now on, if it is time for another one. The model is compared
   * with what is believed once after each task.
   */
  Optional<Pmf> publish(long now) {
    boolean isNew = false;
    if (isRipe() && !wasCompared && now >= notBefore) {
      wasCompared = true;
      Pmf model = model();
      isNew = KolmogorovDistance.of(model, published) > publishing.change();
      if (isNew) {
        published = model;
        wasPublished = true;
        sincePublished = 0;
        notBefore = now + publishing.ticks();
      }
    }
    boolean isToBeTold = isNew || isToldAnew;
    isToldAnew = false;
    return isToBeTold ? Optional.of(published) : Optional.empty();
  }

  /** Whether it has seen any task. */
  boolean hasLearned() {
    return completions > 0 || !stops.isEmpty();
  }

  /** The step of its distribution, in ticks. */
  long step() {
    return step;
  }

  long completions() {
    return completions;
  }
}
