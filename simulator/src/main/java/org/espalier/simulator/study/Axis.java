package org.espalier.simulator.study;

import java.util.List;

/**
 * One thing that a study varies.
 *
 * @param dimension what it is
 * @param values its values in the order in which they are shown: names of policy entries, or values
 *     of an option
 */
public record Axis(Dimension dimension, List<String> values) {
  /** Name in studies, CSV headers and on the command line. */
  public String key() {
    return dimension.key();
  }
}
