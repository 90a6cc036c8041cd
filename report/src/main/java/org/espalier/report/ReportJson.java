package org.espalier.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The JSON form of a report's data, fit to stand inside a script element.
 *
 * <p>Estimates become arrays of three, with null for NaN; tasks become arrays of eight; points of
 * curves and scatters and values of matrices have six digits. No less-than sign is left, so that
 * neither an end tag nor a comment can begin inside the data.
 */
final class ReportJson {

  private static final MathContext SHOWN_DIGITS = new MathContext(6);
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(StudyFacts.class, new StudySerializer())
                  .addSerializer(ReportAxis.class, new AxisSerializer())
                  .addSerializer(Estimate.class, new EstimateSerializer())
                  .addSerializer(CurveFigure.Curve.class, new CurveSerializer())
                  .addSerializer(ScatterFigure.Series.class, new SeriesSerializer())
                  .addSerializer(ScatterFigure.Mark.class, new MarkSerializer())
                  .addSerializer(MatrixFigure.Matrix.class, new MatrixSerializer())
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
      json.writeStringProperty("settings", study.settings());
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
  }

  private static void writeNumber(JsonGenerator json, double value) {
    if (Double.isNaN(value)) {
      json.writeNull();
    } else {
      json.writeNumber(value);
    }
  }

  /** Writes numbers with as many digits as a figure shows, to keep pages of many small. */
  private static void writeNumbers(JsonGenerator json, List<Double> values) {
    json.writeStartArray();
    values.forEach(value -> writeShown(json, value));
    json.writeEndArray();
  }

  private static void writeShown(JsonGenerator json, double value) {
    writeNumber(
        json,
        Double.isNaN(value) ? value : BigDecimal.valueOf(value).round(SHOWN_DIGITS).doubleValue());
  }

  private static final class CurveSerializer extends ValueSerializer<CurveFigure.Curve> {
    @Override
    public void serialize(
        CurveFigure.Curve curve, JsonGenerator json, SerializationContext context) {
      json.writeStartObject();
      json.writePOJOProperty("values", curve.values());
      json.writeName("xs");
      writeNumbers(json, curve.xs());
      json.writeName("ys");
      writeNumbers(json, curve.ys());
      json.writeName("limits");
      writeNumbers(json, curve.limits());
      json.writeEndObject();
    }
  }

  private static final class SeriesSerializer extends ValueSerializer<ScatterFigure.Series> {
    @Override
    public void serialize(
        ScatterFigure.Series series, JsonGenerator json, SerializationContext context) {
      json.writeStartObject();
      json.writePOJOProperty("values", series.values());
      json.writeStringProperty("style", series.style().name());
      json.writeName("xs");
      writeNumbers(json, series.xs());
      json.writeName("ys");
      writeNumbers(json, series.ys());
      json.writeName("rxs");
      writeNumbers(json, series.rxs());
      json.writeName("rys");
      writeNumbers(json, series.rys());
      json.writeName("colours");
      writeNumbers(json, series.colours());
      json.writePOJOProperty("labels", series.labels());
      json.writeEndObject();
    }
  }

  private static final class MarkSerializer extends ValueSerializer<ScatterFigure.Mark> {
    @Override
    public void serialize(
        ScatterFigure.Mark mark, JsonGenerator json, SerializationContext context) {
      json.writeStartObject();
      json.writePOJOProperty("values", mark.values());
      json.writeName("x");
      writeShown(json, mark.x());
      json.writeName("y");
      writeShown(json, mark.y());
      json.writeStringProperty("label", mark.label());
      json.writeEndObject();
    }
  }

  private static final class MatrixSerializer extends ValueSerializer<MatrixFigure.Matrix> {
    @Override
    public void serialize(
        MatrixFigure.Matrix matrix, JsonGenerator json, SerializationContext context) {
      json.writeStartObject();
      json.writeStringProperty("label", matrix.label());
      json.writeStringProperty("unit", matrix.unit());
      json.writeName("values");
      json.writeStartArray();
      matrix.values().forEach(row -> writeNumbers(json, row));
      json.writeEndArray();
      json.writeEndObject();
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
