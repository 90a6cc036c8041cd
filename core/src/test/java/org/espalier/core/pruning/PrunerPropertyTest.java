package org.espalier.core.pruning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Theories.draw;
import static org.espalier.core.Theories.pick;
import static org.espalier.core.Theories.theory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/**
 * A pruner around a heuristic against the equations of THESIS 4 and JOURNAL 5 and 6, in days of
 * random tasks: what is dropped and why, what is deferred, and what is mapped.
 */
class PrunerPropertyTest {
  private static final int TYPES = 3;
  private static final int CAPACITY = 3;

  /** What is set of a pruner. */
  private record Settings(
      DroppingScope scope,
      double on,
      boolean isSchmitt,
      double lambda,
      double threshold,
      double skewnessScale,
      boolean includesRunning,
      double deferring,
      double step,
      double fairness,
      double share,
      int seed) {
    AllocationPolicy policy(MappingHeuristic heuristic) {
      ToggleSettings toggle =
          isSchmitt ? ToggleSettings.schmitt(on, lambda) : ToggleSettings.at(on, lambda);
      Deferring rule =
          step < 0 ? Deferring.fixed(deferring) : new DynamicDeferring(deferring, step);
      Pruner pruner =
          new Pruner(
              toggle,
              new ThresholdDropping(threshold, skewnessScale, includesRunning),
              rule,
              new Fairness(fairness, new SharesByType(Map.of("k1", share))),
              UtilityDropping.NONE);
      return new ComposedPolicy("P", pruner, heuristic);
    }
  }

  private static Gen<Settings> settings() {
    return random ->
        new Settings(
            pick(random, DroppingScope.values()),
            pick(random, 0.0, 0.5, 1.0),
            draw(random, 0, 1) == 1,
            pick(random, 0.3, 0.9, 1.0),
            pick(random, 0.25, 0.5, 0.75, 1.0),
            pick(random, 0.0, 0.2, 1.0),
            draw(random, 0, 1) == 1,
            pick(random, 0.0, 0.5, 0.9),
            pick(random, -1.0, 0.05, 0.2),
            pick(random, 0.0, 0.05, 0.3),
            pick(random, 0.4, 1.0),
            draw(random, 1, 1000));
  }

  @Test
  void dropsDefersAndMapsAsTheEquationsSay() {
    theory()
        .withExamples(30)
        .forAll(settings())
        .checkAssert(settings -> assertThat(new Day(settings).run().drops).isNotNegative());
  }

  @Test
  void daysHaveAllThatIsCompared() {
    int drops = 0;
    int refused = 0;
    for (int seed = 1; seed <= 10; seed++) {
      DroppingScope scope = DroppingScope.PENDING;
      Day day =
          new Day(new Settings(scope, 0.5, true, 0.9, 0.5, 0.2, true, 0.5, 0.05, 0.05, 0.4, seed))
              .run();
      drops += day.drops;
      refused += day.refused;
    }

    assertThat(drops).isGreaterThan(20);
    assertThat(refused).isGreaterThan(20);
  }

  /** A random day, in which each decision is compared. */
  private static final class Day implements AllocationPolicy, ExecutionBackend {
    private final Settings settings;
    private final SplittableRandom random;
    private final HcSystem system;
    private final ResourceManager manager;
    private final AllocationPolicy policy;
    private final double[] sufferage = new double[TYPES];
    private double level;
    private boolean isEngaged;
    private double deferring;
    int drops;
    int refused;

    Day(Settings settings) {
      this.settings = settings;
      this.random = new SplittableRandom(settings.seed());
      this.deferring = settings.deferring();
      this.system = system();
      this.policy = settings.policy(Day::firstFit);
      AllocationRules rules = AllocationRules.bounded(CAPACITY, settings.scope());
      this.manager = new ResourceManager(system, rules, this, this, Journal.NONE);
    }

    private HcSystem system() {
      List<MachineType> types = List.of(new MachineType(0, "a"), new MachineType(1, "b"));
      Pmf[][] times = new Pmf[TYPES][types.size()];
      for (Pmf[] row : times) {
        for (int j = 0; j < row.length; j++) {
          double[] weights = random.doubles(1 + random.nextInt(6)).map(w -> w + 0.05).toArray();
          row[j] = Pmf.normalised(random.nextInt(1, 6), 1, weights);
        }
      }
      return new HcSystem(
          "day",
          Duration.ofSeconds(1),
          IntStream.range(0, TYPES).mapToObj(i -> new TaskType(i, "k" + i)).toList(),
          types,
          IntStream.range(0, 3)
              .mapToObj(m -> new Machine(m, "m" + m, types.get(m == 2 ? 1 : 0)))
              .toList(),
          PetMatrix.of(times));
    }

    Day run() {
      int tasks = 0;
      for (long now = 0; now < 40; now++) {
        for (int m = 0; m < 3; m++) {
          if (manager.queue(m).isBusy() && random.nextInt(4) == 0) {
            manager.taskFinished(now, m);
          }
        }
        for (int n = random.nextInt(3); n > 0; n--) {
          Task task = new Task(tasks++, random.nextInt(TYPES), now, now + random.nextInt(4, 25));
          manager.taskArrived(now, task);
        }
        manager.settle(now);
      }
      return this;
    }

