package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.espalier.cli.CommandRun;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Incidents;
import org.espalier.simulator.engine.Trial;
import org.espalier.testkit.TinySystems;
import org.espalier.testkit.TinyWorkloads;
import org.espalier.workload.journal.JournalFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** A journal is replayed under its own policy and others, from a file and from a service. */
final class ReplayCommandTest {
  private static final HcSystem SYSTEM = TinySystems.twoByTwo();
  private static final AllocationRules RULES = PolicySettings.JOURNAL.rules();

  @TempDir private Path directory;
  private Path journal;
  private List<String> lines;

  @BeforeEach
  void record() throws IOException {
    List<Journal.Entry> entries = new ArrayList<>();
    entries.add(
        new Journal.Began(
            0, SYSTEM, RULES, "PAM", "{}", List.of(), List.of(), Optional.empty(), List.of()));
    EventEngine.run(
        new Trial(SYSTEM, RULES, workload(), new CounterStream(1, 0, SYSTEM.pet())),
        PolicyRegistry.builtIn().find("PAM").orElseThrow().create(PolicySettings.JOURNAL),
        Incidents.NONE,
        entries::add);
    lines = new ArrayList<>(entries.stream().map(JournalFiles::line).toList());
    journal = Files.write(directory.resolve("journal.jsonl"), lines);
  }

  private static Workload workload() {
    Random random = new Random(7);
    TinyWorkloads workload = TinyWorkloads.empty();
    long now = 0;
    for (int i = 0; i < 200; i++) {
      now += random.nextInt(3);
      workload.task(random.nextInt(2), now, now + 2 + random.nextInt(10));
    }
    return workload.build();
  }

  @Test
  void itsTasksBecomeAWorkloadWithTheirTimes() throws IOException {
    Path workload = directory.resolve("w.csv");

    CommandRun run = CommandRun.of("workload", "convert", journal, "-o", workload);

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("without an execution time: they did not run");
    assertThat(Files.readString(workload))
        .startsWith("task_type,arrival_s,deadline_s,execution_time_s,machine_type\n")
        .containsPattern("\n[^,]+,[0-9.]+,[0-9.]+,[0-9.]+,[^,]+\n");
    assertThat(CommandRun.of("check", workload).status()).isZero();
  }

  @Test
  void itsOwnPolicyDoesWhatWasRecordedAndOthersDoNot() {
    CommandRun run = CommandRun.of("replay", "--from", journal, "--policies", "PAM,Random");

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(ExitCode.OK);
    assertThat(run.lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("200 tasks in ").endsWith("at the end: PAM"),
            line -> assertThat(line).isEmpty(),
            line -> assertThat(line).matches("policy +on time % +against recorded"),
            line -> assertThat(line).matches("recorded +[0-9.]+"),
            line -> assertThat(line).matches("PAM +[0-9.]+ .+ 0\\.0 +0\\.0 .+ 0\\.0"),
            line -> assertThat(line).matches("Random +[0-9.]+ .+ [0-9.]+ +-[0-9.]+ .+ [0-9.]+"));
  }

  @Test
  void theBaselineMayBeAPolicy() {
    CommandRun run =
        CommandRun.of(
            "replay",
            "--from",
            journal,
            "--policies",
            "PAM,MM",
            "--baseline",
            "MM",
            "--trials",
            "5");

    assertThat(run.out()).contains("against MM");
    assertThat(run.lines()).anyMatch(line -> line.matches("recorded +[0-9.]+ +\\+[0-9.]+ .*"));
    assertThat(run.lines()).anyMatch(line -> line.matches("MM +[0-9.]+ .{1,2} +[0-9.]+"));
  }

