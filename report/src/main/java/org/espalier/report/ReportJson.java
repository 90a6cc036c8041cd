package org.espalier.report;

import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The JSON form of a report's data, fit to stand inside a script element.
 *
 * <p>Estimates become arrays of three, with null for NaN; tasks become arrays of eight. No
 * less-than sign is left, so that neither an end tag nor a comment can begin inside the data.
 */
final class ReportJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(StudyFacts.class, new StudySerializer())
                  .addSerializer(ReportAxis.class, new AxisSerializer())
                  .addSerializer(Estimate.class, new EstimateSerializer())
                  .addSerializer(GanttTask.class, new TaskSerializer()))
          .build();

  private ReportJson() {}

  static String of(ReportData data) {
    return MAPPER.writeValueAsString(data).replace("<", "\\u003c");
  }

  /** Writes the seed as a string: a script's numbers do not hold every long. */
  private static final class StudySerializer extends ValueSerializer<StudyFacts> {
    @Override
    public void serialize(StudyFacts study, JsonGenerator json, SerializationContext context) {
      json.writeStartObject();
      json.writeStringProperty("name", study.name());
      json.writeStringProperty("title", study.title());
      json.writeStringProperty("description", study.description());
      json.writeStringProperty("seed", Long.toString(study.seed()));
      json.writeStringProperty("version", study.version());
      json.writeStringProperty("command", study.command());
      json.writeEndObject();
    }
  }

  private static final class AxisSerializer extends ValueSerializer<ReportAxis> {
    @Override
    public void serialize(ReportAxis axis, JsonGenerator json, SerializationContext context) {
      List<Double> positions = AxisScale.positions(axis.values());
      json.writeStartObject();
      json.writeStringProperty("name", axis.name());
      json.writeStringProperty("label", axis.label());
      json.writePOJOProperty("values", axis.values());
      json.writePOJOProperty("positions", positions);
      json.writeEndObject();
    }
  }

  private static final class EstimateSerializer extends ValueSerializer<Estimate> {
    @Override
    public void serialize(Estimate estimate, JsonGenerator json, SerializationContext context) {
      json.writeStartArray();
      writeNumber(json, estimate.mean());
      writeNumber(json, estimate.lower());
      writeNumber(json, estimate.upper());
      json.writeEndArray();
    }

    private static void writeNumber(JsonGenerator json, double value) {
      if (Double.isNaN(value)) {
        json.writeNull();
      } else {
        json.writeNumber(value);
      }
    }
  }

  private static final class TaskSerializer extends ValueSerializer<GanttTask> {
    @Override
    public void serialize(GanttTask task, JsonGenerator json, SerializationContext context) {
      json.writeStartArray();
      json.writeNumber(task.id());
      json.writeNumber(task.type());
      json.writeNumber(task.machine());
      json.writeNumber(task.arrival());
      json.writeNumber(task.start());
      json.writeNumber(task.exit());
      json.writeNumber(task.deadline());
      json.writeString(task.fate().name());
      json.writeEndArray();
    }
  }
}