    private static void firstFit(MappingSession session) {
      for (Candidate candidate : session.open()) {
        int place = 0;
        while (place < session.placements()
            && !(session.hasRoom(place) && session.admits(candidate, place))) {
          place++;
        }
        if (place < session.placements()) {
          session.assign(candidate, place, Basis.of("place", place));
        }
      }
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      MappingSession plain = new MappingSession(event);
      suffer(event.departures());
      drop(plain, event.misses());
      int mappable = plain.open().size();
      defer(plain);
      map(plain);
      List<Decision> decisions = policy.decide(event);
      assertThat(decisions.stream().map(Day::line).toList())
          .isEqualTo(plain.decisions().stream().map(Day::line).toList());
      for (int i = 0; i < decisions.size(); i++) {
        Basis expected = plain.decisions().get(i).basis();
        assertThat(decisions.get(i).basis().value()).isCloseTo(expected.value(), within(1e-9));
        assertThat(decisions.get(i).basis().limit()).isEqualTo(Double.valueOf(expected.limit()));
      }
      assertThat(policy.mappable()).isEqualTo(OptionalInt.of(mappable));
      assertThat(policy.oversubscription().orElseThrow().level()).isCloseTo(level, within(1e-12));
      return decisions;
    }

    private static String line(Decision decision) {
      return "%s %s on %s"
          .formatted(decision.getClass().getSimpleName(), decision.task().id(), decision.machine());
    }

    /** JOURNAL 6.3.2. */
    private void suffer(List<Departure> departures) {
      for (Departure departure : departures) {
        if (!departure.fate().isPruned()) {
          suffer(departure.task(), departure.fate() == Fate.ON_TIME);
        }
      }
    }

    private void suffer(Task task, boolean isOnTime) {
      double by = isOnTime ? -settings.fairness() : settings.fairness();
      sufferage[task.type()] = Math.min(1, Math.max(0, sufferage[task.type()] + by));
    }

    private double conceded(double threshold, Task task) {
      double share = task.type() == 1 ? settings.share() : 1;
      return Math.max(0, threshold * share - sufferage[task.type()]);
    }

    /** JOURNAL 5.2 and 5.4. */
    private void drop(MappingSession plain, int misses) {
      level = misses * settings.lambda() + level * (1 - settings.lambda());
      double off = settings.isSchmitt() ? 0.8 * settings.on() : settings.on();
      boolean isBetween = off < settings.on() && level > off && level < settings.on();
      isEngaged = isBetween ? isEngaged : level >= settings.on();
      for (int m = 0; isEngaged && m < plain.machines(); m++) {
        int position = settings.includesRunning() ? 0 : plain.queue(m).firstPending();
        while (position < plain.queue(m).size()) {
          MachineQueue queue = plain.queue(m);
          Task task = queue.task(position);
          double skewness = queue.completionTime(position).boundedSkewness();
          double moved =
              conceded(settings.threshold(), task)
                  - skewness * settings.skewnessScale() / (position + 1);
          double limit = settings.skewnessScale() == 0 ? moved : Math.min(1, Math.max(0, moved));
          double chance = queue.chanceOfSuccess(position);
          if (chance > limit) {
            position++;
          } else {
            drops++;
            suffer(task, false);
            Basis basis = new Basis("chance", chance, limit);
            plain.drop(m, position, DropReason.BELOW_THRESHOLD, basis);
          }
        }
      }
    }

    /** JOURNAL 5.3. */
    private void defer(MappingSession plain) {
      if (settings.step() < 0) {
        return;
      }
      int free = 0;
      List<Double> chances = new ArrayList<>();
      for (int m = 0; m < plain.machines(); m++) {
        free += CAPACITY - plain.queue(m).size();
        for (int i = 0; i < plain.queue(m).size(); i++) {
          chances.add(plain.queue(m).chanceOfSuccess(i));
        }
      }
      boolean isCompetent =
          plain.open().stream()
              .anyMatch(candidate ->
                  IntStream.range(0, plain.placements())
                      .anyMatch(p ->
                          plain.chanceOfSuccess(candidate, p)
                              > conceded(deferring, candidate.task())));
      boolean isSelective = (double) plain.open().size() / free >= 1;
      double robustness = chances.stream().mapToDouble(c -> c).average().orElse(0);
      double from = isSelective && isCompetent ? robustness : deferring;
      deferring = Math.min(1, Math.max(0, from - settings.step()));
    }

    private void map(MappingSession plain) {
      for (Candidate candidate : plain.open()) {
        double threshold = conceded(deferring, candidate.task());
        for (int p = 0; p < plain.placements(); p++) {
          if (plain.hasRoom(p)) {
            if (plain.chanceOfSuccess(candidate, p) > threshold) {
              plain.assign(candidate, p, Basis.of("place", p));
              break;
            }
            refused++;
          }
        }
      }
    }

    @Override
    public String name() {
      return "compared";
    }

    @Override
    public void start(long now, Placement placement, Task task) {}

    @Override
    public void evict(long now, Machine machine, Task task) {}
  }
}
