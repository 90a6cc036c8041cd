/**
 * Policies and their settings as documents, commands and journals write them: one vocabulary for
 * studies and live systems.
 */
package org.espalier.workload.policy;
