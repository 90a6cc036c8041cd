/** Trade-offs of static allocations. Each package knows only those that come before it. */
package org.espalier.analysis;
