package org.espalier.service.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;

/** Names of headers that the library does not know. */
final class Headers {
  static final HeaderName IDEMPOTENCY_KEY = HeaderNames.create("Idempotency-Key");
  static final HeaderName DEADLINE = HeaderNames.create("Deadline");
  static final HeaderName WORTH = HeaderNames.create("Worth");
  static final HeaderName URGENCY = HeaderNames.create("Urgency");
  static final HeaderName TRACEPARENT = HeaderNames.create("traceparent");
  static final HeaderName TASK = HeaderNames.create("Espalier-Task");
  static final HeaderName PREFER = HeaderNames.create("Prefer");
  static final HeaderName PREFERENCE_APPLIED = HeaderNames.create("Preference-Applied");
  static final HeaderName LAST_EVENT_ID = HeaderNames.create("Last-Event-ID");
  static final HeaderName CONTENT_SECURITY_POLICY = HeaderNames.create("Content-Security-Policy");
  static final HeaderName CONTENT_TYPE_OPTIONS = HeaderNames.create("X-Content-Type-Options");
  static final HeaderName WWW_AUTHENTICATE = HeaderNames.create("WWW-Authenticate");

  private Headers() {}
}
