package org.espalier.analysis.stochastic;

/** x. */
public final class MonteCarlo {
  private MonteCarlo() {}

  /** x. */
  public interface Cloud {
    int evaluations();

    double joules(int i);

    double utility(int i);

    double meanJoules();

    double meanUtility();

    double varianceJoules();

    double varianceUtility();

    double meanDropped();
  }
}
