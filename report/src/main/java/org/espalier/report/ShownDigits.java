package org.espalier.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/**
 * Writes a number, or lists of them, with as many digits as a figure shows, to keep pages of many
 * small; null for NaN.
 */
final class ShownDigits extends ValueSerializer<Object> {
  private static final MathContext DIGITS = new MathContext(6);

  @Override
  public void serialize(Object value, JsonGenerator json, SerializationContext context) {
    if (value instanceof List<?> list) {
      json.writeStartArray();
      list.forEach(one -> serialize(one, json, context));
      json.writeEndArray();
    } else {
      write(json, (Double) value);
    }
  }

  private static void write(JsonGenerator json, double number) {
    if (Double.isNaN(number)) {
      json.writeNull();
    } else {
      json.writeNumber(BigDecimal.valueOf(number).round(DIGITS).doubleValue());
    }
  }
}
