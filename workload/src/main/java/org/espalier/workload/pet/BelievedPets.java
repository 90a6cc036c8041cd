package org.espalier.workload.pet;

import org.apache.commons.rng.UniformRandomProvider;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.random.RandomStreams;
import org.jspecify.annotations.Nullable;

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
    @Nullable Pmf[][][] cells = new Pmf[truth.taskTypes()][truth.machineTypes()][];
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < cells[i].length; j++) {
        cells[i][j] = new Pmf[truth.pStates(j)];
        if (truth.canRun(i, j)) {
          UniformRandomProvider random = streams.stream("believed pet", trial, i, j);
          for (int p = 0; p < cells[i][j].length; p++) {
            cells[i][j][p] = believed(truth.get(i, j, p), belief, random);
          }
        }
      }
    }
    return PetMatrix.of(cells);
  }

  /** A system whose execution times may be lost, as often as the machines of their type fail. */
  public static HcSystem thinned(HcSystem system) {
    PetMatrix pet = system.pet();
    for (MachineType type : system.machineTypes()) {
      double rate = type.failures().map(often -> often.rate(system.tick())).orElse(0.0);
      for (int i = 0; rate > 0 && i < pet.taskTypes(); i++) {
        for (int p = 0; pet.canRun(i, type.id()) && p < pet.pStates(type.id()); p++) {
          pet = pet.with(i, type.id(), p, pet.get(i, type.id(), p).thinned(rate));
        }
      }
    }
    return system.withPet(pet);
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
