package org.espalier.workload.pet;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.random.RandomStreams;

/** Makes the PET that a policy believes in of the one that execution times follow. */
public final class BelievedPets {
  private BelievedPets() {}

  /**
   * The believed PET of a trial, on the lattice of the true one. What is drawn has streams of its
   * own and is a function of (seed, trial, cell): fewer samples are the first of more samples, and
   * a greater drift goes the way of a smaller one.
   */
  public static PetMatrix of(PetMatrix truth, PetBelief belief, long seed, int trial) {
    if (belief.kind() == PetBelief.Kind.EXACT) {
      return truth;
    }
    RandomStreams streams = new RandomStreams(seed);
    UniformRandomProvider[] ofPair = new UniformRandomProvider[1];
    return truth.map((i, j, p) -> {
      ofPair[0] = p == 0 ? streams.stream("believed pet", trial, i, j) : ofPair[0];
      return believed(truth.get(i, j, p), belief, ofPair[0]);
    });
  }

  /** A system whose execution times may be lost, as often as the machines of their type fail. */
  public static HcSystem thinned(HcSystem system) {
    PetMatrix pet = system.pet();
    List<MachineType> types = system.machineTypes();
    return !system.hasFailures()
        ? system
        : system.withPet(pet.map((i, j, p) -> thinned(pet.get(i, j, p), types.get(j), system)));
  }

  private static Pmf thinned(Pmf times, MachineType type, HcSystem system) {
    return type.failures().map(often -> times.thinned(often.rate(system.tick()))).orElse(times);
  }

  private static Pmf believed(Pmf truth, PetBelief belief, UniformRandomProvider random) {
    double number = belief.number();
    boolean timeless = truth.mean() == 0;
    return switch (belief.kind()) {
      case EXACT -> truth;
      case DETERMINISTIC -> timeless ? truth : OnLattice.point(truth.mean(), truth.step());
      case EXPONENTIAL -> gamma(truth, truth.mean());
      case UNIFORM -> timeless ? truth : OnLattice.uniform(truth.mean(), truth.step());
      case SCALED -> OnLattice.scaled(truth, number);
      case GAMMA -> gamma(truth, number * truth.standardDeviation());
      case ESTIMATED -> estimated(truth, (int) number, random);
      case DRIFTED -> OnLattice.scaled(truth, Math.pow(number, 2 * random.nextDouble() - 1));
    };
  }

  private static Pmf gamma(Pmf truth, double deviation) {
    return truth.mean() > 0 && deviation > 0
        ? OnLattice.gamma(truth.mean(), deviation, truth.step())
        : truth;
  }

  private static Pmf estimated(Pmf truth, int count, UniformRandomProvider random) {
    Samples samples = new Samples();
    for (int k = 0; k < count; k++) {
      samples.add(truth.quantile(random.nextDouble()));
    }
    return samples.histogram(truth.step());
  }
}
