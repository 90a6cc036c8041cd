package org.espalier.workload.journal;

import static org.espalier.workload.journal.Fields.at;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.espalier.core.allocation.DeferringFilter;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.rules.Fill;
import org.espalier.core.allocation.rules.SchedulerCharge;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.workload.document.Names;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Records as JSON objects: each component stands at its name, small letters joined by underscores,
 * in the order of the record. What goes without saying is left out.
 *
 * <p>Infinite numbers are words, constants are {@linkplain Names#word as users write them}. A
 * utility function that users have written in Java is left out too.
 */
final class RecordJson {
  /** Records whose components stand among those of the record that holds them. */
  private static final Set<Class<?>> FLAT =
      Set.of(Departure.class, StopTimes.class, SchedulerCharge.class, UtilityClass.class);

  /** Records that are lists of their components. */
  private static final Set<Class<?>> ROWS =
      Set.of(UtilityPoints.Point.class, UtilityClass.Interval.class);

  private static final Set<Class<?>> UTILITIES =
      Set.of(
          UtilityPoints.class, DecayingUtility.class, DeadlineUtility.class, Task.OfVersion.class);

  /** Components that stand at other keys than their names. */
  private static final Map<String, String> KEYS =
      Map.of(
          "AllocationRules.management", "queue",
          "DecayingUtility.firstIntervalMinutes", "first_interval_min",
          "Departure.time", "end",
          "SchedulerCharge.ticks", "ticks_per_evaluation",
          "UtilityClass.name", "class");

  /** The values of components that go without saying. */
  private static final Map<String, Object> UNSAID =
      Map.ofEntries(
          Map.entry("AllocationRules.fill", Fill.EARLY),
          Map.entry("AllocationRules.keptTimes", false),
          Map.entry("AllocationRules.weighsWorth", true),
          Map.entry("Basis.limit", Double.NaN),
          Map.entry("Basis.value", Double.NaN),
          Map.entry("Began.held", List.of()),
          Map.entry("Began.spent", Optional.empty()),
          Map.entry("Defer.filter", DeferringFilter.REASON),
          Map.entry("DeadlineUtility.must", false),
          Map.entry("Departure.start", Departure.NOT_STARTED),
          Map.entry("Learned.pState", 0),
          Map.entry("SchedulerCharge.ticks", SchedulerCharge.NONE.ticks()),
          Map.entry("SpentEnergy.before", 0.0),
          Map.entry("StopTimes.runsOn", false),
          Map.entry("StopTimes.until", TimeSpan.NEVER),
          Map.entry("Task.utility", UtilityFunction.OF_DEADLINE));

  /** Times that go without saying where they are the time of the entry. */
  private static final Set<String> AT_ONCE =
      Set.of("Departure.time", "Failed.end", "Finished.end", "Lost.until");

  private static final String TIME = "time";
  private static final String POINTS = "points";
  private static final String ASKED = "asked";
  private static final String WORTH = "worth";
  private static final String MACHINE = "machine";
  private static final String P_STATE = "p_state";
  private static final String PLACEMENT = "placement";
  private static final int UNBOUNDED = 0;
  private static final String PENDING_SLOT = "pending-slot";
  private static final String POLLED = "polled";

  private static final Map<Class<?>, BiFunction<JsonNode, String, Object>> READERS =
      Map.ofEntries(
          Map.entry(int.class, Fields::intAt),
          Map.entry(long.class, Fields::longAt),
          Map.entry(double.class, Fields::doubleAt),
          Map.entry(boolean.class, Fields::flagAt),
          Map.entry(String.class, Fields::textAt),
          Map.entry(Placement.class, (object, key) -> placement(object)),
          Map.entry(TaskManagement.class, RecordJson::management),
          Map.entry(UtilityFunction.class, RecordJson::utility),
          Map.entry(HcSystem.class, (object, key) -> SystemJson.system(at(object, key))),
          Map.entry(Pmf.class, (object, key) -> SystemJson.pmf(at(object, key))));

  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return Shape.of(type);
        }
      };

  private RecordJson() {}

  /** The components of a class of records, and what makes one of them. */
  private record Shape(List<Field> fields, Constructor<?> constructor) {
    static Shape of(Class<?> type) {
      List<Field> fields = Arrays.stream(type.getRecordComponents()).map(Field::of).toList();
      try {
        Class<?>[] types = fields.stream().map(Field::type).toArray(Class<?>[]::new);
        return new Shape(fields, type.getConstructor(types));
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A component of a record; what goes without saying is null where everything is said. */
  private record Field(
      String key,
      Class<?> type,
      Class<?> item,
      Method accessor,
      boolean isAtOnce,
      @Nullable Object unsaid) {
    static Field of(RecordComponent component) {
      String name = component.getDeclaringRecord().getSimpleName() + "." + component.getName();
      String key = component.getName().replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
      return new Field(
          KEYS.getOrDefault(name, key),
          component.getType(),
          item(component.getGenericType()),
          component.getAccessor(),
          AT_ONCE.contains(name),
          UNSAID.get(name));
    }

    /** What is in a list or an {@link Optional}; nothing of what is neither. */
    private static Class<?> item(Type type) {
      return type instanceof ParameterizedType holder
              && holder.getActualTypeArguments()[0] instanceof Class<?> item
          ? item
          : Void.class;
    }

    Object of(Record record) {
      try {
        return accessor.invoke(record);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    @Nullable Object unsaid(JsonNode object) {
      return isAtOnce ? (Object) Fields.longAt(object, TIME) : unsaid;
    }

    Object read(JsonNode object) {
      Object unsaid = unsaid(object);
      return unsaid == null || object.has(key) ? RecordJson.read(type, item, key, object) : unsaid;
    }
  }

  /** Puts the components of a record into an object. */
  static void put(Record record, ObjectNode object) {
    for (Field field : SHAPES.get(record.getClass()).fields()) {
      Object value = field.of(record);
      if (!value.equals(field.unsaid(object))) {
        put(field.key(), value, object);
      }
    }
  }

  private static void put(String key, Object value, ObjectNode object) {
    switch (value) {
      case Integer number -> object.put(key, number);
      case Long number -> object.put(key, number);
      case Double number when number.isInfinite() -> object.put(key, number.toString());
      case Double number -> object.put(key, number);
      case Boolean flag -> object.put(key, flag);
      case String text -> object.put(key, text);
      case Enum<?> constant -> object.put(key, Names.word(constant));
      case Pmf pmf -> SystemJson.put(pmf, object.putObject(key));
      case HcSystem system -> SystemJson.put(system, object.putObject(key));
      case Placement placement -> put(placement, object);
      case TaskManagement.BoundedQueues queues -> object.put(key, queues.capacity());
      case TaskManagement.UnboundedQueues _ -> object.put(key, UNBOUNDED);
      case TaskManagement.PendingSlot _ -> object.put(key, PENDING_SLOT);
      case TaskManagement.Polled _ -> object.put(key, POLLED);
      case Optional<?> optional -> optional.ifPresent(found -> put(key, found, object));
      case List<?> list -> {
        ArrayNode array = object.putArray(key);
        list.forEach(item -> add((Record) item, array));
      }
      case UtilityFunction utility when !UTILITIES.contains(utility.getClass()) -> {}
      case Record record when FLAT.contains(record.getClass()) -> put(record, object);
      case Record record -> put(record, object.putObject(key));
      default -> throw new IllegalArgumentException("no JSON of " + value.getClass());
    }
  }

  /** P-state 0 goes without saying, and so does an id that is that of the machine. */
  private static void put(Placement placement, ObjectNode object) {
    object.put(MACHINE, placement.machine());
    if (placement.pState() > 0) {
      object.put(P_STATE, placement.pState());
    }
    if (placement.id() != placement.machine()) {
      object.put(PLACEMENT, placement.id());
    }
  }

  private static void add(Record item, ArrayNode array) {
    if (ROWS.contains(item.getClass())) {
      ObjectNode cells = array.objectNode();
      put(item, cells);
      array.addArray().addAll(cells.values());
    } else {
      put(item, array.addObject());
    }
  }

  /**
   * The record that an object tells.
   *
   * @throws IllegalArgumentException if it tells none, with a message for people
   */
  static <R> R read(Class<R> type, JsonNode object) {
    Shape shape = SHAPES.get(type);
    Object[] components = shape.fields().stream().map(field -> field.read(object)).toArray();
    try {
      return type.cast(shape.constructor().newInstance(components));
    } catch (InvocationTargetException e) {
      throw e.getTargetException() instanceof RuntimeException unfit
          ? unfit
          : new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object read(Class<?> type, Class<?> item, String key, JsonNode object) {
    if (READERS.containsKey(type)) {
      return READERS.get(type).apply(object, key);
    } else if (type.isEnum()) {
      return Fields.constant(object, key, type);
    } else if (type == Optional.class) {
      return Optional.of(read(item, item, key, object));
    } else if (type == List.class) {
      return Fields.listAt(object, key).stream().map(each -> item(item, key, each)).toList();
    }
    return read(type, FLAT.contains(type) ? object : at(object, key));
  }

  private static Object item(Class<?> type, String list, JsonNode item) {
    if (!ROWS.contains(type)) {
      return read(type, item);
    }
    List<Field> fields = SHAPES.get(type).fields();
    List<JsonNode> row = Fields.list(item, fields.size(), "one of " + list);
    ObjectNode cells = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < row.size(); i++) {
      cells.set(fields.get(i).key(), row.get(i));
    }
    return read(type, cells);
  }

  private static Placement placement(JsonNode object) {
    int machine = Fields.intAt(object, MACHINE);
    if (machine < 0) {
      return Placement.NOWHERE;
    }
    int id = object.has(PLACEMENT) ? Fields.intAt(object, PLACEMENT) : machine;
    return new Placement(id, machine, object.has(P_STATE) ? Fields.intAt(object, P_STATE) : 0);
  }

  private static TaskManagement management(JsonNode object, String key) {
    if (at(object, key).isString()) {
      return switch (Fields.textAt(object, key)) {
        case PENDING_SLOT -> new TaskManagement.PendingSlot();
        case POLLED -> new TaskManagement.Polled();
        case String other ->
            throw new IllegalArgumentException(
                "%s is \"%s\", which is unknown".formatted(key, other));
      };
    }
    int capacity = Fields.intAt(object, key);
    return capacity == UNBOUNDED
        ? new TaskManagement.UnboundedQueues()
        : new TaskManagement.BoundedQueues(capacity);
  }

  private static UtilityFunction utility(JsonNode object, String key) {
    JsonNode utility = at(object, key);
    Class<? extends UtilityFunction> of =
        utility.has(WORTH)
            ? DeadlineUtility.class
            : utility.has(POINTS)
                ? UtilityPoints.class
                : utility.has(ASKED) ? Task.OfVersion.class : DecayingUtility.class;
    return read(of, utility);
  }
}
