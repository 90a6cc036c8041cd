/** Contract tests and small systems for those who extend Espalier. */
@NullMarked
package org.espalier.testkit;

import org.jspecify.annotations.NullMarked;
