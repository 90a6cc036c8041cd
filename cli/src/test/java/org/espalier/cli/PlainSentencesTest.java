package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Holds documents and Javadoc to sentences that can be read once. */
class PlainSentencesTest {
  private static final Path ROOT = Repository.root();
  private static final int WORDS_OF_A_SENTENCE = 35;
  private static final int WORDS_OF_A_FIRST_SENTENCE = 25;

  private static final Pattern JAVADOC = Pattern.compile("(?ms)^ *(?:\\w+ )*/\\*\\*(.*?)\\*/");

  @TestFactory
  Stream<DynamicTest> sentencesOfDocumentsAreShort() {
    return Markdown.below(ROOT).stream()
        .map(document -> ROOT.relativize(document.file()).toString())
        .map(name -> dynamicTest(name, () -> assertThat(longSentences(name)).isEmpty()));
  }

  private static List<Prose.Sentence> longSentences(String name) throws IOException {
    return Prose.ofMarkdown(Files.readAllLines(ROOT.resolve(name))).stream()
        .filter(sentence -> sentence.words() > WORDS_OF_A_SENTENCE)
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> javadocBeginsWithAShortSentence() throws IOException {
    try (Stream<Path> directories = Files.walk(ROOT, 2)) {
      return directories
          .filter(directory -> Files.isDirectory(directory.resolve("src/main/java")))
          .map(directory -> ROOT.relativize(directory).toString())
          .sorted()
          .toList()
          .stream()
          .map(name -> dynamicTest(name, () -> assertThat(longBeginnings(name)).isEmpty()));
    }
  }

  private static List<String> longBeginnings(String module) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
      for (Path file : files.filter(PlainSentencesTest::isJava).sorted().toList()) {
        String source = Files.readString(file);
        JAVADOC
            .matcher(source)
            .results()
            .flatMap(comment -> firstSentence(source, comment).stream())
            .filter(sentence -> sentence.words() > WORDS_OF_A_FIRST_SENTENCE)
            .forEach(sentence -> found.add(ROOT.relativize(file) + ", " + sentence));
      }
    }
    return found;
  }

  private static boolean isJava(Path file) {
    return file.toString().endsWith(".java");
  }

  private static List<Prose.Sentence> firstSentence(String source, MatchResult comment) {
    int line = (int) source.substring(0, comment.start()).lines().count() + 1;
    return Prose.firstOfJavadoc(line, comment.group(1));
  }
}
