/** What the tests of several modules share: files, reference vectors, and rules of architecture. */
@NullMarked
package org.espalier.testsupport;

import org.jspecify.annotations.NullMarked;
