/** One run of a command with all that is measured of it, and how many runs it takes. */
package org.espalier.profiler.measure;
