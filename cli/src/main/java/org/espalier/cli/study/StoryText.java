package org.espalier.cli.study;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.cli.terminal.TextTable;
import org.espalier.core.allocation.DeferringFilter;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.simulator.explanation.MachineChance;
import org.espalier.simulator.explanation.MachineChance.Price;
import org.espalier.simulator.explanation.Moment;
import org.espalier.simulator.explanation.TaskStory;

/** The story of a task, printed line by line. */
final class StoryText {
  /**
   * Where a task has most chance or, where machine time has a price, gains most of what it pays.
   */
  private static final Comparator<MachineChance> BEST =
      Comparator.comparingDouble(
          chance -> chance.price().map(Price::gainOfPrice).orElse(chance.chance()));

  private final TaskStory story;
  private final StoryWords words;
  private final boolean all;
  private final boolean hasDeadline;
  private final int machines;
  private final TextTable lines;

  /**
   * The text of a story.
   *
   * @param system where it happened, if known
   * @param begin when the trial began by the clock of its workload, in ticks
   * @param all whether every deferral is told
   * @param machines on how many machines chances are told, the best ones
   */
  StoryText(TaskStory story, Optional<HcSystem> system, long begin, boolean all, int machines) {
    this.story = story;
    this.all = all;
    this.machines = machines;
    long last = story.moments().getLast().time();
    this.hasDeadline = story.task().deadline() != Task.NO_DEADLINE;
    long deadline = hasDeadline ? story.task().deadline() : last;
    this.words = StoryWords.of(system, begin, Math.max(last, deadline));
    this.lines = TextTable.of("", "#" + words.scale().unit(), "");
  }

  void print(String place, PrintWriter out) {
    Task task = story.task();
    out.printf("Task %s, %s; %s%n", task.id(), words.taskType(task.type()), place);
    String deadline =
        hasDeadline
            ? "deadline %s, %s after its arrival"
                .formatted(
                    words.moment(task.deadline()), words.time(task.deadline() - task.arrival()))
            : "without deadline";
    out.printf("arrived at %s, %s%n", words.moment(task.arrival()), deadline);
    out.println(ending());
    out.println();
    tell();
    lines.print(out, Integer.MAX_VALUE);
  }

  private String ending() {
    return story
        .all(Moment.Left.class)
        .findFirst()
        .map(left -> left.departure())
        .map(this::ending)
        .orElse("it has not left the system");
  }

  private String ending(Departure departure) {
    String ending =
        "left at %s: %s".formatted(words.moment(departure.time()), departure.fate().label());
    return departure.machine() < 0
        ? ending + ", never mapped"
        : ending + " on " + words.machine(departure.machine());
  }

  private void add(long time, String text) {
    lines.add(words.clock(time), text);
  }

  private void addMore(String text) {
    lines.add("", text);
  }

  private void tell() {
    List<Moment> moments = story.moments();
    int next = 0;
    while (next < moments.size()) {
      int end = next;
      while (end < moments.size() && isWait(moments.get(end))) {
        end++;
      }
      if (end > next) {
        tellWaits(moments.subList(next, end));
        next = end;
      } else {
        tell(moments.get(next++));
      }
    }
  }

  private static boolean isWait(Moment moment) {
    return moment instanceof Moment.Deferred || moment instanceof Moment.PassedOver;
  }

  /** The first and last of several waits, the best chance between them, and how many they were. */
  private void tellWaits(List<Moment> waits) {
    if (all || waits.size() <= 3) {
      waits.forEach(this::tell);
      return;
    }
    List<Moment> between = waits.subList(1, waits.size() - 1);
    long deferrals = between.stream().filter(w -> w instanceof Moment.Deferred).count();
    tell(waits.getFirst());
    add(
        between.getFirst().time(),
        "to %s: %s"
            .formatted(
                words.moment(between.getLast().time()),
                counts(deferrals, between.size() - deferrals)));
    tellBest(between);
    tell(waits.getLast());
  }

  private static String counts(long deferrals, long others) {
    String deferred = deferrals == 0 ? "" : "deferred " + times(deferrals);
    String left = others == 0 ? "" : "left waiting " + times(others);
    return deferred + (deferred.isEmpty() || left.isEmpty() ? "" : ", ") + left;
  }

  private static String times(long count) {
    return count == 1 ? "once" : count + " times";
  }

