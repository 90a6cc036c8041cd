package org.espalier.report;

import java.util.List;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A heat map of a matrix, or of several of the same rows and columns between which the reader
 * chooses.
 *
 * @param id id of the figure, by which files downloaded from it are named
 * @param title its title
 * @param caption what it shows; may be empty
 * @param rows names of the rows, from top to bottom
 * @param columns names of the columns, from left to right
 * @param words how a cell is named
 * @param matrices the matrices, the one shown first coming first
 */
public record MatrixFigure(
    String id,
    String title,
    String caption,
    List<String> rows,
    List<String> columns,
    Words words,
    List<Matrix> matrices)
    implements ReportFigure {

  /**
   * How a cell is named, as "encode on gpu: cannot run".
   *
   * @param between the word between its row and its column
   * @param gap what a cell without a value says
   */
  public record Words(String between, String gap) {}

  /**
   * A matrix.
   *
   * @param label what it says
   * @param unit unit of its values; empty for numbers
   * @param values [row][column]; NaN where there is none
   */
  public record Matrix(
      String label,
      String unit,
      @JsonSerialize(using = ShownDigits.class) List<List<Double>> values) {
    private boolean isOf(int rows, int columns) {
      return values.size() == rows && values.stream().allMatch(row -> row.size() == columns);
    }
  }

  /** Refuses matrices of another size. */
  public MatrixFigure {
    Check.that(
        !matrices.isEmpty()
            && matrices.stream().allMatch(matrix -> matrix.isOf(rows.size(), columns.size())),
        "figure %s has no matrix, or one without %s rows of %s values"
            .formatted(id, rows.size(), columns.size()));
  }
}
