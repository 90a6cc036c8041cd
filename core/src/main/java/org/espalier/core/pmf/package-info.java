/** Probability mass functions of times, and the completion-time operators on them. */
package org.espalier.core.pmf;
