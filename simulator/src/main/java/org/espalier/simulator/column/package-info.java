/**
 * What is measured of a trial: its counted tasks become columns, each with a name, a unit and an
 * equation. It knows no study.
 */
package org.espalier.simulator.column;
