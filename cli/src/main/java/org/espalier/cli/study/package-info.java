/** The commands on studies and their results, from {@code run} to {@code explain}. */
package org.espalier.cli.study;
