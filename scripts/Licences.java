import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Puts what bundled jars are licensed under into a directory: for each jar the texts that it
 * carries, else those that the table {@code of-jars} names. The exit status is 1 when a jar has
 * neither; then all of them are named.
 *
 * <p>Arguments: the directory of the jars, the directory with the table and its texts, the licence
 * of Espalier, and the directory to make.
 */
final class Licences {
  private static final Pattern VERSION = Pattern.compile("(-[0-9][^-]*)?\\.jar$");
  private static final Pattern TEXT =
      Pattern.compile("(license|licence|notice|copying|copyright)([-._].*)?");

  public static void main(String[] args) throws IOException {
    Path texts = Path.of(args[1]);
    Path own = Path.of(args[2]);
    Path made = Files.createDirectories(Path.of(args[3]));
    Map<String, List<Path>> table = table(texts.resolve("of-jars"), texts, own);
    List<String> without = new ArrayList<>();
    for (Path jar : jars(Path.of(args[0]))) {
      String file = jar.getFileName().toString();
      String name = VERSION.matcher(file).replaceFirst("");
      List<Path> named = name.startsWith("espalier-") ? List.of(own) : table.get(name);
      if (named != null) {
        copy(named, made.resolve(name));
      } else if (!copied(jar, made.resolve(name))) {
        without.add(file);
      }
    }
    if (!without.isEmpty()) {
      System.err.printf(
          "espalier: no licence is known of %s. Name each in %s.%n",
          String.join(", ", without), texts.resolve("of-jars"));
      System.exit(1);
    }
  }

  private static Map<String, List<Path>> table(Path file, Path texts, Path own) throws IOException {
    Map<String, List<Path>> table = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        List<String> words = List.of(line.split(" +"));
        table.put(
            words.getFirst(),
            words.stream()
                .skip(1)
                .map(text -> text.equals("LICENSE") ? own : texts.resolve(text))
                .toList());
      }
    }
    return table;
  }

  private static void copy(List<Path> texts, Path directory) throws IOException {
    Files.createDirectories(directory);
    for (Path text : texts) {
      Files.copy(text, directory.resolve(text.getFileName().toString()));
    }
  }

  private static List<Path> jars(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /** Whether a jar had texts, which then lie in a directory by the names that they had. */
  private static boolean copied(Path jar, Path directory) throws IOException {
    try (FileSystem inside = FileSystems.newFileSystem(jar);
        Stream<Path> files = Files.walk(inside.getPath("/"))) {
      List<Path> texts = files.filter(Licences::isText).toList();
      for (Path text : texts) {
        Path copy = directory.resolve(text.toString().substring(1));
        Files.createDirectories(copy.getParent());
        Files.write(copy, Files.readAllBytes(text));
      }
      return !texts.isEmpty();
    }
  }

  private static boolean isText(Path file) {
    return Files.isRegularFile(file)
        && !file.toString().endsWith(".class")
        && TEXT.matcher(file.getFileName().toString().toLowerCase(Locale.ROOT)).matches();
  }
}