  @Test
  void decisionsAreCheckedAndTheFirstDifferenceIsNamed() throws IOException {
    CommandRun good = CommandRun.of("replay", "--from", journal, "--check");
    assertThat(good.status()).isEqualTo(ExitCode.OK);
    assertThat(good.out()).matches("replayed [\\d,]+ entries: all \\d+ decisions are identical\n");

    int assigned = firstAfter("\"assigned\"", 20);
    String line = lines.get(assigned);
    String other = line.contains("\"machine\":0") ? "\"machine\":1" : "\"machine\":0";
    lines.set(assigned, line.replaceFirst("\"machine\":\\d", other));
    Path changed = Files.write(directory.resolve("changed.jsonl"), lines);

    CommandRun bad = CommandRun.of("replay", "--from", changed, "--check");
    assertThat(bad.status()).isEqualTo(ExitCode.USAGE);
    assertThat(bad.err())
        .contains("does not replay to the same decisions")
        .contains("entry " + (assigned + 1) + ": the journal says " + lines.get(assigned))
        .contains("the replay " + line);
  }

  private int firstAfter(String text, int from) {
    for (int i = from; i < lines.size(); i++) {
      if (lines.get(i).contains(text)) {
        return i;
      }
    }
    throw new AssertionError(text);
  }

  @Test
  void aJournalThatBeginsLaterIsTold() throws IOException {
    Path cut = Files.write(directory.resolve("cut.jsonl"), lines.subList(1, lines.size()));
    assertThat(CommandRun.of("replay", "--from", cut, "--policies", "PAM").err())
        .contains(cut.toString())
        .contains("no start of the service");

    List<String> twice = new ArrayList<>(lines.subList(1, 30));
    twice.addAll(lines);
    Path later = Files.write(directory.resolve("later.jsonl"), twice);
    CommandRun run = CommandRun.of("replay", "--from", later, "--policies", "PAM", "--check");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("the first 29 entries are left out").contains("200 tasks");
  }

  @Test
  void aServiceIsAskedForItsJournal() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/journal",
        exchange -> {
          byte[] body = Files.readAllBytes(journal);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort();
      CommandRun file = CommandRun.of("replay", "--from", journal, "--policies", "MM");
      CommandRun service = CommandRun.of("replay", "--from", address, "--policies", "MM");
      assertThat(service.err()).isEmpty();
      assertThat(service.out()).isEqualTo(file.out());
      server.removeContext("/v1/journal");
      assertThat(CommandRun.of("replay", "--from", address, "--check").err()).contains("404");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void badOptionsAreExplained() {
    assertThat(error("--policies", "PAN")).contains("did you mean PAM?");
    assertThat(error()).contains("--check");
    assertThat(error("--policies", "PAM", "--baseline", "MM")).contains("one of --policies");
    assertThat(error("--policies", "PAM", "--trials", "0")).contains("at least 1");
    assertThat(error("--policies", "PAM", "--set", "droping=no"))
        .contains("did you mean dropping?");
    assertThat(error("--policies", "PAM", "--set", "queue_capacity=0")).contains("unbounded");
    assertThat(error("--policies", "JIT", "--set", "JIT.fairness.weight=11"))
        .contains("--set: JIT.fairness.weight is 11; expected ")
        .doesNotContain("journal.jsonl");
    assertThat(CommandRun.of("replay", "--from", directory.resolve("no.jsonl"), "--check").err())
        .contains("there is no such file");
  }

  private String error(Object... options) {
    List<Object> all = new ArrayList<>(List.of("replay", "--from", journal));
    all.addAll(List.of(options));
    CommandRun run = CommandRun.of(all.toArray());
    assertThat(run.status()).isEqualTo(ExitCode.USAGE);
    return run.err();
  }

  @Test
  void whatOnlyPoliciesReadIsRefusedWithoutThem() {
    assertThat(CommandRun.of("replay", "--from", journal, "--check", "--seed", "3").err())
        .contains("--seed: is for policies; give --policies NAME,...");
    assertThat(CommandRun.of("status", "17", "--state", "failed").err())
        .contains("--state: is for lists of tasks; leave out ID and --calibration");
  }
}
