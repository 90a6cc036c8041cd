package org.espalier.service.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.service.store.Samples.began;
import static org.espalier.service.store.Samples.change;
import static org.espalier.service.store.Samples.ended;
import static org.espalier.service.store.Samples.held;
import static org.espalier.service.store.Samples.line;
import static org.espalier.service.store.Samples.on;
import static org.espalier.service.store.Samples.queued;
import static org.espalier.service.store.Samples.tasks;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.live.Ending;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Run;
import org.espalier.service.live.Served;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskQuery;
import org.espalier.service.live.TaskState;
import org.espalier.service.live.Urgency;
import org.espalier.service.live.Utility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store must keep to. */
abstract class StoreContract {
  private Store store;

  /** Opens the store of this test, the same one every time within a test. */
  abstract Store open();

  /** Runs a statement on the database of this test's store, by a connection of its own. */
  abstract void tamper(String sql) throws Exception;

  @BeforeEach
  void openStore() throws Exception {
    store = open();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  Store store() {
    return store;
  }

  void reopen() {
    store.close();
    store = open();
  }

  @Test
  void aNewStoreIsEmpty() {
    assertThat(store.resume()).isEqualTo(new Store.Resumption(Map.of(), List.of(), 0, 0, 0));
    assertThat(store.find(0)).isEmpty();
    assertThat(store.list(Samples.latest(10))).isEmpty();
    assertThat(store.journal(0, 10)).isEmpty();
    assertThat(store.history(0)).isEmpty();
    assertThat(store.withKeys(List.of())).isEmpty();
    assertThat(store.forget(Long.MAX_VALUE, Long.MAX_VALUE)).isZero();
  }

  @ParameterizedTest
  @EnumSource(Fate.class)
  void everyFateIsKept(Fate fate) {
    LiveTask task = ended(queued(0), fate, 7);

    store.commit(tasks(task));

    assertThat(store.find(0)).contains(task);
  }

  @Test
  void aTaskIsKeptAtEachStepOfItsWay() {
    LiveTask task = queued(3);
    List<LiveTask> steps =
        List.of(
            task,
            task.assigned("gpu-1", 0, Double.NaN),
            task.assigned("gpu-1", 0, 0.1 + 0.2),
            task.assigned("gpu-1", 2, 0.5).started(7),
            task.assigned("gpu-1", 2, 0.5).as(new Served("h264 480p", 0.7)).started(7),
            task.assigned("gpu-1", 0, 1)
                .started(3)
                .returned()
                .assigned("gpu-1", 0, 1)
                .started(Long.MAX_VALUE),
            task.assigned("gpu-1", 0, 1)
                .started(5)
                .ended(new Ending(9, Fate.FAILED, OptionalInt.of(-1), "exit 'status' \"255\"\n")),
            task.ended(new Ending(9, Fate.CANCELLED, OptionalInt.empty(), "")));
    for (LiveTask step : steps) {
      store.commit(tasks(step));
      assertThat(store.find(3)).contains(step);
      reopen();
      assertThat(store.find(3)).contains(step);
      assertThat(store.resume().unfinished())
          .isEqualTo(step.state().isFinal() ? List.of() : List.of(step));
    }
  }

  @Test
  void theLastWordOnATaskInAChangeCounts() {
    LiveTask mapped = on(queued(0), "m1");

    store.commit(tasks(queued(0), mapped));

    assertThat(store.find(0)).contains(mapped);
  }

  @Test
  void oddTextsAreKept() {
    String odd = "'; DROP TABLE task; -- %_!\\ \"\t\n € 🌳 {}?";
    LiveTask task =
        ended(on(queued(0, odd, Map.of(odd, odd, "", ""), Optional.of(odd)), odd), Fate.LATE, 1);
    JournalLine line = new JournalLine(1, 0, 0, "{\"event\":\"" + odd + "\"}");

    store.commit(new Store.Change(List.of(task), List.of(line), Map.of(odd, odd)));

    assertThat(store.find(0)).contains(task);
    assertThat(store.withKeys(List.of(odd))).containsExactly(task);
    assertThat(store.journal(0, 1)).containsExactly(line);
    assertThat(store.resume().facts()).isEqualTo(Map.of(odd, odd));
    assertThat(store.list(matching(odd))).containsExactly(task);
  }

  @Test
  void textsThatCannotBeKeptDoNotStopTheOthers() {
    LiveTask bad = queued(0, "t", Map.of("p", "a\0b\ud800c"), Optional.of("k\0"));
    LiveTask told = bad.ended(new Ending(1, Fate.FAILED, OptionalInt.empty(), "\udc00 \0"));

    store.commit(tasks(told, queued(1)));

    assertThat(store.find(1)).contains(queued(1));
    assertThat(store.find(0).orElseThrow().ending().orElseThrow().detail()).isEqualTo("� \0");
    assertThat(store.withKeys(List.of("k\0"))).extracting(LiveTask::id).containsExactly(0L);
  }

  @Test
  void aChangeMayBeRepeated() {
    Store.Change change = Samples.busy(0);
    store.commit(change);
    store.commit(change);
    reopen();
    store.commit(change);

    assertThat(store.list(Samples.latest(100))).hasSize(20);
    assertThat(store.journal(0, 1000)).isEqualTo(change.journal());
    assertThat(store.resume())
        .isEqualTo(new Store.Resumption(Map.of("change", "0"), change.tasks(), 20, 60, 0));
  }

  @Test
  void aChangeIsMadeWholeOrNotAtAll() {
    store.commit(tasks(queued(0)));
    LiveTask thief = queued(2, "encode", Map.of(), Optional.of("key-0"));
    Store.Change bad =
        new Store.Change(
            List.of(queued(1), thief), List.of(line(1, 0, 1)), Map.of("fact", "changed"));

    assertThatThrownBy(() -> store.commit(bad)).isInstanceOf(IllegalArgumentException.class);

    assertThat(store.find(1)).isEmpty();
    assertThat(store.journal(0, 10)).isEmpty();
    assertThat(store.resume().facts()).isEmpty();
    store.commit(tasks(queued(1)));
    assertThat(store.find(1)).contains(queued(1));
  }

  @Test
  void factsReplaceTheOnesBefore() {
    store.commit(new Store.Change(List.of(), List.of(), Map.of("a", "1", "b", "2")));
    store.commit(new Store.Change(List.of(), List.of(), Map.of("b", "3", "c", "")));

    assertThat(store.resume().facts()).isEqualTo(Map.of("a", "1", "b", "3", "c", ""));
  }

  @Test
  void tasksAreFoundByKey() {
    IntStream.range(0, 60).forEach(n -> store.commit(Samples.busy(n)));
    List<String> keys = IntStream.range(1000, 2300).mapToObj(i -> "key-" + i).toList();

    assertThat(store.withKeys(keys))
        .extracting(LiveTask::id)
        .containsExactlyInAnyOrderElementsOf(LongStream.range(1000, 1200).boxed().toList());
  }

  @Test
  void theJournalIsReadInPages() {
    List<JournalLine> lines = LongStream.rangeClosed(1, 10).mapToObj(i -> line(i, i, 0)).toList();
    store.commit(change(List.of(), lines));

    assertThat(store.journal(0, 4)).isEqualTo(lines.subList(0, 4));
    assertThat(store.journal(8, 4)).isEqualTo(lines.subList(8, 10));
    assertThat(store.journal(10, 4)).isEmpty();
    assertThat(store.journal(0, 0)).isEmpty();
    assertThatThrownBy(() -> store.journal(0, -1)).hasMessageContaining("limit is -1");
  }

  @Test
  void theHistoryOfATaskIsItsOwn() {
    store.commit(
        change(
            List.of(),
            List.of(line(1, 0, 0), line(2, 0, 1), held(3, 0), line(4, 5, 0), line(5, 6, 1))));

    assertThat(store.history(0)).containsExactly(line(1, 0, 0), line(4, 5, 0));
    assertThat(store.history(JournalLine.NO_TASK)).isEmpty();
    assertThat(store.journal(2, 1)).containsExactly(held(3, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"100%", "a_b", "x!y", "back\\slash", "FILM", "käse", "b c"})
  void textIsSearchedForAsItStands(String text) {
    LiveTask byValue = queued(0, "t", Map.of("p", "before " + text + " after"), Optional.empty());
    LiveTask byKey = queued(1, "t", Map.of(), Optional.of("<" + text.toLowerCase(Locale.ROOT)));
    LiveTask byName = queued(2, "t", Map.of(text, "x"), Optional.empty());
    LiveTask neither =
        queued(3, "t", Map.of("p", "100 aXb xy", "q", "b", "r", "c"), Optional.empty());
    LiveTask apart = queued(4, "t", Map.of("p", "x b", "q", "c y"), Optional.of("100"));
    store.commit(tasks(byValue, byKey, byName, neither, apart));

    assertThat(store.list(matching(text))).containsExactly(byKey, byValue);
    assertThat(store.list(matching(text.toUpperCase(Locale.ROOT)))).containsExactly(byKey, byValue);
  }

  /** Against a plain filter over a list, page by page. */
  @Test
  void queriesAgreeWithAPlainFilter() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(17);
    List<LiveTask> all = IntStream.range(0, 400).mapToObj(i -> drawn(i, random)).toList();
    store.commit(change(all, List.of()));

    for (int i = 0; i < 150; i++) {
      TaskQuery query = drawnQuery(random);
      assertThat(pages(query)).as(query.toString()).isEqualTo(plainly(query, all));
    }
  }

  private static LiveTask drawn(long id, RandomGenerator random) {
    Submission submission =
        new Submission(
            "type-" + random.nextInt(3),
            Map.of("p", "v" + random.nextInt(20)),
            Optional.empty(),
            maybe("u" + random.nextInt(3), random));
    LiveTask task =
        LiveTask.queued(id, submission, 30L * (id / 3), 10_000)
            .due(drawnDue(random))
            .utility(
                new Utility(
                    1 / (1 + random.nextDouble()),
                    maybe("1.5 ms: 1.0, 7 h: 0.25", random).map(Urgency::of)));
    LiveTask mapped =
        random.nextBoolean()
            ? task
            : (random.nextBoolean()
                ? task.assigned("m" + random.nextInt(3), 0, 0.5)
                : task.assigned("m" + random.nextInt(3), 0, 0.5).started(random.nextInt(9)));
    Fate[] fates = Fate.values();
    return random.nextInt(4) == 0
        ? mapped
        : ended(mapped, fates[random.nextInt(fates.length)], random.nextInt(1000));
  }

  private static Optional<Instant> drawnDue(RandomGenerator random) {
    return random.nextBoolean()
        ? Optional.of(Instant.EPOCH.plusNanos(random.nextLong(1L << 60)))
        : Optional.empty();
  }

  private static TaskQuery drawnQuery(RandomGenerator random) {
    return new TaskQuery(
        some(TaskState.class, random),
        some(Fate.class, random),
        maybe("type-" + random.nextInt(3), random),
        maybe("m" + random.nextInt(3), random),
        maybe("v" + random.nextInt(3), random),
        new TaskQuery.Submitted(
            maybe("u" + random.nextInt(3), random), someTime(random), someTime(random)),
        random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(random.nextInt(420)),
        1 + random.nextInt(60));
  }

  private static OptionalLong someTime(RandomGenerator random) {
    return random.nextInt(3) == 0
        ? OptionalLong.of(random.nextInt(-10, 4300))
        : OptionalLong.empty();
  }

  private static <E extends Enum<E>> Set<E> some(Class<E> kind, RandomGenerator random) {
    Set<E> some = EnumSet.noneOf(kind);
    if (random.nextBoolean()) {
      List.of(kind.getEnumConstants()).stream()
          .filter(e -> random.nextBoolean())
          .forEach(some::add);
    }
    return some;
  }

  private static Optional<String> maybe(String text, RandomGenerator random) {
    return random.nextInt(3) == 0 ? Optional.of(text) : Optional.empty();
  }

  private List<LiveTask> pages(TaskQuery query) {
    List<LiveTask> all = new ArrayList<>();
    TaskQuery next = query;
    for (List<LiveTask> page = store.list(next); !page.isEmpty(); page = store.list(next)) {
      assertThat(page).hasSizeLessThanOrEqualTo(query.limit());
      all.addAll(page);
      next = before(query, page.getLast().id());
    }
    return all;
  }

  private static TaskQuery before(TaskQuery q, long id) {
    return new TaskQuery(
        q.states(),
        q.fates(),
        q.type(),
        q.machine(),
        q.text(),
        q.submitted(),
        OptionalLong.of(id),
        q.limit());
  }

  private static List<LiveTask> plainly(TaskQuery query, List<LiveTask> all) {
    return all.stream()
        .filter(t -> query.states().isEmpty() || query.states().contains(t.state()))
        .filter(t ->
            query.fates().isEmpty()
                || t.ending().filter(e -> query.fates().contains(e.fate())).isPresent())
        .filter(t -> query.type().map(t.submission().type()::equals).orElse(true))
        .filter(t -> query.machine().isEmpty() || query.machine().equals(t.run().map(Run::machine)))
        .filter(t ->
            t.submission().parameters().values().stream()
                .anyMatch(v -> v.contains(query.text().orElse(""))))
        .filter(t -> isSubmitted(t, query.submitted()))
        .filter(t -> query.before().isEmpty() || t.id() < query.before().getAsLong())
        .sorted(Comparator.comparing(LiveTask::id).reversed())
        .toList();
  }

  private static boolean isSubmitted(LiveTask task, TaskQuery.Submitted so) {
    return (so.user().isEmpty() || so.user().equals(task.submission().user()))
        && task.arrival() >= so.since().orElse(Long.MIN_VALUE)
        && task.arrival() < so.until().orElse(Long.MAX_VALUE);
  }

  private static TaskQuery matching(String text) {
    return new TaskQuery(
        Set.of(),
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(text),
        TaskQuery.Submitted.ANY,
        OptionalLong.empty(),
        10);
  }

  @Test
  void whatLiesBeforeABeginningOfTheJournalIsForgotten() {
    LiveTask old = ended(queued(0), Fate.ON_TIME, 99);
    LiveTask young = ended(queued(1), Fate.ON_TIME, 100);
    LiveTask waiting = queued(2);
    JournalLine policy = new JournalLine(5, 1, JournalLine.NO_TASK, "{\"event\":\"policy\"}");
    store.commit(
        change(
            List.of(old, young, waiting),
            List.of(
                line(1, 0, 0),
                line(2, 0, 1),
                line(3, 0, 2),
                held(4, 99),
                policy,
                held(6, 100),
                began(7, 100),
                held(8, 120),
                began(9, 151))));

    assertThat(store.forget(99, 99)).as("nothing begins before 100").isZero();
    assertThat(store.journal(0, 10)).hasSize(9);

    assertThat(store.forget(150, 150)).isEqualTo(1);

    assertThat(store.list(Samples.latest(10))).containsExactly(waiting, young);
    assertThat(store.journal(0, 10))
        .containsExactly(line(2, 0, 1), line(3, 0, 2), began(7, 100), held(8, 120), began(9, 151));
    assertThat(store.forget(150, 150)).isZero();
    assertThat(store.withKeys(List.of("key-0"))).isEmpty();
  }

  @Test
  void manyTasksAreForgotten() {
    List<LiveTask> all =
        IntStream.range(0, 1234).mapToObj(i -> ended(queued(i), Fate.LATE, i)).toList();
    List<JournalLine> lines =
        IntStream.range(0, 5000)
            .mapToObj(i -> i % 2 == 0 ? held(i + 1, i) : line(i + 1, i, i / 5))
            .collect(Collectors.toCollection(ArrayList::new));
    lines.set(1000, began(1001, 1000));
    store.commit(change(all, lines));

    assertThat(store.forget(1500, 1500)).isEqualTo(1000);

    assertThat(store.list(Samples.latest(1000))).hasSize(234);
    assertThat(store.journal(0, 10_000))
        .isEqualTo(lines.stream().filter(l -> l.time() >= (l.task() < 0 ? 1000 : 5000)).toList());
  }

  @Test
  void noNumberIsUsedAgainAfterItsTaskIsForgotten() {
    store.commit(
        change(
            List.of(queued(0), ended(queued(9), Fate.LATE, 5)),
            List.of(line(1, 1, 0), line(2, 5, 9), began(3, 6))));
    assertThat(store.forget(100, 100)).isEqualTo(1);
    reopen();

    assertThat(store.resume())
        .isEqualTo(new Store.Resumption(Map.of(), List.of(queued(0)), 10, 3, 6));
    store.commit(change(List.of(queued(10)), List.of(line(4, 8, 10))));
    assertThat(store.resume().nextTask()).isEqualTo(11);
    assertThat(store.resume().lastSequence()).isEqualTo(4);
    assertThat(store.resume().lastTime()).isEqualTo(8);
  }

  @Test
  void readersSeeWholeCommitsOnly() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Integer> reading =
        CompletableFuture.supplyAsync(() -> {
          int reads = 0;
          for (; !done.get(); reads++) {
            assertThat(store.journal(0, 100_000).size() % 60).isZero();
            assertThat(store.list(Samples.latest(1000)).size() % 20).isZero();
          }
          return reads;
        });
    IntStream.range(0, 50).forEach(n -> store.commit(Samples.busy(n)));
    done.set(true);

    assertThat(reading.get()).isPositive();
  }

