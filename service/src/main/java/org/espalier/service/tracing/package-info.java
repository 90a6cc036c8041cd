/** What becomes of tasks, told as traces of OpenTelemetry. */
package org.espalier.service.tracing;
