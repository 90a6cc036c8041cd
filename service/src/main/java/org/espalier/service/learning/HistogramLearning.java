package org.espalier.service.learning;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.service.live.LearningView;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * Learns a histogram for each task type on each machine type that can run it, with exponential
 * forgetting, beginning with the system's PET as prior.
 *
 * <p>After completions x(1)..x(n) the mass at a lattice point k is in proportion to
 *
 * <pre>W d^n p(k) + sum over i with x(i) = k of d^(n-i),   d = 2^(-1/50)</pre>
 *
 * where p is the prior and W = 20 its weight in completions. A task that was stopped counts too, as
 * a time that is longer: its weight goes to what lies beyond (see {@link KaplanMeier}), so that
 * long times are not missing where tasks are stopped at their deadlines. That takes for granted
 * that tasks with little time are no longer than others. A time counts at the nearest lattice point
 * above zero, as in PETs that are built from samples; beyond the greatest number of points that a
 * distribution covers it counts at the outermost point, which is logged once for each cell.
 */
public final class HistogramLearning implements Learning {
  private static final Logger LOG = LoggerFactory.getLogger(HistogramLearning.class);

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  private final HcSystem system;
  private final @Nullable NamedCell[][] cells;
  private final List<NamedCell> named = new ArrayList<>();
  private final Set<String> warned = new HashSet<>();
  private final Calibration calibration = new Calibration();
  private long earliest = Long.MAX_VALUE;
  private boolean news;