  @Test
  void commitsTakeTheirTurnWhileOldTasksAreForgotten() {
    store.commit(
        change(
            IntStream.range(0, 5000).mapToObj(i -> ended(queued(i), Fate.LATE, 1)).toList(),
            List.of(began(1, 2))));
    CompletableFuture<Integer> forgetting = CompletableFuture.supplyAsync(() -> store.forget(2, 2));
    int during = 0;
    for (int i = 6000; !forgetting.isDone(); i++) {
      store.commit(tasks(queued(i)));
      during++;
    }

    assertThat(forgetting.join()).isEqualTo(5000);
    assertThat(during).isGreaterThan(5);
  }

  @Test
  void aSecondServiceIsRefused() {
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("is in use by")
        .hasMessageContaining("store of its own");
    store.commit(tasks(queued(0)));
    reopen();
    assertThat(store.find(0)).contains(queued(0));
  }

  @Test
  void howOftenATaskWasRepeatedAndUntilWhenItIsHeldBackIsKept() {
    LiveTask running = on(queued(0), "m").started(5);
    LiveTask held = running.retried().held(900);
    store.commit(tasks(running, queued(1)));
    store.commit(tasks(held));
    assertThat(store.find(0)).hasValue(held);
    assertThat(store.resume().unfinished()).contains(held, queued(1));

    store.commit(tasks(held.released()));
    assertThat(store.find(0)).hasValue(held.released());
    assertThat(store.find(0).orElseThrow().retries()).isOne();
  }

