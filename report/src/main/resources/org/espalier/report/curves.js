// Curves of one quantity over another, each with the limit that it must not exceed.
(function (report) {
  'use strict';

  const { format, theme: themes, charts, lines } = report;

  class CurveModel extends lines.LineModel {
    constructor(figure, choices) {
      super(figure.axes, figure, figure.curves.filter((curve) => curve.xs.length > 0), choices, (curve) => curve.values);
      this.last = Math.max(...this.curves.map((curve) => curve.xs[curve.xs.length - 1]));
      const digits = (numbers) => Math.max(0, 3 - Math.ceil(Math.log10(Math.max(...numbers.map(Math.abs), 1e-6))));
      this.decimals = digits(this.curves.flatMap((curve) => curve.ys));
      this.xDecimals = digits(this.curves.flatMap((curve) => curve.xs));
    }

    // The height of a curve at a place: on the line between its points, at its last point behind that.
    heightAt(curve, place) {
      const next = curve.xs.findIndex((x) => x > place);
      if (next <= 0) {
        return curve.ys[next < 0 ? curve.ys.length - 1 : 0];
      }
      const share = (place - curve.xs[next - 1]) / (curve.xs[next] - curve.xs[next - 1]);
      return curve.ys[next - 1] + share * (curve.ys[next] - curve.ys[next - 1]);
    }

    // Limits that differ, each with the curves that it is of.
    limits() {
      const found = new Map();
      this.curves.filter((curve) => curve.limits.length > 0).forEach((curve) => {
        const key = JSON.stringify([curve.xs, curve.limits]);
        found.set(key, [...(found.get(key) || []), curve]);
      });
      return [...found.values()];
    }

    summaryOf(curve) {
      const text = (value) => format.number(value, this.decimals) + format.unitSuffix(this.figure.y.unit);
      return text(curve.ys[0]) + ' to ' + text(curve.ys[curve.ys.length - 1]);
    }
  }

  const points = (xs, ys) => xs.map((x, i) => [x, ys[i]]);

  // A limit of all curves is drawn in the colour of text, one of a single curve in its colour.
  function limitLine(theme, model, curves) {
    const [first] = curves;
    const color = model.limits().length === 1 ? theme.ink : themes.style(theme, model.colour(first)).color;
    return {
      type: 'line',
      name: model.figure.limit,
      data: points(first.xs, first.limits),
      step: 'start',
      showSymbol: false,
      silent: true,
      lineStyle: { color, width: 1.5, type: [6, 4] },
      itemStyle: { color },
    };
  }

  function xAxis(theme, model) {
    const look = charts.levelAxis(theme, format.named(model.figure.x.label, model.figure.x.unit));
    return { ...look, min: 'dataMin', max: 'dataMax', axisLabel: { ...look.axisLabel, showMaxLabel: model.last % 1 === 0 } };
  }

  function tooltip(theme, model) {
    const { x, y } = model.figure;
    return lines.tooltip(
      theme,
      model,
      (place) => x.label + ': ' + format.number(place, model.xDecimals) + format.unitSuffix(x.unit),
      (curve, place) => [format.number(model.heightAt(curve, place), model.decimals), y.unit]);
  }

  const DASHES = 'path://M0 4H7V7H0ZM10 4H17V7H10Z';

  // The options of a chart at a width, in a theme.
  function option(theme, model, width) {
    if (model.curves.length === 0) {
      return charts.nothing(theme);
    }
    const limits = model.limits();
    const items = lines.legendItems(model);
    const made = charts.base(theme, width, limits.length > 0 ? [...items, { name: model.figure.limit, icon: DASHES }] : items);
    made.xAxis = xAxis(theme, model);
    made.yAxis = charts.heightAxis(theme, format.named(model.figure.y.label, model.figure.y.unit));
    made.series = [
      ...model.curves.map((curve) => lines.line(theme, model, curve, points(curve.xs, curve.ys))),
      ...limits.map((curves) => limitLine(theme, model, curves))];
    made.tooltip = tooltip(theme, model);
    return made;
  }

  report.curves = { CurveModel, option };
})((window.espalierReport = window.espalierReport || {}));
