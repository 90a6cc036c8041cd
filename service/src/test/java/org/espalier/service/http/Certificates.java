package org.espalier.service.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate of this machine's own with its key, as PEM files, who trusts it, and who has it.
 */
public record Certificates(HttpSettings.TlsFiles files, SSLContext trusting, SSLContext owning) {
  private static final String PASSWORD = "changeit";

  /** Makes one in a directory. */
  public static Certificates make(Path directory) throws Exception {
    Path store = directory.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "service",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .inheritIO()
            .start();
    if (keytool.waitFor() != 0) {
      throw new AssertionError("keytool made no key");
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    byte[] certificate = keys.getCertificate("service").getEncoded();
    byte[] key = keys.getKey("service", PASSWORD.toCharArray()).getEncoded();
    HttpSettings.TlsFiles files =
        new HttpSettings.TlsFiles(
            write(directory.resolve("server.pem"), "CERTIFICATE", certificate),
            write(directory.resolve("server.key"), "PRIVATE KEY", key));
    return new Certificates(files, trusting(keys), owning(keys));
  }

  private static Path write(Path file, String what, byte[] content) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    String pem = "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(what, text);
    return Files.writeString(file, pem, StandardCharsets.US_ASCII);
  }

  private static SSLContext owning(KeyStore keys) throws GeneralSecurityException {
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), null, null);
    return context;
  }

  private static SSLContext trusting(KeyStore keys) throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("service", keys.getCertificate("service"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
