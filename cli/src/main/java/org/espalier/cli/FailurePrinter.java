package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.Locale;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.OptionTypes;
import org.espalier.cli.terminal.Visible;
import org.espalier.service.backend.BackendException;
import org.espalier.service.http.AddressUnavailableException;
import org.espalier.service.store.StoreRefusedException;
import org.espalier.service.store.StoreUnavailableException;
import org.espalier.simulator.run.PolicyFailedException;
import org.espalier.workload.document.InvalidInputException;
import org.espalier.workload.document.Names;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Prints why a command failed, and decides its exit status. Messages of problems that users can
 * mend are printed as they are, anything else in one line. Stack traces are printed only where they
 * are asked for.
 */
final class FailurePrinter implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private final Espalier espalier;
  private final IParameterExceptionHandler ofPicocli;

  FailurePrinter(Espalier espalier, CommandLine line) {
    this.espalier = espalier;
    this.ofPicocli = line.getParameterExceptionHandler();
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) throws Exception {
    if (e.getCause() instanceof OptionTypes.UnfitException unfit
        && e.getArgSpec() instanceof OptionSpec option) {
      String message =
          "%s is %s; expected %s".formatted(option.longestName(), e.getValue(), unfit.getMessage());
      return print(new CommandFailure(message, e), e.getCommandLine().getErr());
    }
    return ofPicocli.handleParseException(e, args);
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    return print(e, command.getErr());
  }

  /** Prints a failure, and returns the exit status. */
  int print(Throwable failure, PrintWriter err) {
    PrintWriter visible = Visible.writer(err);
    int status = printMessage(failure, visible);
    if (espalier.wantsStackTrace()) {
      printStackTrace(failure, visible);
    }
    err.flush();
    return status;
  }

  private static void printStackTrace(Throwable failure, PrintWriter err) {
    if (failure instanceof PolicyFailedException e) {
      e.failures().forEach(ofPolicy -> err.print(ofPolicy.stackTrace()));
    } else {
      failure.printStackTrace(err);
    }
  }

  private int printMessage(Throwable failure, PrintWriter err) {
    return switch (failure) {
      case InvalidInputException e -> {
        err.println(e.getMessage());
        err.println(Names.count(e.count(), "problem"));
        yield ExitCode.USAGE;
      }
      case PolicyFailedException _,
          CommandFailure _,
          AddressUnavailableException _,
          StoreRefusedException _,
          StoreUnavailableException _,
          BackendException _ -> {
        err.println("espalier: " + failure.getMessage());
        yield ExitCode.USAGE;
      }
      case UncheckedIOException e when e.getCause() instanceof IOException cause ->
          printIo(cause, err);
      case IOException e -> printIo(e, err);
      default -> printInternal(failure, err);
    };
  }

  /** What no user of the program can mend in it: a full disk, a lost right, a lost connection. */
  private static int printIo(IOException e, PrintWriter err) {
    boolean ofFile = e instanceof FileSystemException of && of.getFile() != null;
    String reason = e instanceof FileSystemException of ? of.getReason() : e.getMessage();
    err.println(
        "espalier: %s: %s"
            .formatted(
                ofFile ? ((FileSystemException) e).getFile() : "reading or writing failed",
                reason == null ? words(e) : reason));
    return ExitCode.SOFTWARE;
  }

  /** The name of an exception as words, since some have no others. */
  private static String words(IOException e) {
    String name = e.getClass().getSimpleName().replaceFirst("Exception$", "");
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  /** Threads that join hand on a copy of what failed, whose cause has the message. */
  private int printInternal(Throwable e, PrintWriter err) {
    Throwable cause = e.getCause();
    boolean isCopy = cause != null && cause.getClass().equals(e.getClass());
    String first = String.valueOf(isCopy ? cause : e).lines().findFirst().orElse("");
    err.println(
        "espalier: internal error: "
            + first
            + (espalier.wantsStackTrace() ? "" : " (--stacktrace shows where)"));
    return ExitCode.SOFTWARE;
  }
}
