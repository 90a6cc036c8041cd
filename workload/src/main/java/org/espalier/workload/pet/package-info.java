/** PET matrices read, written, estimated from samples and drawn around means. */
@NullMarked
package org.espalier.workload.pet;

import org.jspecify.annotations.NullMarked;
