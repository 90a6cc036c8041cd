package org.espalier.simulator.shard;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.ResolvedStudy;
import org.espalier.simulator.study.Study;

/**
 * Says which study results are of: the SHA-256 of the resolved study, with absolute paths, and of
 * the version of the program. Two studies have the same digest if they have the same options; that
 * the files they name stay as they are is taken for granted.
 *
 * @param hex the digest in hexadecimal digits
 */
record StudyDigest(String hex) {
  static StudyDigest of(Experiment experiment, String version) {
    Study study = experiment.study();
    Path system = study.inputs().system().toAbsolutePath();
    Path root = system.getRoot();
    String text =
        ResolvedStudy.text(
            study, experiment.system().tick(), root == null ? system : root, version);
    byte[] digest = sha256().digest(text.getBytes(StandardCharsets.UTF_8));
    return new StudyDigest(HexFormat.of().formatHex(digest));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
