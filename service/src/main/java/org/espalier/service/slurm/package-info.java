/** Slurm, by its commands. */
package org.espalier.service.slurm;
