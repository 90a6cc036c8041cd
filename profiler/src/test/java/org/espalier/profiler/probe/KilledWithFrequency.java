package org.espalier.profiler.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.Hosts;
import org.espalier.workload.cpufreq.Frequencies;

/** A program that is killed by tests: it sets the frequency of both cores of a machine. */
final class KilledWithFrequency {
  private KilledWithFrequency() {}

  /** Arguments: the directory of the machine, the file that tells what was done, a frequency. */
  static void main(String[] arguments) throws Exception {
    Host host = Hosts.local(Path.of(arguments[0]));
    Frequencies frequencies = CpufreqProbe.find(host, List.of(0, 1)).instrument().orElseThrow();
    String refused = frequencies.set(List.of(0, 1), Long.parseLong(arguments[2])).orElse("");
    Files.writeString(Path.of(arguments[1]), "set" + refused);
    new CountDownLatch(1).await();
  }
}
