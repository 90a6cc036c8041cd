/** The HTTP API, the dashboard, and who may use them. */
@NullMarked
package org.espalier.service.http;

import org.jspecify.annotations.NullMarked;
