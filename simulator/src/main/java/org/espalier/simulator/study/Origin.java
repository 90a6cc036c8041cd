package org.espalier.simulator.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.workload.document.Document;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.YamlWriter;

/**
 * What made some results, as the block {@code origin} of their study tells it. It names the commit
 * of the program, the jars of plug-ins and the files that were read, with their SHA-256. It is for
 * people, and to find files again where results were moved: those that are not found from where
 * they are are looked for from where they were made.
 *
 * @param version of the program
 * @param commit of its sources; empty where nobody knows
 * @param plugins jars with policies of users' own
 */
public record Origin(String version, Optional<String> commit, List<Path> plugins) {
  private static final String BLOCK = "origin";
  private static final String DIRECTORY = "directory";
  private static final String PLUGINS = "plugins";
  private static final String INPUTS = "inputs";
  private static final String FILE = "file";

  /** A version of which no more is known, without plug-ins. */
  public static Origin of(String version) {
    return new Origin(version, Optional.empty(), List.of());
  }

  /** The version, and the commit where it is known. */
  public String exact() {
    return version + commit.map(hash -> " " + hash).orElse("");
  }

  /** A recorded jar. */
  public record Jar(Path file, String sha256) {
    /** Whether a file is the one that was recorded, wherever it is. */
    public boolean isIn(Path other) {
      try {
        return Files.isRegularFile(other) && ContentDigest.hex(other).equals(sha256);
      } catch (IOException e) {
        return false;
      }
    }
  }

  /**
   * The block for a study.
   *
   * @param inputFiles the files that were read
   * @param directory where the study stands
   */
  public String text(List<Path> inputFiles, Path directory) throws IOException {
    Path parent = directory.toAbsolutePath().normalize().getParent();
    Map<String, Object> block =
        YamlWriter.entries(
            "commit",
            commit,
            DIRECTORY,
            String.valueOf(parent),
            PLUGINS,
            files(plugins, directory),
            INPUTS,
            files(inputFiles, directory));
    return YamlWriter.text(Map.of(BLOCK, block));
  }

  private static Optional<List<Map<String, Object>>> files(List<Path> files, Path directory)
      throws IOException {
    List<Map<String, Object>> entries = new ArrayList<>();
    for (Path file : files) {
      String name = YamlWriter.relative(file, directory);
      entries.add(YamlWriter.entries(FILE, name, "sha256", ContentDigest.hex(file)));
    }
    return Optional.of(entries).filter(found -> !found.isEmpty());
  }

  /** The jars that a study was made with; none if it cannot be read. */
  public static List<Jar> plugins(Path study) {
    Optional<DocumentNode> root = Document.read(study, new Problems());
    return root.map(Origin::plugins).orElse(List.of());
  }

  private static List<Jar> plugins(DocumentNode root) {
    return entries(root, PLUGINS).stream()
        .map(entry -> new Jar(find(root, name(entry)), entry.string("sha256").orElse("")))
        .toList();
  }

  /** The directory that the relative names of a study start from. */
  static Path directory(DocumentNode root) {
    Path here = root.resolve(".").normalize();
    boolean found =
        entries(root, INPUTS).stream().allMatch(entry -> Files.exists(here.resolve(name(entry))));
    return found ? here : former(root).orElse(here);
  }

  /**
   * A file by its name from a directory, which itself may no longer be there.
   *
   * @param name relative to the directory, or absolute
   */
  static Path in(Path directory, String name) {
    Path path = directory.resolve(name);
    return Files.exists(path) ? path : path.normalize();
  }

  /** The file that a place names; empty if it was reported. */
  static Optional<Path> file(DocumentNode node) {
    return node.asFileName().find().map(name -> node.naming(in(node.directory(), name)));
  }

  private static Path find(DocumentNode root, String name) {
    Path here = root.resolve(name).normalize();
    return Files.exists(here)
        ? here
        : former(root).map(former -> former.resolve(name).normalize()).orElse(here);
  }

  /** The directory that results were written to, or one beside it, which does for any name. */
  private static Optional<Path> former(DocumentNode root) {
    return block(root)
        .flatMap(block -> block.fileName(DIRECTORY).find())
        .map(parent -> Path.of(parent).resolve(BLOCK));
  }

  private static Optional<DocumentNode> block(DocumentNode root) {
    return root.isMapping()
        ? root.node(BLOCK).find().filter(DocumentNode::isMapping)
        : Optional.empty();
  }

  private static List<DocumentNode> entries(DocumentNode root, String key) {
    return block(root)
        .flatMap(block -> block.node(key).find())
        .filter(DocumentNode::isList)
        .flatMap(list -> list.asList().find())
        .orElse(List.of())
        .stream()
        .filter(DocumentNode::isMapping)
        .toList();
  }

  private static String name(DocumentNode entry) {
    return entry.fileName(FILE).orElse("");
  }
}
