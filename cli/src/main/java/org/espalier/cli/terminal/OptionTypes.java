package org.espalier.cli.terminal;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.espalier.simulator.run.Shard;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Quantities;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;

/** How the values of options are read that picocli does not know, or takes too many of. */
public final class OptionTypes {
  private static final int LAST_PORT = 65_535;

  private OptionTypes() {}

  /** A value does not fit its option; the message says what was expected. */
  public static final class UnfitException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnfitException(String expected) {
      super(expected);
    }
  }

  /**
   * Lets a command line and its subcommands read durations, shards, and enums by their words.
   * Numbers are above 0 where an option has no converter of its own.
   */
  public static void addTo(CommandLine line) {
    line.registerConverter(Duration.class, OptionTypes::duration);
    line.registerConverter(
        Shard.class,
        text ->
            Shard.parse(text)
                .orElseThrow(
                    () -> new UnfitException("its number and how many there are, as 3/24")));
    ITypeConverter<Integer> count = text -> whole(text, 1, Integer.MAX_VALUE, "at least 1");
    line.registerConverter(Integer.class, count).registerConverter(int.class, count);
    ITypeConverter<Double> positive =
        text -> number(text, Double.MIN_VALUE, Double.MAX_VALUE, "a number above 0");
    line.registerConverter(Double.class, positive).registerConverter(double.class, positive);
    addEnums(line);
  }

  private static void addEnums(CommandLine line) {
    for (ArgSpec argument : line.getCommandSpec().args()) {
      Arrays.stream(argument.auxiliaryTypes())
          .filter(Class::isEnum)
          .forEach(type -> addEnum(line, type));
    }
    line.getSubcommands().values().forEach(OptionTypes::addEnums);
  }

  private static <E> void addEnum(CommandLine line, Class<E> type) {
    line.registerConverter(type, text -> constant(type, text));
  }

  private static <E> E constant(Class<E> type, String text) throws UnfitException {
    List<String> words =
        Arrays.stream(type.getEnumConstants()).map(each -> Names.word((Enum<?>) each)).toList();
    int place = words.indexOf(text.strip().toLowerCase(Locale.ROOT));
    if (place >= 0) {
      return type.getEnumConstants()[place];
    }
    throw new UnfitException(Names.joined(words, "or"));
  }

  private static Duration duration(String text) throws UnfitException {
    return Quantities.duration(text)
        .filter(Duration::isPositive)
        .orElseThrow(() -> new UnfitException("a duration above 0: " + Quantities.DURATION_HINT));
  }

  /** A number of things; there may be none. */
  public static final class CountOrNone implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) throws UnfitException {
      return whole(text, 0, Integer.MAX_VALUE, "at least 0");
    }
  }

  /** A port; 0 stands for any that is free. */
  public static final class Port implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) throws UnfitException {
      return whole(text, 0, LAST_PORT, "0 to " + LAST_PORT);
    }
  }

  private static int whole(String text, int least, int most, String expected)
      throws UnfitException {
    return Numbers.whole(text, least, most)
        .orElseThrow(() -> new UnfitException(expected))
        .intValue();
  }

  /** A number of a range. */
  public static double number(String text, double least, double most, String expected)
      throws UnfitException {
    return Numbers.real(text, least, most).orElseThrow(() -> new UnfitException(expected));
  }
}
