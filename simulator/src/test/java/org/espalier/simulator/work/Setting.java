package org.espalier.simulator.work;

import static java.util.stream.Collectors.toMap;

import java.util.function.ToIntFunction;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Workload;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.testsupport.Repository;
import org.espalier.workload.generator.ArrivalPattern;
import org.espalier.workload.generator.WorkloadGenerator;
import org.espalier.workload.generator.WorkloadSpec;
import org.espalier.workload.system.MachineCounts;
import org.espalier.workload.system.SystemFiles;

/**
 * Runs a trial: policy, preset, times as many machines as the sources have, and tasks. The tasks of
 * eight machines come at an arrival intensity of 30k, others as much faster. It returns how many
 * tasks have left.
 */
public final class Setting implements ToIntFunction<String> {
  @Override
  public int applyAsInt(String words) {
    String[] word = words.split(" ");
    PolicySettings settings =
        word[1].equals("thesis") ? PolicySettings.THESIS : PolicySettings.JOURNAL;
    int times = Integer.parseInt(word[2]);
    int tasks = Integer.parseInt(word[3]);
    HcSystem eight = SystemFiles.read(Repository.file("inputs/spec/system.yaml")).value();
    HcSystem system =
        MachineCounts.of(
            eight, eight.machineTypes().stream().collect(toMap(MachineType::name, type -> times)));
    Workload workload =
        WorkloadGenerator.generate(
            WorkloadSpec.of(tasks, 30_000.0 * times, ArrivalPattern.Steady.OF_SOURCES),
            system,
            1,
            1);
    Trial trial =
        new Trial(system, settings.rules(), workload, new CounterStream(1, 1, system.pet()));
    return EventEngine.run(
            trial, PolicyRegistry.builtIn().find(word[0]).orElseThrow().create(settings))
        .departures()
        .size();
  }
}
