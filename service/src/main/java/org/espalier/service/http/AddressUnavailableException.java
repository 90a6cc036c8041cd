package org.espalier.service.http;

/** The address that the API is to be served at cannot be listened on. */
public final class AddressUnavailableException extends RuntimeException {
  AddressUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
