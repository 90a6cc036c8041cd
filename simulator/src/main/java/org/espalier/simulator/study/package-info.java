/**
 * The language of studies: a study file is read, checked, and expanded to the scenarios of an
 * experiment. Nothing is run here.
 */
package org.espalier.simulator.study;
