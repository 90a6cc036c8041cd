package org.espalier.simulator.engine;

import java.nio.file.Path;
import org.espalier.testsupport.Repository;

/** Golden trials on files made for this project, which every clone has. */
class GoldenTrialsOfThisProjectTest extends GoldenTrialsContract {
  GoldenTrialsOfThisProjectTest() {
    super("/own/golden.json");
  }

  @Override
  Path inputs() {
    return Repository.file("simulator/src/test/resources/own");
  }
}