  @Test
  void aNewerStoreIsRefused() throws Exception {
    store.close();
    tamper(
        """
        INSERT INTO schema_version (installed_rank, version, description, type, script, checksum,
          installed_by, installed_on, execution_time, success)
        VALUES (9, '8', 'later', 'SQL', 'V8__later.sql', 1, 'x', CURRENT_TIMESTAMP, 1, true)\
        """);

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("tables of version 8; this program knows versions up to 1")
        .hasMessageContaining("use a newer program");
    tamper("DELETE FROM schema_version WHERE version = '8'");
    store = open();
  }

  @Test
  void tablesOfAnotherProgramAreRefused() throws Exception {
    store.close();
    tamper("UPDATE schema_version SET checksum = checksum + 1");

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("has tables that do not fit this program");
    tamper("UPDATE schema_version SET checksum = checksum - 1");
    store = open();
  }

  @Test
  void aDatabaseOfSomethingElseIsRefused() throws Exception {
    store.close();
    for (String table :
        List.of("task", "journal", "beginning", "fact", "mark", "service", "schema_version")) {
      tamper("DROP TABLE " + table);
    }
    tamper("CREATE TABLE something_else (id INTEGER)");

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("holds tables of something else")
        .hasMessageContaining("of its own");
    tamper("DROP TABLE something_else");
    store = open();
  }

  @Test
  void aClosedStoreSaysSo() {
    store.close();

    assertThatThrownBy(() -> store.commit(tasks(queued(0)))).hasMessageContaining("is closed");
    assertThatThrownBy(() -> store.find(0)).hasMessageContaining("is closed");
    store.close();
  }
}
