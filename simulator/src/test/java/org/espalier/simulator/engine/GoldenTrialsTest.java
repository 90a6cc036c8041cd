package org.espalier.simulator.engine;

import java.nio.file.Path;
import org.espalier.testsupport.RealData;

/** Golden trials on the pruning papers' files, which are not part of this repository. */
class GoldenTrialsTest extends GoldenTrialsContract {
  GoldenTrialsTest() {
    super("/vectors/golden.json");
  }

  @Override
  Path inputs() {
    return RealData.papers();
  }
}
