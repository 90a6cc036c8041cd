package org.espalier.profiler.probe;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.espalier.profiler.host.Host;
import org.espalier.workload.cpufreq.CpufreqPolicy;

/** Describes a machine for those who read of its measurements later. */
final class MachineDescription {
  private static final Pattern MEMORY = Pattern.compile("MemTotal:\\s+(\\d{1,15}) kB");
  private static final Pattern PRETTY_NAME =
      Pattern.compile("^PRETTY_NAME=\"?([^\"\\n]*)\"?$", Pattern.MULTILINE);
  private static final String DMI = "/sys/class/dmi/id/";

  private final Host host;
  private final Map<String, String> entries = new LinkedHashMap<>();

  private MachineDescription(Host host) {
    this.host = host;
  }

  /** Returns what is known, in order; what is not known is left out. */
  static Map<String, String> of(Host host, Topology topology) throws InterruptedException {
    MachineDescription description = new MachineDescription(host);
    description.addHardware(topology);
    description.addSpeed(topology.cores().getFirst());
    description.addSystem();
    return Collections.unmodifiableMap(description.entries);
  }

  private void addHardware(Topology topology) {
    CpuInfo cpu = CpuInfo.read(host);
    add(
        "processor",
        cpu.first("model name").or(() -> cpu.first("Model")).or(() -> cpu.first("cpu")));
    add("microcode", cpu.first("microcode"));
    entries.put("cores", String.valueOf(topology.cores().size()));
    entries.put("physical cores", String.valueOf(topology.threadGroups().size()));
    entries.put(
        "cores that share a last-level cache",
        topology.sharingGroups().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    entries.put(
        "caches", topology.caches().isEmpty() ? "unknown" : CacheText.of(topology.caches()));
    add("memory", host.read("/proc/meminfo").flatMap(MachineDescription::memory));
    add("machine", model());
    add("hypervisor", hypervisor(cpu));
  }

  private Optional<String> model() {
    return host.read(DMI + "product_name")
        .map(name -> host.read(DMI + "sys_vendor").map(vendor -> vendor + " " + name).orElse(name));
  }

  private Optional<String> hypervisor(CpuInfo cpu) {
    return host.read("/sys/hypervisor/type")
        .or(() -> cpu.isVirtual() ? Optional.of("yes, which one is not told") : Optional.empty());
  }

  private static Optional<String> memory(String text) {
    Matcher total = MEMORY.matcher(text);
    return total.find()
        ? Optional.of(CacheText.bytes(Long.parseLong(total.group(1)) << 10))
        : Optional.empty();
  }

  private void addSpeed(int core) {
    String directory = "%s/cpu%s/cpufreq/".formatted(TopologyReader.CPUS, core);
    add("frequency driver", host.read(directory + "scaling_driver"));
    add("governor", host.read(directory + CpufreqPolicy.GOVERNOR));
    add("least frequency", frequency(directory + CpufreqPolicy.LEAST));
    add("greatest frequency", frequency(directory + CpufreqPolicy.MOST));
    entries.put("turbo", CpufreqProbe.turboText(host));
    add("hardware threads", host.read(TopologyReader.CPUS + "/smt/control"));
  }

  private Optional<String> frequency(String file) {
    return host.read(file)
        .flatMap(CpufreqPolicy::hertz)
        .map(hertz -> String.format(Locale.ROOT, "%.2f GHz", hertz / 1e9));
  }

  private void addSystem() throws InterruptedException {
    add("kernel", host.read("/proc/sys/kernel/osrelease"));
    add("system", host.read("/etc/os-release").flatMap(MachineDescription::prettyName));
    add("perf_event_paranoid", host.read("/proc/sys/kernel/perf_event_paranoid"));
    addVersion("perf");
    addVersion("valgrind");
  }

  private static Optional<String> prettyName(String text) {
    Matcher name = PRETTY_NAME.matcher(text);
    return name.find() ? Optional.of(name.group(1)) : Optional.empty();
  }

  private void addVersion(String program) throws InterruptedException {
    Optional<String> file = host.find(program);
    if (file.isPresent()) {
      ProgramTrial trial = ProgramTrial.of(host, List.of(file.get(), "--version"));
      add(program, trial.succeeded() ? Optional.of(trial.lastLine()) : Optional.empty());
    }
  }

  private void add(String name, Optional<String> value) {
    value.filter(text -> !text.isBlank()).ifPresent(text -> entries.put(name, text));
  }
}
