/** The HTTP API, the dashboard, and who may use them. */
package org.espalier.service.http;
