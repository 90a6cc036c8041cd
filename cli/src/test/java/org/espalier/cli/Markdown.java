package org.espalier.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Markdown file: its fenced blocks, its links and the anchors of its headings.
 *
 * @param text the lines outside of fenced blocks
 */
record Markdown(Path file, List<Block> blocks, List<String> text) {
  private static final Pattern FENCE = Pattern.compile("```+ *(\\S*) *(\\S*) *");
  private static final Pattern INLINE_CODE = Pattern.compile("`[^`]*`");
  private static final Pattern LINK =
      Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:src|srcset|href)=\"([^\"]+)\"");
  private static final List<String> NOT_SOURCES = List.of("target", "node_modules");
  private static final Path RESULTS_OF_RUNS = Path.of("results");

  /**
   * A fenced block.
   *
   * @param language first word behind the fence; may be empty
   * @param name second word, the file that a reader is to put it in; may be empty
   * @param line line of the fence, from 1
   */
  record Block(String language, String name, int line, String text) {}

  /** All files of a source tree. */
  static List<Markdown> below(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".md") && isSource(root.relativize(file)))
          .sorted()
          .map(Markdown::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSource(Path file) {
    if (file.startsWith(RESULTS_OF_RUNS)) {
      return false;
    }
    for (Path part : file) {
      if (NOT_SOURCES.contains(part.toString()) || part.toString().startsWith(".")) {
        return false;
      }
    }
    return true;
  }

  static Markdown read(Path file) {
    try {
      return parse(file, Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Markdown parse(Path file, List<String> lines) {
    List<Block> blocks = new ArrayList<>();
    List<String> text = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher fence = FENCE.matcher(lines.get(i));
      if (!fence.matches()) {
        text.add(lines.get(i));
        continue;
      }
      int end = i + 1;
      while (end < lines.size() && !lines.get(end).startsWith("```")) {
        end++;
      }
      String inside = String.join("\n", lines.subList(i + 1, end)) + "\n";
      blocks.add(new Block(fence.group(1), fence.group(2), i + 1, inside));
      i = end;
    }
    return new Markdown(file, List.copyOf(blocks), List.copyOf(text));
  }

  /** Whether it has a block of a language. */
  boolean has(String language) {
    return !blocks(language).isEmpty();
  }

  /** The blocks of a language. */
  List<Block> blocks(String language) {
    return blocks.stream().filter(block -> block.language().equals(language)).toList();
  }

  /** Where its links lead, as they are written. */
  List<String> links() {
    return text.stream()
        .map(line -> INLINE_CODE.matcher(line).replaceAll("code"))
        .flatMap(line -> LINK.matcher(line).results())
        .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
        .toList();
  }

  /** The anchors of its headings. */
  List<String> anchors() {
    return text.stream()
        .filter(line -> line.matches("#+ .*"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }
}
