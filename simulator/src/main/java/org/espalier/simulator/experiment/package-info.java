/**
 * Experiments: study files are described, checked, expanded to scenarios, run on all cores and
 * reported, each step over immutable values.
 */
@NullMarked
package org.espalier.simulator.experiment;

import org.jspecify.annotations.NullMarked;
