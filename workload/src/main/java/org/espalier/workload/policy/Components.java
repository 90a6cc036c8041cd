package org.espalier.workload.policy;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Components of records and of what they hold, by the way to them, as {@code pruning, toggle}. */
final class Components {
  /** Found once: each search makes accessors anew, which takes longer than to use them. */
  private static final ClassValue<Parts> PARTS =
      new ClassValue<>() {
        @Override
        protected Parts computeValue(Class<?> type) {
          return Parts.of(type);
        }
      };

  private Components() {}

  /** The components of records of a class, and what makes one of them. */
  private record Parts(List<RecordComponent> components, Constructor<?> maker) {
    static Parts of(Class<?> type) {
      List<RecordComponent> components = List.of(type.getRecordComponents());
      Class<?>[] types = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
      try {
        return new Parts(components, type.getConstructor(types));
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Returns what stands at the end of a way. */
  static Object get(Object record, List<String> way) {
    return way.isEmpty()
        ? record
        : get(Objects.requireNonNull(values(record).get(way.getFirst())), rest(way));
  }

  /**
   * Returns a record with another component at the end of a way.
   *
   * @throws IllegalArgumentException if it does not fit, as the record says
   */
  static <R> R with(R record, List<String> way, Object value) {
    @SuppressWarnings("unchecked") // a record of the same class is made
    R changed = (R) (way.isEmpty() ? value : made(record, way, value));
    return changed;
  }

  private static Object made(Object record, List<String> way, Object value) {
    Map<String, Object> values = values(record);
    values.computeIfPresent(way.getFirst(), (_, present) -> with(present, rest(way), value));
    try {
      return PARTS.get(record.getClass()).maker().newInstance(values.values().toArray());
    } catch (InvocationTargetException e) {
      throw e.getTargetException() instanceof IllegalArgumentException unfit
          ? unfit
          : new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> values(Object record) {
    Map<String, Object> values = new LinkedHashMap<>();
    try {
      for (RecordComponent component : PARTS.get(record.getClass()).components()) {
        values.put(component.getName(), component.getAccessor().invoke(record));
      }
      return values;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> rest(List<String> way) {
    return way.subList(1, way.size());
  }
}
