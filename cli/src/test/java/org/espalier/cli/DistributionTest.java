package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.cli.terminal.Version;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code ./espalier dist} makes, used as on a computer that has neither JDK nor Maven. */
@Tag("slow")
final class DistributionTest {
  /** The programs that the image needs of its computer. */
  private static final List<String> PROGRAMS =
      List.of(
          "bash", "cat", "dd", "env", "head", "mkfifo", "mv", "nice", "readlink", "setsid", "sh");

  private static final Pattern ADDRESS = Pattern.compile("Dashboard: +(http://\\S+?)/\n");
  private static final Pattern UNIT_COMMAND = Pattern.compile("(?m)^ExecStart=(.*)$");

  @TempDir private static Path directory;
  private static Path made;
  private static Path image;

  /**
   * Unpacked elsewhere; {@code made} holds the rest. Made in a copy of the tree, since publishing
   * compiles classes anew, which other tests run from.
   */
  @BeforeAll
  static void makeAll() throws Exception {
    made = directory.resolve("made");
    Path tree = Files.createDirectory(directory.resolve("tree"));
    system(Repository.root()).run("tar --exclude=target -cf - . | tar -C " + tree + " -xf -");
    new Shell(tree)
        .with("PATH", System.getenv("PATH"))
        .with("JAVA_HOME", System.getProperty("java.home"))
        .run("bash ./espalier dist " + made);
    Path elsewhere = Files.createDirectories(directory.resolve("else where"));
    system(elsewhere).run("rm -r " + made + "/espalier-*/ && tar -xzf " + one("*.tar.gz"));
    image = elsewhere.resolve("espalier-" + Version.number());
  }

  /** Links out of the directory, which is deleted after this. */
  @AfterAll
  static void unlinkPrograms() throws IOException {
    for (String program : PROGRAMS) {
      Files.deleteIfExists(directory.resolve("bin").resolve(program));
    }
  }

  private static Path one(String glob) throws IOException {
    try (var files = Files.newDirectoryStream(made, glob)) {
      return files.iterator().next();
    }
  }

