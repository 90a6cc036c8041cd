/** PET matrices read, written, estimated from samples and drawn around means. */
package org.espalier.workload.pet;
