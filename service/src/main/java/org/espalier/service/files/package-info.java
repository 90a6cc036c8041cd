/** Files that nobody but the user of the service gets at. */
@NullMarked
package org.espalier.service.files;

import org.jspecify.annotations.NullMarked;
