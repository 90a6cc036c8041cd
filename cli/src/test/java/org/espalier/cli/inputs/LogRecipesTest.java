package org.espalier.cli.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.Repository;
import org.espalier.workload.process.ProgramPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipes of the documentation, on logs as the programs and providers write them. */
final class LogRecipesTest {
  private static final Pattern RECIPES =
      Pattern.compile("```text recipes\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  private record Recipe(String log, String workload) {}

  private static final Map<String, Recipe> RECIPES_BY_FILE =
      Map.of(
          "sacct.txt",
          new Recipe(
              """
              JobName|State|Submit|ElapsedRaw|TimelimitRaw
              align "a"|COMPLETED|1795177690|301|10
              sort|FAILED|1795177691|1|10
              sort|COMPLETED|1795177700|60|5
              """,
              """
              task_type,arrival_s,deadline_s,execution_time_s
              "align ""a""\",1795177690,1795178890,301
              sort,1795177700,1795178300,60
              """),
          "sacct-local.txt",
          new Recipe(
              """
              JobName|Partition|State|Submit|Elapsed|Timelimit
              align|gpu|COMPLETED|2026-11-20T12:28:10|00:05:01|1-00:00:00
              sort|cpu|CANCELLED by 7|2026-11-20T12:28:20|1-00:01:00|2-00:00:00
              """,
              """
              task_type,arrival_s,deadline_s,execution_time_s,machine_type
              align,0,172800,301,gpu
              sort,10,345610,86460,cpu
              """),
          "task_events.csv.gz",
          new Recipe(
              """
              600000000,,515042969,0,,0,user1,2,0,0.03,0.07,0.001,0
              601000000,,515042969,0,1306,1,user1,2,0,0.03,0.07,0.001,0
              602500000,,515042970,0,,0,user2,0,9,0.03,0.07,0.001,0
              """,
              "task_type,arrival_s,deadline_s\n2,600,1200\n0,602.5,1202.5\n"),
          "instance_events.csv",
          new Recipe(
              """
              time,type,collection_id,scheduling_class,priority,instance_index
              600000000,SUBMIT,1,2,200,0
              600500000,QUEUE,1,2,200,0
              700000000,SUBMIT,2,2,103,0
              """,
              "task_type,arrival_s,deadline_s\n200,600,1200\n103,700,1300\n"),
          "batch_task.csv",
          new Recipe(
              """
              M1,1,j_1,1,Terminated,100,130,100.00,0.29
              R2_1,2,j_1,12,Terminated,131,150,50.00,0.2
              M1,1,j_3,1,Running,220,0,100.00,0.29
              """,
              """
              task_type,arrival_s,deadline_s,execution_time_s
              1,100,160,30
              12,131,169,19
              """),
          "vmtable.csv",
          new Recipe(
              """
              x/bzO,s1,d1,0,2591700,99.36,3.4,10.1,Delay-insensitive,1,1.75
              H5Ctm,s2,d1,3600,7200,99.36,3.4,10.1,Unknown,>24,>64
              """,
              """
              task_type,arrival_s,deadline_s,execution_time_s
              Delay-insensitive,0,5183400,2591700
              Unknown,3600,10800,3600
              """),
          "functions.csv",
          new Recipe(
              """
              app,func,end_timestamp,duration
              a1,f1,10.5,0.25
              a1,f2,11.0,0.0004
              """,
              """
              task_type,arrival_s,deadline_s,execution_time_s
              f1,10.25,10.75,0.25
              f2,10.9996,11.0004,0.0004
              """),
          "batsim.csv",
          new Recipe(
              """
              "at","profile","delay","walltime"
              10,"1",20.2,100
              10,"c",,-1
              """,
              """
              task_type,arrival_s,deadline_s,execution_time_s
              1,10,210,20.2
              c,10,,
              """),
          "batsim-jobs.csv",
          new Recipe(
              """
              job_id,workload_name,profile,submission_time,requested_time,success,execution_time
              0,w0,delay10,0,12,1,10
              1,w0,delay10,5,-1,1,10.5
              """,
              """
              task_type,arrival_s,deadline_s,execution_time_s
              delay10,0,24,10
              delay10,5,26,10.5
              """));

  @TempDir private Path directory;

  private static List<String> recipes(String program) throws IOException {
    String page = Files.readString(Repository.file("docs/workloads.md"));
    Matcher block = RECIPES.matcher(page);
    assertThat(block.find()).isTrue();
    return block.group(1).lines().filter(line -> line.startsWith(program + " ")).toList();
  }

  private List<Object> words(String recipe) {
    List<Object> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(recipe); word.find(); ) {
      String text = word.group(1) == null ? word.group(2) : word.group(1);
      words.add(words.size() == 3 || text.equals("w.csv") ? directory.resolve(text) : text);
    }
    return words.subList(1, words.size());
  }

