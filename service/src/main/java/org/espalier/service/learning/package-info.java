/** What completions teach: execution-time histograms and calibration. */
package org.espalier.service.learning;
