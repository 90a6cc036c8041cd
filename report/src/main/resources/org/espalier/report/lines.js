// What curves and distributions share: lines over numbers, one for each value of the axis that parts them.
(function (report) {
  'use strict';

  const { theme: themes, charts, element } = report;

  class LineModel {
    // The curves of the chosen values of the axes; valuesOf says which values a curve is of.
    constructor(axes, figure, curves, choices, valuesOf) {
      this.figure = figure;
      const index = axes.findIndex((axis) => axis.name === figure.seriesAxis);
      this.series = axes[index];
      this.curves = curves
        .filter((curve) => charts.matches({ axes }, { values: valuesOf(curve) }, choices))
        .map((curve) => ({ ...curve, name: valuesOf(curve)[index] }));
    }

    colour(curve) {
      return this.series.values.indexOf(curve.name);
    }

    summary() {
      return this.curves.map((curve) => curve.name + ': ' + this.summaryOf(curve)).join('; ');
    }
  }

  function line(theme, model, curve, points) {
    const style = themes.style(theme, model.colour(curve));
    return {
      type: 'line',
      name: curve.name,
      data: points,
      showSymbol: false,
      symbol: style.symbol,
      lineStyle: { color: style.color, width: 2, type: style.dash },
      itemStyle: { color: style.color },
    };
  }

  // What stands at a place, for each curve that the legend shows: `cells` gives its number and unit.
  function tooltip(theme, model, title, cells) {
    return charts.tooltip(theme, 'axis', (params) => {
      const all = [].concat(params);
      const place = all[0].axisValue;
      const shown = new Set(all.map((param) => param.seriesName));
      const rows = model.curves
        .filter((curve) => shown.has(curve.name))
        .map((curve) => tooltipRow(theme, model, curve, cells(curve, place)));
      return charts.tip(title(place), element('table', {}, element('tbody', {}, ...rows)));
    });
  }

  function tooltipRow(theme, model, curve, [number, unit]) {
    return element('tr', {},
      charts.nameCell(theme, model.colour(curve), curve.name),
      element('td', { class: 'number' }, number),
      element('td', {}, unit));
  }

  function legendItems(model) {
    return model.curves.map((curve) => ({ name: curve.name, icon: null }));
  }

  report.lines = { LineModel, line, tooltip, legendItems };
})((window.espalierReport = window.espalierReport || {}));