  private void write(Path file, String text) throws IOException {
    boolean gzip = file.toString().endsWith(".gz");
    try (OutputStream plain = Files.newOutputStream(file);
        OutputStream out = gzip ? new GZIPOutputStream(plain) : plain) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void eachRecipeReadsItsLog() throws IOException {
    List<String> recipes = recipes("espalier");
    assertThat(recipes).hasSameSizeAs(RECIPES_BY_FILE.keySet());
    for (String line : recipes) {
      List<Object> words = words(line);
      Path log = (Path) words.get(2);
      Recipe recipe = RECIPES_BY_FILE.get(log.getFileName().toString());
      assertThat(recipe).as(line).isNotNull();
      write(log, recipe.log());

      CommandRun run = CommandRun.of(words.toArray());

      assertThat(run.err()).as(line).isEmpty();
      assertThat(directory.resolve("w.csv")).as(line).hasContent(recipe.workload());
    }
  }

  @Test
  void theJsonOfBatsimBecomesCsv() throws Exception {
    assumeThat(ProgramPath.find("jq", System.getenv("PATH"), directory)).as("jq").isPresent();
    Files.writeString(
        directory.resolve("batsim.json"),
        """
        {
        \t"nb_res": 4,
        \t"jobs": [
        \t\t{"id": "w0!1", "subtime": 10, "walltime": 100, "res": 4, "profile": "1"},
        \t\t{"id": 2, "subtime": 1e1, "walltime": -1, "res": 1, "profile": "c"}
        \t],
        \t"profiles": {
        \t\t"1": {"type": "delay", "delay": 20.20},
        \t\t"c": {"type": "parallel_homogeneous", "cpu": 1e9, "com": 0}
        \t}
        }
        """);

    String recipe = recipes("jq").getFirst();
    int status =
        new ProcessBuilder("sh", "-c", recipe).directory(directory.toFile()).start().waitFor();

    assertThat(status).isZero();
    Recipe next = Objects.requireNonNull(RECIPES_BY_FILE.get("batsim.csv"));
    assertThat(Files.readString(directory.resolve("batsim.csv")).replace("20.20", "20.2"))
        .isEqualTo(next.log());
  }

  @Test
  void theTableOfE2cBecomesAPet() throws IOException {
    Path table = Files.writeString(directory.resolve("eet.csv"), ",m1,m2\nT1,1,2\nT2,5,\n");
    Path pet = directory.resolve("eet.pet.csv");

    assertThat(CommandRun.of("pet", "build", table, "-o", pet).err()).contains("T2: m2");
    assertThat(CommandRun.of("pet", "build", table, "-o", pet, "--missing", "cannot-run").status())
        .isZero();

    assertThat(Files.readString(pet)).contains("T1,m1,1,1.0\nT1,m2,2,1.0\nT2,m1,5,1.0\nT2,m2,,\n");
    Files.writeString(table, ",m1,m1\nT1,1,2\n");
    assertThat(CommandRun.of("pet", "build", table, "-o", pet).err())
        .contains("eet.csv:1: m1: column stands twice in the header");
    Files.writeString(table, "task_type,m1\nT1,-1\nT1,2\n,3\nT2,1 s\n");
    assertThat(CommandRun.of("pet", "build", table, "-o", pet).err())
        .contains("eet.csv:2: m1: is not an execution time (value -1)")
        .contains("eet.csv:3: task_type: no name, or a second time (value T1)")
        .contains("also line 5 (1 s)");
  }
}