  private void tellBest(List<Moment> waits) {
    record At(long time, MachineChance best) {}
    waits.stream()
        .flatMap(wait -> chances(wait).stream().map(chance -> new At(wait.time(), chance)))
        .max(Comparator.comparing(At::best, BEST))
        .ifPresent(at ->
            addMore(
                "best chance in that time: %s on %s, at %s%s%s"
                    .formatted(
                        StoryWords.chance(at.best().chance()),
                        words.machine(at.best().machine()),
                        words.moment(at.time()),
                        at.best().room() ? "" : ", whose queue was full",
                        at.best()
                            .price()
                            .map(p -> ", at a price of " + price(p.own()))
                            .orElse(""))));
  }

  private static List<MachineChance> chances(Moment wait) {
    return switch (wait) {
      case Moment.Deferred w when w.chances().isEmpty() && isByChance(w) ->
          List.of(new MachineChance(w.machine(), w.basis().value(), true, Optional.empty()));
      case Moment.Deferred w -> w.chances();
      case Moment.PassedOver w -> w.chances();
      default -> List.of();
    };
  }

  private static boolean isByChance(Moment.Deferred wait) {
    return wait.filter().equals(DeferringFilter.REASON);
  }

  private void tell(Moment moment) {
    switch (moment) {
      case Moment.Arrived m -> add(m.time(), "arrived");
      case Moment.PassedOver m -> tellPassedOver(m);
      case Moment.Deferred m -> tellDeferred(m);
      case Moment.Assigned m -> tellAssigned(m);
      case Moment.MadeRoom m -> tellMadeRoom(m);
      case Moment.Pruned m -> tellPruned(m);
      case Moment.Started m -> add(m.time(), "started on " + words.machine(m.machine()));
      case Moment.Found m -> tellFound(m);
      case Moment.Executing m ->
          add(
              m.time(),
              "executes on %s since %s; before that it waited there"
                  .formatted(words.machine(m.machine()), words.clock(m.start())));
      case Moment.Lost m ->
          add(
              m.time(),
              "its execution on %s failed or was lost, and was to run again"
                  .formatted(words.machine(m.machine())));
      case Moment.Returned m ->
          add(
              m.time(),
              "taken back from %s, to be mapped again".formatted(words.machine(m.machine())));
      case Moment.Left m -> tellLeft(m.departure());
    }
  }

  private void tellFound(Moment.Found moment) {
    String where =
        moment.machine() < 0
            ? "waiting to be mapped"
            : "executing on " + words.machine(moment.machine());
    add(moment.time(), "the service began, and found it " + where);
  }

  private void tellPassedOver(Moment.PassedOver moment) {
    add(moment.time(), "left waiting" + whyPassedOver(moment.chances()));
    tellChances(moment.chances());
  }

  /** What the state after the event says; a policy gives no reason for what it does not do. */
  private String whyPassedOver(List<MachineChance> chances) {
    if (chances.isEmpty()) {
      return "";
    }
    if (chances.stream().anyMatch(chance -> chance.price().isPresent())) {
      return whyNotPaid(chances);
    }
    if (chances.stream().noneMatch(MachineChance::room)) {
      return ": all machine queues were full";
    }
    MachineChance best = best(chances);
    return best.room()
        ? ": the policy mapped others, or none"
        : ": %s, where its chance was best, had no room".formatted(words.machine(best.machine()));
  }

  /** What prices say, of machines as they are after the event. */
  private static String whyNotPaid(List<MachineChance> chances) {
    List<Price> all = chances.stream().flatMap(chance -> chance.price().stream()).toList();
    List<Price> idle = all.stream().filter(Price::idle).toList();
    if (all.stream().noneMatch(price -> price.gainOfPrice() > 1)) {
      return ": on no machine would it gain what it would pay";
    }
    if (idle.isEmpty()) {
      return ": no idle machine was left for it";
    }
    return idle.stream().noneMatch(price -> price.gainOfPrice() > 1)
        ? ": on no idle machine would it gain what it would pay"
        : ": it is to wait for a start that suits it better";
  }

  private static MachineChance best(List<MachineChance> chances) {
    return chances.stream().max(Comparator.comparingDouble(MachineChance::chance)).orElseThrow();
  }

  private void tellDeferred(Moment.Deferred moment) {
    add(
        moment.time(),
        "%s: %s on %s"
            .formatted(
                isByChance(moment) ? "deferred" : "refused by the filter " + moment.filter(),
                words.basis(moment.basis()),
                words.machine(moment.machine())));
    tellChances(moment.chances());
  }

  private void tellAssigned(Moment.Assigned moment) {
    add(
        moment.time(),
        "assigned to %s, %s: %s"
            .formatted(
                words.machine(moment.machine()),
                moment.ahead().isEmpty() ? "which was idle" : "behind " + tasks(moment.ahead()),
                words.basis(moment.basis())));
    tellChances(moment.chances());
  }

