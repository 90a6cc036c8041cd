/** Slurm, by its commands. */
@NullMarked
package org.espalier.service.slurm;

import org.jspecify.annotations.NullMarked;
