/** What comes of a plan of measurements: its directory, its report, and a system made of it. */
package org.espalier.profiler.result;