  /** A shell with the programs of this computer. */
  private static Shell system(Path start) {
    return new Shell(start).with("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
  }

  /** A shell that finds no Java and no Maven. */
  private static Shell bare() throws IOException {
    Path bin = directory.resolve("bin");
    if (Files.notExists(bin)) {
      Files.createDirectory(bin);
      for (String program : PROGRAMS) {
        Files.createSymbolicLink(bin.resolve(program), Path.of("/usr/bin", program));
      }
    }
    Path start = Files.createDirectories(directory.resolve("work"));
    return new Shell(start).with("PATH", bin).with("JAVA_HOME", "/nowhere");
  }

  @Test
  void theImageRunsTheQuickStart() throws Exception {
    String command = "'" + image + "/bin/espalier' ";

    assertThat(bare().run(command + "--version"))
        .contains("espalier " + Version.number() + " (commit ", "in " + image + "/runtime");
    assertThat(bare().run(command + "run --out quick")).contains("PAM", "quick/report.html");
    assertThat(directory.resolve("work/quick/report.html")).isNotEmptyFile();
  }

  /** By a local repository of Maven that has what the world publishes, and nothing of Espalier. */
  @Test
  void theExamplesAreBuiltFromTheRepositoryOfTheArchive() throws Exception {
    Path local = directory.resolve("m2");
    Path home = Path.of(System.getProperty("user.home"), ".m2/repository");
    system(directory)
        .run(
            "{ cp -al %1$s %2$s 2>/dev/null || { rm -rf %2$s; cp -a %1$s %2$s; }; } && rm -r %2$s/org/espalier"
                .formatted(home, local));

    for (String example : List.of("my-heuristic", "my-backend")) {
      new Shell(image)
          .with("PATH", System.getenv("PATH"))
          .with("JAVA_HOME", System.getProperty("java.home"))
          .run(
              "mvn -o -B -ntp -Daether.offline.protocols=file -Dmaven.repo.local=%s -f examples/%s/pom.xml verify"
                  .formatted(local, example));
      assertThat(image.resolve("examples/%1$s/target/%1$s.jar".formatted(example)))
          .isNotEmptyFile();
    }
    Path modules = image.resolve("maven/org/espalier/espalier-core").resolve(Version.number());
    assertThat(modules.resolve("espalier-core-%s-javadoc.jar".formatted(Version.number())))
        .isNotEmptyFile();
    assertThat(modules.resolve("espalier-core-%s-sources.jar".formatted(Version.number())))
        .isNotEmptyFile();
  }

  @Test
  void theImageServes() throws Exception {
    String serve = "exec '%s/espalier' serve --port 0 --data data".formatted(image);

    assertThat(submitted(bare(), serve, image.resolve("espalier"))).isEqualTo("on-time");
  }

  /** How a task ends that a service was given. */
  private static String submitted(Shell shell, String serve, Path command) throws Exception {
    Path log = Files.createTempFile(directory, "serve", ".log");
    Process service = shell.start(serve, log);
    try {
      await()
          .atMost(Duration.ofMinutes(4))
          .until(() -> address(log).isPresent() || !service.isAlive());
      String address =
          address(log).orElseThrow(() -> new AssertionError("no service; see " + read(log)));
      bare().run("'%s' submit cpu --deadline 'in 200 s' --url %s".formatted(command, address));
      return fate(address);
    } finally {
      service.descendants().forEach(ProcessHandle::destroy);
      service.destroy();
      service.waitFor();
    }
  }

  /** How the first task of a service ends. */
  private static String fate(String address) {
    await().atMost(Duration.ofMinutes(4)).until(() -> task(address).hasNonNull("fate"));
    return task(address).get("fate").asString();
  }

  private static JsonNode task(String address) {
    return JsonMapper.shared().readTree(CommandRun.at(address, "status", "0", "--json").out());
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> address(Path log) {
    Matcher found = ADDRESS.matcher(read(log));
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  @Test
  void filesOfTheArchiveAreOfTheCommitAndOfNobody() throws Exception {
    String owners =
        system(directory)
            .run(
                "tar --numeric-owner --full-time -tvzf %s | awk '{ print $2, $4, $5 }' | sort -u"
                    .formatted(one("*.tar.gz")));

    assertThat(owners.lines()).hasSize(1).first().asString().startsWith("0/0 20");
  }

  @Test
  void eachLibraryHasALicenceAndStandsInTheList() throws Exception {
    String list = Files.readString(image.resolve("sbom.cdx.json"));

    try (Stream<Path> jars = Files.list(image.resolve("app/lib"))) {
      assertThat(jars)
          .hasSizeGreaterThan(50)
          .allSatisfy(jar -> {
            String name = jar.getFileName().toString().replaceFirst("(-[0-9][^-]*)?\\.jar$", "");
            assertThat(list).contains('"' + name + '"');
            assertThat(image.resolve("licences").resolve(name)).isNotEmptyDirectory();
          });
    }
  }

  @Test
  void checksumsAreOfWhatLiesBesideThem() throws Exception {
    String checked = system(made).run("sha256sum --check SHA256SUMS");

    assertThat(checked.lines())
        .contains(one("*.tar.gz").getFileName() + ": OK", one("*.json").getFileName() + ": OK");
  }

  @Test
  void aKeyThatIsNotThereSignsNothing() throws Exception {
    Shell shell = system(Repository.root());

    assertThat(shell.outcome("bash scripts/dist.sh --sign nobody " + directory).printed())
        .contains("--sign nobody: gpg has no such secret key.");
    assertThat(directory.resolve("SHA256SUMS")).doesNotExist();
  }

  /** As lintian judges, where it is. */
  @Test
  void theDebianPackageIsInOrder() throws Exception {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/lintian")), "lintian is not installed");

    assertThat(
            system(directory)
                .run("lintian --tag-display-limit 0 %s 2>&1".formatted(one("*.deb")))
                .lines())
        .noneMatch(line -> line.matches("[EW]: .*"));
  }

  @Test
  void theContainerfileTakesTheArchive() throws IOException {
    assertThat(made.resolve("Containerfile"))
        .content()
        .contains("ADD " + one("*.tar.gz").getFileName() + " /opt/")
        .contains("/opt/" + image.getFileName() + "/espalier")
        .doesNotContain("@");
  }

  @Test
  void theManualPageIsInOrder() throws Exception {
    Assumptions.assumeTrue(
        Stream.of("dpkg-deb", "help2man", "groff")
            .allMatch(tool -> Files.isExecutable(Path.of("/usr/bin", tool))),
        "not all of dpkg-deb, help2man and groff are installed");
    String page =
        "dpkg-deb --fsys-tarfile %s | tar -xO ./usr/share/man/man1/espalier.1.gz | gunzip"
            .formatted(one("*.deb"));

    assertThat(system(directory).run(page)).contains("ESPALIER", "robust resource manager");
    assertThat(system(directory).run(page + " | groff -man -ww -z -Tutf8")).isEmpty();
  }

  @Test
  void completionKnowsTheCommands() throws Exception {
    Path script = image.resolve("share/bash-completion/completions/espalier");

    assertThat(system(directory).run("source '" + script + "' && complete -p espalier"))
        .contains("_complete_espalier");
  }

  @Test
  void theUnitIsInOrder() throws Exception {
    Path unit = directory.resolve("espalier.service");
    String text = Files.readString(Repository.file("packaging/espalier.service"));
    Files.writeString(unit, text.replace("/usr/bin/espalier", "/bin/true"));

    assertThat(text)
        .contains("KillMode=process", "User=espalier", "NoNewPrivileges=yes", "Delegate=");
    if (Files.isExecutable(Path.of("/usr/bin/systemd-analyze"))) {
      assertThat(system(directory).run("systemd-analyze verify --man=no " + unit).lines())
          .as("what systemd before 254 does not know, it says and leaves out")
          .allMatch(line -> line.contains("DelegateSubgroup"));
    }
  }

  /** Installs it where that is allowed and nobody has it, else looks into it. */
  @Test
  void theDebianPackageComesAndGoes() throws Exception {
    if (Files.notExists(Path.of("/usr/bin/dpkg-deb"))) {
      assertThat(made.toFile().list()).noneMatch(name -> name.endsWith(".deb"));
    } else if (mayInstall()) {
      install();
    } else {
      assertThat(system(directory).run("dpkg-deb --contents " + one("*.deb")))
          .contains("./usr/bin/espalier -> ", "/espalier.service", "./etc/espalier/live.yaml");
    }
  }

  private static boolean mayInstall() {
    return System.getProperty("user.name").equals("root")
        && Files.exists(Path.of("/etc/debian_version"))
        && places().noneMatch(Files::exists);
  }

  /** Where the package puts something. */
  private static Stream<Path> places() {
    boolean hasPage = Files.isExecutable(Path.of("/usr/bin/help2man"));
    return Stream.concat(
            hasPage ? Stream.of("/usr/share/man/man1/espalier.1.gz") : Stream.empty(),
            Stream.of(
                "/usr/bin/espalier",
                "/usr/lib/espalier",
                "/usr/lib/systemd/system/espalier.service",
                "/usr/share/doc/espalier",
                "/usr/share/bash-completion/completions/espalier",
                "/etc/espalier",
                "/etc/default/espalier",
                "/var/lib/espalier"))
        .map(Path::of);
  }

  private void install() throws Exception {
    Shell shell = system(directory);
    try {
      shell.run("dpkg -i " + one("*.deb"));
      assertThat(places()).allMatch(Files::exists);
      Path command = Path.of("/usr/bin/espalier");
      assertThat(submitted(system(Path.of("/var/lib/espalier")), unitCommand(), command))
          .isEqualTo("on-time");
      shell.run("dpkg -r espalier");
      assertThat(left()).isEqualTo("/etc/default/espalier, /etc/espalier, /var/lib/espalier");
    } finally {
      shell.run("dpkg --purge espalier");
    }
    assertThat(left()).isEmpty();
    assertThat(shell.outcome("getent passwd espalier; getent group espalier").printed()).isEmpty();
    assertThat(shell.outcome("dpkg-query -W espalier").status()).isNotZero();
  }

  /** What the unit starts, as the user it says. */
  private static String unitCommand() throws IOException {
    Matcher found =
        UNIT_COMMAND.matcher(Files.readString(Path.of("/usr/lib/systemd/system/espalier.service")));
    assertThat(found.find()).isTrue();
    return "exec setpriv --reuid espalier --regid espalier --clear-groups %s --port 0"
        .formatted(found.group(1));
  }

  private static String left() {
    return places()
        .filter(Files::exists)
        .map(Path::toString)
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
