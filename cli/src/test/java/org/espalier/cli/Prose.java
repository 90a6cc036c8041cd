package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Text cut into sentences. A sentence ends at a full stop, a question or an exclamation mark, and
 * with its paragraph, list item or table cell. Code counts as one word.
 */
final class Prose {
  private static final Pattern FENCE = Pattern.compile("\\s*```.*");
  private static final Pattern HEADING = Pattern.compile("#+ .*");
  private static final Pattern LIST_ITEM = Pattern.compile("^\\s*(?:[-*+]|\\d+[.)]) (.*)");
  private static final Pattern CODE_SPAN = Pattern.compile("`[^`]*`");
  private static final Pattern IMAGE = Pattern.compile("!\\[[^]]*]\\([^)]*\\)");
  private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern TAG = Pattern.compile("<[^<>]+>");
  private static final Pattern END = Pattern.compile(".*[.!?][)\"'*_]*");
  private static final Pattern ABBREVIATION =
      Pattern.compile("\\(?(?:e\\.g|i\\.e|al|alg|app|ch|eqs?|figs?|no|p|pp|sec|vs)\\.");
  private static final Pattern WORD = Pattern.compile(".*[\\p{L}\\p{N}].*");
  private static final Pattern INLINE_TAG = Pattern.compile("\\{@(?!return)[^{}]*}");
  private static final Pattern RETURN_TAG = Pattern.compile("\\{@return ([^{}]*)}");
  private static final Pattern JAVADOC_BREAK =
      Pattern.compile("(?m)^\\s*@\\w+|<(?:p|ul|ol|li|pre|table|dl)>");

  private Prose() {}

  /** A sentence and the line of the document on which its paragraph begins, from 1. */
  record Sentence(int line, String text) {
    long words() {
      return Stream.of(text.split(" ")).filter(word -> WORD.matcher(word).matches()).count();
    }

    @Override
    public String toString() {
      return "line %d, %d words: %s".formatted(line, words(), text);
    }
  }

  /** All sentences of a Markdown document but those of its headings and blocks of code. */
  static List<Sentence> ofMarkdown(List<String> lines) {
    List<Sentence> sentences = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    boolean fenced = false;
    int begin = 0;
    for (int line = 1; line <= lines.size(); line++) {
      String text = lines.get(line - 1);
      boolean fence = FENCE.matcher(text).matches();
      boolean row = text.startsWith("|");
      if (fence || row || isBreak(text) || LIST_ITEM.matcher(text).matches()) {
        sentences.addAll(sentences(begin, paragraph.toString()));
        paragraph.setLength(0);
      }
      fenced ^= fence;
      if (row && !fenced) {
        for (String cell : CODE_SPAN.matcher(text).replaceAll("code").split("\\|")) {
          sentences.addAll(sentences(line, cell));
        }
      } else if (!fence && !fenced && !isBreak(text) && !isIndentedCode(text, paragraph)) {
        begin = paragraph.isEmpty() ? line : begin;
        paragraph.append(LIST_ITEM.matcher(text).replaceFirst("$1")).append(' ');
      }
    }
    sentences.addAll(sentences(begin, paragraph.toString()));
    return sentences;
  }

  private static boolean isBreak(String line) {
    return line.isBlank() || HEADING.matcher(line).matches();
  }

  private static boolean isIndentedCode(String line, StringBuilder paragraph) {
    return paragraph.isEmpty() && line.startsWith("    ");
  }

  /** The first sentence of a Javadoc comment, without its delimiters; empty if it has tags only. */
  static List<Sentence> firstOfJavadoc(int line, String comment) {
    String text = comment.replaceAll("(?m)^\\s*\\*+", "");
    String plain = INLINE_TAG.matcher(text).replaceAll("code");
    plain = RETURN_TAG.matcher(plain).replaceAll("$1");
    String paragraph = JAVADOC_BREAK.split(plain, 2)[0];
    return sentences(line, paragraph).stream().limit(1).toList();
  }

  private static List<Sentence> sentences(int line, String paragraph) {
    String text = CODE_SPAN.matcher(paragraph).replaceAll("code");
    text = IMAGE.matcher(text).replaceAll("");
    text = LINK.matcher(text).replaceAll("$1");
    text = TAG.matcher(text).replaceAll("").strip();
    List<Sentence> sentences = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (String word : text.isEmpty() ? new String[0] : text.split("\\s+")) {
      words.add(word);
      if (END.matcher(word).matches() && !ABBREVIATION.matcher(word).matches()) {
        sentences.add(new Sentence(line, String.join(" ", words)));
        words.clear();
      }
    }
    if (!words.isEmpty()) {
      sentences.add(new Sentence(line, String.join(" ", words)));
    }
    return sentences;
  }
}
