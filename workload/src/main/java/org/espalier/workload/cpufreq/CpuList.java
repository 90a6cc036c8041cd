package org.espalier.workload.cpufreq;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Lists of processors as the kernel writes them, as {@code 0-3,8}. */
public final class CpuList {
  private static final Pattern ITEM = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?");

  private CpuList() {}

  /** Returns the numbers, in the order of the text; what is not a number or a range is left out. */
  public static List<Integer> parse(String text) {
    return ITEM.matcher(text)
        .results()
        .flatMapToInt(item -> {
          int first = Integer.parseInt(item.group(1));
          int last = item.group(2) == null ? first : Integer.parseInt(item.group(2));
          return IntStream.rangeClosed(first, last);
        })
        .boxed()
        .toList();
  }
}
