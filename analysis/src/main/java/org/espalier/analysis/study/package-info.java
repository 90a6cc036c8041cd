/** Studies of trade-offs as their files describe them, and allocations in files. */
package org.espalier.analysis.study;
