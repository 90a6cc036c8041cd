package org.espalier.cli;

import java.nio.file.Path;
import java.util.Map;
import org.espalier.workload.document.Problems;

/**
 * Says what a file is that a command does not take, and what takes it, in place of calling each of
 * its keys unknown.
 */
final class WrongKind {
  private static final String STUDY = "a study";
  private static final String TRADE_OFF = "a study of a trade-off";

  private static final Map<FileKind, String> WORDS =
      Map.of(
          FileKind.STUDY, STUDY,
          FileKind.TRADE_OFF, TRADE_OFF,
          FileKind.SYSTEM, "a system",
          FileKind.LIVE, "a live system",
          FileKind.PROFILE_PLAN, "a plan of measurements");

  private static final Map<FileKind, String> USERS =
      Map.of(
          FileKind.STUDY,
          "espalier run takes it, and other machines with --set machines.TYPE=NUMBER",
          FileKind.TRADE_OFF,
          "espalier pareto takes it",
          FileKind.SYSTEM,
          "a study names it, system: FILE, and espalier show shows it",
          FileKind.LIVE,
          "espalier serve takes it",
          FileKind.PROFILE_PLAN,
          "espalier profile takes it");

  private WrongKind() {}

  /** Whether a file is of another kind than a study, which is reported. */
  static boolean isNoStudy(Path file, Problems problems) {
    return isNot(FileKind.STUDY, STUDY, file, problems);
  }

  /** Whether a file is of another kind than a study of a trade-off, which is reported. */
  static boolean isNoTradeOff(Path file, Problems problems) {
    return isNot(FileKind.TRADE_OFF, TRADE_OFF, file, problems);
  }

  /** Files of no kind are left to the reader, which tells what is wrong with them. */
  private static boolean isNot(FileKind wanted, String name, Path file, Problems problems) {
    return FileRecogniser.recognise(file, new Problems())
        .filter(found -> found != wanted && WORDS.containsKey(found))
        .map(found -> {
          problems
              .in(file)
              .report(
                  0,
                  "",
                  "",
                  "is %s, not %s".formatted(WORDS.get(found), name),
                  String.valueOf(USERS.get(found)));
          return true;
        })
        .orElse(false);
  }
}
