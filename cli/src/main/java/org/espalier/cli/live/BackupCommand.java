package org.espalier.cli.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.ZipFile;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier backup}: the store of a live service in one file, while it serves. */
@Command(
    name = "backup",
    description =
        "Writes the store of a live service, as of now, to one file, while it serves. A file of"
            + " that name is replaced once the new one is whole.",
    footer = {
      "",
      "Examples:",
      "  espalier backup espalier-backup.zip",
      "  espalier backup espalier-backup.zip --with-output",
      "  espalier restore espalier-backup.zip data",
      "",
      "A store in PostgreSQL is backed up by pg_dump: see docs/live-service.md."
    })
final class BackupCommand extends Subcommand {
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  @Parameters(index = "0", paramLabel = "FILE", description = "the file to write")
  private Path file;

  @Option(names = "--with-output", description = "with what commands have written")
  private boolean withOutput;

  @Mixin private ServiceOptions service;

  @Override
  protected void run() throws IOException {
    OutputFile.check("FILE", file);
    try (ServiceClient client = service.client()) {
      OutputFile.write(file, part -> fetch(client, part));
    }
    say("%s: %,d bytes%n", file, Files.size(file));
  }

  private void fetch(ServiceClient client, Path part) throws IOException {
    Files.createFile(part, OWNER_ONLY);
    try (InputStream in = client.bytesOfPost("/v1/backup?outputs=" + withOutput);
        OutputStream out = Files.newOutputStream(part)) {
      in.transferTo(out);
    }
    new ZipFile(part.toFile()).close(); // fails where it came in part only
  }
}
