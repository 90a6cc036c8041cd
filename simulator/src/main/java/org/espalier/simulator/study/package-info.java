/**
 * The language of studies: a study file is read, checked, and expanded to the scenarios of an
 * experiment. Nothing is run here.
 */
@NullMarked
package org.espalier.simulator.study;

import org.jspecify.annotations.NullMarked;