  private HistogramLearning(Publishing publishing, HcSystem system) {
    this.system = system;
    PetMatrix pet = system.pet();
    this.cells = new NamedCell[pet.taskTypes()][pet.machineTypes()];
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < cells[i].length; j++) {
        Optional<Pmf> prior = pet.find(i, j, 0);
        if (prior.isPresent()) {
          String taskType = system.taskTypes().get(i).name();
          String machineType = system.machineTypes().get(j).name();
          LearnedCell cell = new LearnedCell(publishing, prior.get());
          NamedCell each = new NamedCell(i, j, taskType, machineType, cell);
          cells[i][j] = each;
          named.add(each);
        }
      }
    }
  }

  /**
   * Goes on from what was learned.
   *
   * @param system the system with the execution times first believed in
   * @param state what an earlier {@link #state} gave, or empty. It is read cell by cell, by the
   *     names of task and machine types: what is not of this system or cannot be read is logged and
   *     ignored. What was believed is told by the first {@link #updates}.
   */
  public static Learning of(HcSystem system, String state) {
    return of(Publishing.USUAL, system, state);
  }

  /** The same with distributions believed at other times. */
  public static Learning of(Publishing publishing, HcSystem system, String state) {
    HistogramLearning learning = new HistogramLearning(publishing, system);
    if (!state.isEmpty()) {
      learning.restore(state);
      learning.earliest = Long.MIN_VALUE;
    }
    return learning;
  }

  /** Restores what has a place still, and logs what has none; nothing if it cannot be read. */
  private void restore(String state) {
    try {
      State read = MAPPER.readValue(state, State.class);
      calibration.restore(read.calibration());
      read.cells().forEach(this::restore);
    } catch (JacksonException | IllegalArgumentException e) {
      LOG.warn("what was learned cannot be read, and is ignored: {}", e.getMessage());
    }
  }

  private void restore(Kept kept) {
    Optional<NamedCell> place =
        named.stream()
            .filter(each -> each.taskType().equals(kept.taskType()))
            .filter(each -> each.machineType().equals(kept.machineType()))
            .findFirst();
    if (place.isEmpty()) {
      LOG.info("{} is no more; forgotten", name(kept.taskType(), kept.machineType()));
    } else if (kept.step() == place.get().cell().step()) {
      place.get().cell().restore(kept.learned());
    } else {
      LOG.warn(
          "times of {} were learned on a step of {}, not {}; they are ignored",
          place.get().name(),
          kept.step(),
          place.get().cell().step());
    }
  }

  private static String name(String taskType, String machineType) {
    return "task type %s on machine type %s".formatted(taskType, machineType);
  }

  /** {@inheritDoc} A type that cannot run there is not learned. */
  @Override
  public void completed(int taskType, int machineType, long ticks) {
    NamedCell each = cells[taskType][machineType];
    if (each != null) {
      long point = point(ticks, each.cell().step());
      warnIfOff(each, ticks, point);
      each.cell().completed(point);
      learned(each.cell());
    }
  }

  /** {@inheritDoc} It counts from the first lattice point after that, as for a task that runs. */
  @Override
  public void stopped(int taskType, int machineType, long ticks) {
    NamedCell each = cells[taskType][machineType];
    if (each != null) {
      each.cell().stopped(Math.max(0, ticks) / each.cell().step() + 1);
      learned(each.cell());
    }
  }

  private void learned(LearnedCell cell) {
    if (cell.isRipe()) {
      earliest = Math.min(earliest, cell.notBefore());
    }
    news = true;
  }

  /** The nearest lattice point above 0; halfway the later one. */
  private static long point(long ticks, long step) {
    long below = Math.max(0, ticks) / step;
    return below == 0 || ticks % step >= step - ticks % step ? below + 1 : below;
  }

  private void warnIfOff(NamedCell each, long ticks, long point) {
    boolean isShort = 2 * ticks < each.cell().step();
    if ((isShort || each.cell().isOutOfReach(point)) && warned.add(each.name())) {
      LOG.warn(
          isShort
              ? "{} took {} ticks, which is less than half of the step of its distribution; times"
                  + " like this count as one step, {} ticks"
              : "{} took {} ticks, beyond the lattice points that its distribution may cover; times"
                  + " like this count as the outermost one",
          each.name(),
          ticks,
          each.cell().step());
    }
  }

  @Override
  public void judged(double predicted, boolean onTime) {
    calibration.add(predicted, onTime);
    news = true;
  }

  /** {@inheritDoc} One comparison while nothing is due. */
  @Override
  public List<Update> updates(long now) {
    return now < earliest ? List.of() : due(now);
  }

  private List<Update> due(long now) {
    List<Update> updates = new ArrayList<>();
    earliest = Long.MAX_VALUE;
    for (NamedCell each : named) {
      LearnedCell cell = each.cell();
      cell.publish(now).ifPresent(pmf -> updates.add(new Update(each.row(), each.column(), pmf)));
      if (cell.isRipe() && cell.notBefore() > now) {
        earliest = Math.min(earliest, cell.notBefore());
      }
    }
    news |= !updates.isEmpty();
    return updates;
  }

  @Override
  public LearningView view() {
    double tickMillis = system.tick().toNanos() / 1e6;
    List<LearningView.Cell> view = new ArrayList<>();
    for (NamedCell each : named) {
      LearnedCell cell = each.cell();
      view.add(
          new LearningView.Cell(
              each.taskType(),
              each.machineType(),
              cell.completions(),
              cell.model().mean() * tickMillis));
    }
    return new LearningView(calibration.view(), view);
  }

  /** A cell, its place in the matrix and the names it is known by. */
  private record NamedCell(
      int row, int column, String taskType, String machineType, LearnedCell cell) {
    String name() {
      return HistogramLearning.name(taskType, machineType);
    }

    Kept kept() {
      return new Kept(taskType, machineType, cell.step(), cell.save());
    }
  }

  /** What was learned; cells that have learned nothing are left out. */
  private record State(List<Calibration.Bin> calibration, List<Kept> cells) {}

  private record Kept(String taskType, String machineType, long step, LearnedCell.Saved learned) {}

  @Override
  public boolean hasNews() {
    return news;
  }

  /** {@inheritDoc} It is JSON; numbers are written so that they are read back exactly. */
  @Override
  public String state() {
    news = false;
    List<Kept> cells =
        named.stream().filter(each -> each.cell().hasLearned()).map(NamedCell::kept).toList();
    return MAPPER.writeValueAsString(new State(calibration.bins(), cells));
  }
}
