/** What completions teach: execution-time histograms and calibration. */
@NullMarked
package org.espalier.service.learning;

import org.jspecify.annotations.NullMarked;
