// Charts of bars side by side, one for each value of an axis, on one scale: what one of them has more is higher.
(function (report) {
  'use strict';

  const { format, charts } = report;
  const LEAST_WIDTH = 105;
  const PLOT = 190;
  const [TITLE, RIGHT, APART, HEAD, FOOT] = [24, 16, 12, 30, 22];
  const STEPS = 5;

  class PanelModel {
    constructor(data, figure, choices) {
      this.axis = data.axes.find((axis) => axis.name === figure.panelAxis);
      const all = this.axis.values.map((value) => new charts.ChartModel(data, figure, { ...choices, [figure.panelAxis]: value }));
      this.names = this.axis.values.filter((_, i) => all[i].rows.length > 0);
      this.models = all.filter((model) => model.rows.length > 0);
      this.first = this.models[0] || all[0];
    }

    summary() {
      return this.models.map((model, i) => this.axis.label + ' ' + this.names[i] + ': ' + model.summary()).join('. ');
    }
  }

  function left(theme, model) {
    return TITLE + beside(theme, model);
  }

  function beside(theme, model) {
    return charts.besideNumbers(theme, { low: 0, high: scale(model).max });
  }

  // As many in a row as have room, in rows of about the same length.
  function columns(theme, model, width) {
    const fit = Math.max(1, Math.floor((width - left(theme, model) - RIGHT + APART) / (LEAST_WIDTH + APART)));
    const count = Math.max(1, model.models.length);
    return Math.ceil(count / Math.ceil(count / Math.min(count, fit)));
  }

  function above(theme, model, width) {
    const items = charts.legendItems(theme, model.first);
    return items.length > 1 ? charts.legendHeight(theme, width, items) : 0;
  }

  function height(theme, model, width) {
    const rows = Math.ceil(Math.max(1, model.models.length) / columns(theme, model, width));
    return Math.ceil(above(theme, model, width) + rows * (HEAD + PLOT + FOOT) + FOOT);
  }

  // The same end for all, a whole number of steps above the highest bar.
  function scale(model) {
    const high = Math.max(0, ...model.models.map((one) => one.bounds().high)) || 1;
    const power = 10 ** Math.floor(Math.log10(high / STEPS));
    const interval = power * [1, 2, 2.5, 5, 10].find((step) => step * power >= high / STEPS);
    return { min: 0, max: Math.ceil(high / interval) * interval, interval };
  }

  function places(theme, model, width) {
    const count = columns(theme, model, width);
    const wide = (width - left(theme, model) - RIGHT - (count - 1) * APART) / count;
    const top = above(theme, model, width);
    return model.models.map((_, i) => ({
      left: left(theme, model) + (i % count) * (wide + APART),
      top: top + Math.floor(i / count) * (HEAD + PLOT + FOOT) + HEAD,
      width: wide,
      height: PLOT,
      outerBoundsMode: 'none',
    }));
  }

  function text(theme, x, y, words, look) {
    return { type: 'text', silent: true, x, y, style: { text: words, fontFamily: theme.font, fill: theme.ink, textAlign: 'center', ...look } };
  }

  // Names below bars where all fit; the reader finds others by pointing.
  function categories(theme, one, gridIndex, wide) {
    const look = charts.axisLook(theme);
    const widest = Math.max(...one.xValues.map((value) => charts.textWidth(theme, value, '12px')));
    return {
      ...look,
      gridIndex,
      type: 'category',
      data: one.xValues,
      axisTick: { show: false },
      axisLabel: { ...look.axisLabel, show: (widest + 6) * one.xValues.length < wide, interval: 0 },
      axisPointer: { type: 'shadow', label: { show: false }, shadowStyle: { color: theme.grid, opacity: 0.55 } },
    };
  }

  function upright(theme, model, i, ends, isFirst) {
    const { label, unit } = model.first.column;
    const look = charts.heightAxis(theme, isFirst ? format.named(label, unit) : '', beside(theme, model));
    return { ...look, ...ends, gridIndex: i, axisLabel: { ...look.axisLabel, show: isFirst } };
  }

  function option(theme, model, width) {
    if (model.models.length === 0) {
      return charts.nothing(theme);
    }
    const items = charts.legendItems(theme, model.first);
    const grid = places(theme, model, width);
    const count = columns(theme, model, width);
    const ends = scale(model);
    const end = height(theme, model, width);
    return {
      ...charts.base(theme, width, items),
      grid,
      graphic: [
        ...grid.map((place, i) => text(theme, place.left + place.width / 2, place.top - 19, charts.shortened(theme, model.names[i], place.width, '600 13px'), { fontSize: 13, fontWeight: 600 })),
        text(theme, (grid[0].left + width - RIGHT) / 2, end - 17, charts.shortened(theme, model.first.x.label, width - grid[0].left - RIGHT), { fontSize: 13 })],
      xAxis: model.models.map((one, i) => categories(theme, one, i, grid[i].width)),
      yAxis: model.models.map((_, i) => upright(theme, model, i, ends, i % count === 0)),
      series: model.models.flatMap((one, i) => charts.stackSeries(theme, one)
        .map((series) => ({ ...series, stack: 'panel ' + i, xAxisIndex: i, yAxisIndex: i }))),
      tooltip: charts.tooltip(theme, 'axis', (params) => {
        const all = [].concat(params);
        return charts.tooltipContent(theme, model.models[all[0].axisIndex], all);
      }),
    };
  }

  report.panels = { PanelModel, option, height };
})((window.espalier = window.espalier || {}));
