/** The driver of the resource manager on real time. */
package org.espalier.service.scheduling;
