// Heat maps of matrices: a cell for each value, its number in it where there is room for all.
(function (report) {
  'use strict';

  const { format, theme: themes, charts, element } = report;
  const WIDEST_CELL = 130;
  const LONGEST_NAME = 150;
  const LABEL_FONT = 11;
  // Values further apart than this get colours by their logarithm.
  const FAR_APART = 50;

  class MatrixModel {
    constructor(figure, matrix) {
      this.figure = figure;
      this.matrix = matrix;
      // All matrices of a unit have one scale, so that a colour is one value in all of them.
      const scaled = figure.matrices.filter((other) => other.unit === matrix.unit);
      [this.low, this.high] = ends(scaled);
      this.logarithmic = this.low > 0 && this.high / this.low > FAR_APART;
      this.hasGaps = matrix.values.flat().some((value) => !format.isNumber(value));
    }

    // Where a value is between the lowest, 0, and the highest, 1.
    height(value) {
      const scaled = this.logarithmic ? Math.log : (v) => v;
      return this.high > this.low ? (scaled(value) - scaled(this.low)) / (scaled(this.high) - scaled(this.low)) : 0.5;
    }

    // Three digits of the highest value, or of each where some are far smaller.
    text(value) {
      const size = Math.abs(this.logarithmic ? value : this.high);
      return format.number(value, Math.max(0, 2 - Math.floor(Math.log10(Math.max(size, 1e-6)))));
    }

    longestText() {
      return this.matrix.values.flat().filter(format.isNumber).map((value) => this.text(value))
        .reduce((one, other) => (other.length > one.length ? other : one), '');
    }

    summary() {
      const { label, unit } = this.matrix;
      const [low, high] = ends([this.matrix]);
      return label + ': ' + this.text(low) + ' to ' + this.text(high) + format.unitSuffix(unit);
    }

    rowHeight() {
      return this.figure.rows.length <= 12 ? 38 : this.figure.rows.length <= 40 ? 24 : 16;
    }
  }

  // The lowest and the highest value of matrices.
  function ends(matrices) {
    const values = matrices.flatMap((matrix) => matrix.values.flat()).filter(format.isNumber);
    return [Math.min(...values), Math.max(...values)];
  }

  function colourAt(theme, place) {
    return themes.between(theme.scale, place);
  }

  function layout(theme, model, width) {
    const { rows, columns } = model.figure;
    const names = Math.min(LONGEST_NAME, Math.max(...rows.map((name) => charts.textWidth(theme, name)))) + 14;
    const longest = Math.min(LONGEST_NAME, Math.max(...columns.map((name) => charts.textWidth(theme, name))));
    const cellBeside = (room) => Math.min(WIDEST_CELL, (width - names - room) / columns.length);
    const tilted = longest + 8 > cellBeside(20);
    const cell = cellBeside(tilted ? Math.max(20, longest * 0.7) : 20);
    return { names, cell, tilted, head: 52 + (tilted ? longest * 0.75 + 10 : 22) };
  }

  function height(theme, model, width) {
    return layout(theme, model, width).head + model.figure.rows.length * model.rowHeight() + 16;
  }

  function nameAxis(theme, names, more) {
    const look = charts.axisLook(theme);
    return {
      ...look,
      type: 'category',
      data: names,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: { ...look.axisLabel, fontSize: LABEL_FONT, interval: 0, hideOverlap: false, color: theme.ink, width: LONGEST_NAME, overflow: 'truncate', ...more },
    };
  }

  function cellOf(theme, model, longest, api) {
    const [column, row] = [api.value(0), api.value(1)];
    const value = model.matrix.values[row][column];
    const [x, y] = api.coord([column, row]);
    const [width, tall] = api.size([1, 1]);
    const shape = { x: x - width / 2 + 0.5, y: y - tall / 2 + 0.5, width: width - 1, height: tall - 1 };
    const known = format.isNumber(value);
    const style = known
      ? { fill: colourAt(theme, model.height(value)) }
      : { fill: theme.surface, decal: themes.hatch(theme.line, 1) };
    const text = model.text(value);
    const fits = known && longest * LABEL_FONT / 13 + 3 < width;
    return {
      type: 'group',
      children: [{ type: 'rect', shape, style }, ...(fits ? [number(theme, model, value, text, x, y)] : [])],
    };
  }

  // How bright a colour looks, from 0 to 1.
  function brightness(colour) {
    const part = (at) => parseInt(colour.slice(at, at + 2), 16) / 255;
    return 0.3 * part(1) + 0.59 * part(3) + 0.11 * part(5);
  }

  function number(theme, model, value, text, x, y) {
    const onDark = brightness(colourAt(theme, model.height(value))) < 0.55;
    return {
      type: 'text',
      silent: true,
      style: { text, x, y, align: 'center', verticalAlign: 'middle', fontSize: LABEL_FONT, fontFamily: theme.font, fill: onDark ? '#ffffff' : '#1d2430' },
    };
  }

  function cells(theme, model) {
    const longest = charts.textWidth(theme, model.longestText());
    const all = model.matrix.values.flatMap((row, i) => row.map((value, j) => ({ i, j, value })));
    return {
      type: 'custom',
      data: all.map(({ i, j, value }) => [j, i, format.isNumber(value) ? model.height(value) : null]),
      encode: { x: 0, y: 1 },
      renderItem: (params, api) => cellOf(theme, model, longest, api),
    };
  }

  // A swatch that looks like a cell without value; the chart library hatches none outside of series.
  function hatched(theme, left) {
    const stroke = (x1, x2) => ({ type: 'line', silent: true, shape: { x1: left + x1, y1: 15, x2: left + x2, y2: 2 }, style: { stroke: theme.line, lineWidth: 2 } });
    const frame = { type: 'rect', silent: true, shape: { x: left, y: 2, width: 26, height: 13 }, style: { fill: theme.surface, stroke: theme.line } };
    return [frame, stroke(0, 7), stroke(6, 13), stroke(12, 19), stroke(18, 25)];
  }

  // The colours from the lowest value to the highest, and what a cell without value looks like.
  function key(theme, model, from, width) {
    const low = model.text(model.low);
    const high = model.text(model.high) + format.unitSuffix(model.matrix.unit) + (model.logarithmic ? ', logarithmic' : '');
    const fit = (text, used) => charts.shortened(theme, text, Math.max(20, width - 16 - used));
    const scale = charts.colourScale(theme, theme.scale, low, fit(high, 136 + charts.textWidth(theme, low)));
    const end = scale.width + 24;
    const words = model.hasGaps ? fit(model.figure.words.gap, end + 33) : '';
    const gap = model.hasGaps ? [...hatched(theme, end), charts.softText(theme, end + 33, words)] : [];
    const wide = model.hasGaps ? end + 33 + charts.textWidth(theme, words) : scale.width;
    return {
      type: 'group',
      left: Math.max(8, Math.min(from, width - 8 - wide)),
      top: 8,
      children: [...scale.children, ...gap],
    };
  }

  function tooltip(theme, model) {
    const { rows, columns, words } = model.figure;
    return charts.tooltip(theme, 'item', ({ value: [column, row] }) => {
      const value = model.matrix.values[row][column];
      return charts.tip(
        rows[row] + ' ' + words.between + ' ' + columns[column],
        element('p', {}, format.isNumber(value) ? model.text(value) + format.unitSuffix(model.matrix.unit) : words.gap));
    });
  }

  // The options of a chart at a width, in a theme.
  function option(theme, model, width) {
    const place = layout(theme, model, width);
    const { rows, columns } = model.figure;
    return {
      animation: false,
      backgroundColor: 'transparent',
      textStyle: { fontFamily: theme.font, color: theme.ink, fontSize: 13 },
      graphic: key(theme, model, place.names, width),
      grid: {
        left: place.names,
        top: place.head,
        width: place.cell * columns.length,
        height: rows.length * model.rowHeight(),
        outerBoundsMode: 'none',
      },
      xAxis: { ...nameAxis(theme, columns, { rotate: place.tilted ? -45 : 0 }), position: 'top' },
      yAxis: { ...nameAxis(theme, rows, {}), inverse: true },
      series: [cells(theme, model)],
      tooltip: tooltip(theme, model),
    };
  }

  report.matrices = { MatrixModel, option, height };
})((window.espalier = window.espalier || {}));