  private void tellChances(List<MachineChance> chances) {
    if (chances.isEmpty()) {
      return;
    }
    List<MachineChance> best =
        chances.stream()
            .sorted(Comparator.comparingDouble(MachineChance::chance).reversed())
            .limit(machines)
            .toList();
    int more = chances.size() - best.size();
    String title = all && more == 0 ? "chance of success: " : "best chances of success: ";
    String rest = all && more > 0 ? "; --machines %s shows all".formatted(chances.size()) : "";
    addMore(
        "  " + title + best.stream().map(this::chance).collect(Collectors.joining(", ")) + rest);
    tellPrices("price, against the gain: ", best, price -> Optional.of(price(price.own())));
    tellPrices("the last to be mapped paid: ", best, price -> price.paid().map(this::payment));
  }

  private void tellPrices(
      String title, List<MachineChance> machines, Function<Price, Optional<String>> text) {
    String all =
        machines.stream()
            .flatMap(chance ->
                chance.price().flatMap(text).stream()
                    .map(price -> words.machine(chance.machine()) + " " + price))
            .collect(Collectors.joining(", "));
    if (!all.isEmpty()) {
      addMore("  " + title + all);
    }
  }

  private String payment(MachineChance.Payment paid) {
    return "%s (task %s, at %s)"
        .formatted(price(paid.price()), paid.task(), words.moment(paid.time()));
  }

  private static String price(Basis price) {
    return "%s against %s"
        .formatted(StoryWords.chance(price.value()), StoryWords.chance(price.limit()));
  }

  private String chance(MachineChance chance) {
    return "%s %s%s"
        .formatted(
            words.machine(chance.machine()),
            StoryWords.chance(chance.chance()),
            chance.room() ? "" : " (full)");
  }

  private void tellMadeRoom(Moment.MadeRoom moment) {
    Decision decision = moment.decision();
    add(
        moment.time(),
        "task %s, ahead of it on %s, was %s: %s"
            .formatted(
                decision.task().id(),
                words.machine(decision.machine()),
                verb(decision),
                words.basis(decision.basis())));
    if (!Double.isNaN(moment.before()) && !Double.isNaN(moment.after())) {
      addMore(
          "  its own chance of success there went from %s to %s"
              .formatted(StoryWords.chance(moment.before()), StoryWords.chance(moment.after())));
    }
  }

  private void tellPruned(Moment.Pruned moment) {
    Decision decision = moment.decision();
    add(
        moment.time(),
        "%s, %s: %s"
            .formatted(
                decision.machine() < 0
                    ? verb(decision)
                    : "%s on %s".formatted(verb(decision), words.machine(decision.machine())),
                reason(decision).label(),
                words.basis(decision.basis())));
    if (!moment.behind().isEmpty()) {
      addMore("  behind it waited " + tasks(moment.behind()));
    }
  }

  private static String verb(Decision decision) {
    return switch (decision) {
      case Decision.Evict d -> "stopped";
      case Decision.Discard d -> "discarded";
      case Decision.Drop d -> "dropped";
      case Decision.Assign d -> "assigned";
      case Decision.Defer d -> "deferred";
    };
  }

  private static DropReason reason(Decision decision) {
    return switch (decision) {
      case Decision.Drop d -> d.reason();
      case Decision.Evict d -> d.reason();
      case Decision.Discard d -> d.reason();
      default -> throw new IllegalArgumentException(decision + " is no drop");
    };
  }

  private void tellLeft(Departure departure) {
    Fate fate = departure.fate();
    double slack = departure.task().deadline() - departure.time();
    String what =
        switch (fate) {
          case ON_TIME ->
              hasDeadline
                  ? "finished, %s before its deadline".formatted(words.time(slack))
                  : "finished";
          case LATE -> "finished, %s after its deadline".formatted(words.time(-slack));
          case EXPIRED_IN_BATCH -> "its deadline had passed while it waited to be mapped";
          case EXPIRED_IN_QUEUE -> "its deadline had passed while it waited in a machine queue";
          case EVICTED -> "its deadline came while it ran, and it was stopped";
          case FAILED -> "its execution failed";
          case CANCELLED -> "a user took it back";
          case DROPPED_PENDING, DROPPED_RUNNING, DROPPED_PROACTIVELY, DISCARDED -> "left";
        };
    String ran =
        departure.start() == Departure.NOT_STARTED
            ? ""
            : ", after running for " + words.time(departure.time() - departure.start());
    add(departure.time(), what + ran + ": " + fate.label());
  }

  private static String tasks(List<Task> tasks) {
    String ids =
        tasks.stream().map(t -> Integer.toString(t.id())).collect(Collectors.joining(", "));
    return (tasks.size() == 1 ? "task " : "tasks ") + ids;
  }
}
