// Curves of one quantity over another, each with the limit that it must not exceed, one for each value of the axis
// that parts them. Stepped ones are distributions: which share has at most so much.
(function (report) {
  'use strict';

  const { format, theme: themes, charts, element } = report;

  class CurveModel {
    // The curves of the chosen values of the axes.
    constructor(figure, choices) {
      this.figure = figure;
      const index = figure.axes.findIndex((axis) => axis.name === figure.seriesAxis);
      this.series = figure.axes[index];
      this.curves = figure.curves
        .filter((curve) => curve.xs.length > 0 && charts.matches(figure, curve, choices))
        .map((curve) => ({ ...curve, name: curve.values[index] }));
      const xs = this.curves.flatMap((curve) => curve.xs);
      this.first = Math.min(...xs);
      this.last = Math.max(...xs);
      const digits = (numbers) => Math.max(0, 3 - Math.ceil(Math.log10(Math.max(...numbers.map(Math.abs), 1e-6))));
      const ys = this.curves.flatMap((curve) => [...curve.ys, ...curve.limits]);
      this.range = { low: Math.min(0, ...ys), high: Math.max(0, ...ys) };
      this.decimals = digits(this.curves.flatMap((curve) => curve.ys));
      this.xDecimals = digits(xs);
    }

    colour(curve) {
      return this.series.values.indexOf(curve.name);
    }

    // The height of a curve at a place: on the line between its points, at its last point behind that. Steps keep the
    // height of the point before, and have none before the first.
    heightAt(curve, place) {
      const { xs, ys } = curve;
      const next = xs.findIndex((x) => x > place);
      if (next < 0) {
        return ys[ys.length - 1];
      }
      if (this.figure.stepped) {
        return next > 0 ? ys[next - 1] : 0;
      }
      const share = next > 0 ? (place - xs[next - 1]) / (xs[next] - xs[next - 1]) : 0;
      return next > 0 ? ys[next - 1] + share * (ys[next] - ys[next - 1]) : ys[0];
    }

    points(curve) {
      const all = points(curve.xs, curve.ys);
      return this.figure.stepped ? [[this.first, 0], [curve.xs[0], 0], ...all, [this.last, 100]] : all;
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

    xText(x) {
      return format.number(x, this.xDecimals) + format.unitSuffix(this.figure.x.unit);
    }

    summary() {
      const summaryOf = (curve) => (this.figure.stepped ? this.median(curve) : this.ends(curve));
      return this.curves.map((curve) => curve.name + ': ' + summaryOf(curve)).join('; ');
    }

    median(curve) {
      return 'half of the ' + this.figure.y.label.toLowerCase() + ' have at most ' + this.xText(curve.xs[curve.ys.findIndex((percent) => percent >= 50)]);
    }

    ends(curve) {
      const text = (value) => format.number(value, this.decimals) + format.unitSuffix(this.figure.y.unit);
      return text(curve.ys[0]) + ' to ' + text(curve.ys[curve.ys.length - 1]);
    }
  }

  const points = (xs, ys) => xs.map((x, i) => [x, ys[i]]);

  function line(theme, model, curve) {
    const style = themes.style(theme, model.colour(curve));
    return {
      type: 'line',
      name: curve.name,
      data: model.points(curve),
      step: model.figure.stepped ? 'end' : false,
      showSymbol: false,
      symbol: style.symbol,
      lineStyle: { color: style.color, width: 2, type: style.dash },
      itemStyle: { color: style.color },
    };
  }

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
    const { x, stepped } = model.figure;
    const look = charts.levelAxis(theme, format.named(x.label, x.unit) + (stepped ? ', at most' : ''));
    return stepped
      ? { ...look, scale: true }
      : { ...look, min: 'dataMin', max: 'dataMax', axisLabel: { ...look.axisLabel, showMaxLabel: model.last % 1 === 0 } };
  }

  function yAxis(theme, model) {
    const { y, stepped } = model.figure;
    return { ...charts.heightAxis(theme, format.named(y.label, y.unit), charts.besideNumbers(theme, model.range)), ...(stepped ? { min: 0, max: 100 } : {}) };
  }

  // How high the curves that the legend shows are at a place.
  function tooltip(theme, model) {
    const { x, stepped } = model.figure;
    return charts.tooltip(theme, 'axis', (params) => {
      const all = [].concat(params);
      const place = all[0].axisValue;
      const shown = new Set(all.map((param) => param.seriesName));
      const rows = model.curves.filter((curve) => shown.has(curve.name)).map((curve) => tooltipRow(theme, model, curve, place));
      const title = x.label + (stepped ? ': at most ' : ': ') + model.xText(place);
      return charts.tip(title, element('table', {}, element('tbody', {}, ...rows)));
    });
  }

  function tooltipRow(theme, model, curve, place) {
    return element('tr', {},
      charts.nameCell(theme, model.colour(curve), curve.name),
      element('td', { class: 'number' }, format.number(model.heightAt(curve, place), model.decimals)),
      element('td', {}, model.figure.y.unit));
  }

  const DASHES = 'path://M0 4H7V7H0ZM10 4H17V7H10Z';

  // The options of a chart at a width, in a theme.
  function option(theme, model, width) {
    if (model.curves.length === 0) {
      return charts.nothing(theme);
    }
    const limits = model.limits();
    const items = model.curves.map((curve) => ({ name: curve.name, icon: null }));
    const made = charts.base(theme, width, limits.length > 0 ? [...items, { name: model.figure.limit, icon: DASHES }] : items);
    made.xAxis = xAxis(theme, model);
    made.yAxis = yAxis(theme, model);
    made.series = [
      ...model.curves.map((curve) => line(theme, model, curve)),
      ...limits.map((curves) => limitLine(theme, model, curves))];
    made.tooltip = tooltip(theme, model);
    return made;
  }

  report.curves = { CurveModel, option };
})((window.espalier = window.espalier || {}));
