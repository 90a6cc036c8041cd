package org.espalier.service.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.espalier.service.backend.BackendException;
import org.espalier.service.files.PrivateFiles;

/**
 * Files with a key and its self-made certificate, which gate and agents have in common. Each shows
 * the first of its files and takes all of them from the other. So a key is replaced without a
 * break, by a second that both take beside it until the first is struck out.
 */
public final class KeyFiles {
  private static final String ALIAS = "gate";
  private static final String TYPE = "PKCS12";

  /** The file's own rights keep it, not this. */
  private static final String PASSWORD = "espalier";

  private static final String TEN_YEARS = "3650";

  private KeyFiles() {}

  /**
   * Makes one, by the keytool of this Java.
   *
   * @throws BackendException if it is there already or cannot be made
   */
  public static void make(Path file) {
    if (Files.exists(file)) {
      throw new BackendException(
          List.of("%s is there already; name a file that is not".formatted(file)));
    }
    try {
      Path place = Files.createTempDirectory(".espalier-key");
      Path made = place.resolve("key");
      Process keytool = new ProcessBuilder(command(made)).redirectErrorStream(true).start();
      keytool.getOutputStream().close();
      String says = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (keytool.waitFor() != 0) {
        throw new IOException(says.strip());
      }
      PrivateFiles.file(file);
      Files.write(file, Files.readAllBytes(made));
      Files.delete(made);
      Files.delete(place);
    } catch (IOException e) {
      throw new BackendException("no key can be made (%s)".formatted(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackendException("no key was made: interrupted", e);
    }
  }

  private static List<String> command(Path file) {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command = new ArrayList<>(List.of(keytool, "-genkeypair", "-alias", ALIAS));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=espalier"));
    command.addAll(List.of("-validity", TEN_YEARS, "-storetype", TYPE));
    command.addAll(List.of("-keystore", file.toString(), "-storepass", PASSWORD));
    return command;
  }

  /** All that is wrong with some files. */
  static List<String> faults(List<Path> files) {
    List<String> faults = new ArrayList<>();
    for (Path file : files) {
      try {
        load(file);
        if (PrivateFiles.isReadableByAll(file)) {
          faults.add(
              "the key %s can be read by all users of this computer: chmod o-r %s"
                  .formatted(file, file));
        }
      } catch (IOException | GeneralSecurityException e) {
        faults.add(
            "%s is no key that can be read (%s); make one with espalier agent --make-key"
                .formatted(file, e.getMessage()));
      }
    }
    return faults;
  }

  /**
   * What connects those who have one of some files.
   *
   * @throws BackendException if one cannot be used
   */
  static SSLContext context(List<Path> files) {
    BackendException.whenAny(faults(files));
    try {
      KeyManagerFactory own =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      own.init(load(files.getFirst()), PASSWORD.toCharArray());
      KeyStore taken = KeyStore.getInstance(TYPE);
      taken.load(null, null);
      for (int i = 0; i < files.size(); i++) {
        taken.setCertificateEntry("key-" + i, load(files.get(i)).getCertificate(ALIAS));
      }
      TrustManagerFactory others =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      others.init(taken);
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(own.getKeyManagers(), others.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new BackendException("the keys %s cannot be used (%s)".formatted(files, e), e);
    }
  }

  private static KeyStore load(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(TYPE);
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    if (!store.isKeyEntry(ALIAS)) {
      throw new IOException("it has no key of a gate");
    }
    return store;
  }
}
