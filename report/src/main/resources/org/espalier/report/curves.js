// Curves of one quantity over another, each with the limit that it must not exceed.
(function (report) {
  'use strict';

  const { format, theme: themes, charts, element } = report;

  // The curves of the chosen values of the axes, one for each value of the axis that parts them.
  class CurveModel {
    constructor(figure, choices) {
      this.figure = figure;
      const index = figure.axes.findIndex((axis) => axis.name === figure.seriesAxis);
      this.series = figure.axes[index];
      this.curves = figure.curves
        .filter((curve) => curve.xs.length > 0 && charts.matches(figure, curve, choices))
        .map((curve) => ({ ...curve, name: curve.values[index] }));
      this.last = Math.max(...this.curves.map((curve) => curve.xs[curve.xs.length - 1]));
      const digits = (numbers) => Math.max(0, 3 - Math.ceil(Math.log10(Math.max(...numbers.map(Math.abs), 1e-6))));
      this.decimals = digits(this.curves.flatMap((curve) => curve.ys));
      this.xDecimals = digits(this.curves.flatMap((curve) => curve.xs));
    }

    colour(curve) {
      return this.series.values.indexOf(curve.name);
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

    summary() {
      const text = (value) => format.number(value, this.decimals) + format.unitSuffix(this.figure.y.unit);
      return this.curves
        .map((curve) => curve.name + ': ' + text(curve.ys[0]) + ' to ' + text(curve.ys[curve.ys.length - 1]))
        .join('; ');
    }
  }

  function line(theme, model, curve) {
    const style = themes.style(theme, model.colour(curve));
    return {
      type: 'line',
      name: curve.name,
      data: curve.xs.map((x, i) => [x, curve.ys[i]]),
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
      data: first.xs.map((x, i) => [x, first.limits[i]]),
      step: 'start',
      showSymbol: false,
      silent: true,
      lineStyle: { color, width: 1.5, type: [6, 4] },
      itemStyle: { color },
    };
  }

  function xAxis(theme, model) {
    const look = charts.axisLook(theme);
    return {
      ...look,
      type: 'value',
      name: format.named(model.figure.x.label, model.figure.x.unit),
      nameGap: 32,
      min: 'dataMin',
      max: 'dataMax',
      axisLabel: { ...look.axisLabel, showMaxLabel: model.last % 1 === 0 },
      splitLine: { show: false },
      axisPointer: { type: 'line', snap: false, label: { show: false }, lineStyle: { color: theme.line, type: 'solid' } },
    };
  }

  function yAxis(theme, model) {
    const look = charts.axisLook(theme);
    return {
      ...look,
      type: 'value',
      name: format.named(model.figure.y.label, model.figure.y.unit),
      nameGap: 52,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...look.axisLabel, formatter: format.tick },
    };
  }

  function tooltip(theme, model) {
    return {
      trigger: 'axis',
      confine: true,
      backgroundColor: theme.surface,
      borderColor: theme.line,
      padding: [8, 12],
      textStyle: { color: theme.ink, fontFamily: theme.font, fontSize: 13 },
      formatter: (params) => tooltipContent(theme, model, [].concat(params)),
    };
  }

  function tooltipContent(theme, model, params) {
    const place = params[0].axisValue;
    const shown = new Set(params.map((param) => param.seriesName));
    const rows = model.curves.filter((curve) => shown.has(curve.name)).map((curve) => tooltipRow(theme, model, curve, place));
    return element('div', { class: 'tip' },
      element('p', { class: 'tip-title' }, model.figure.x.label + ': ' + format.number(place, model.xDecimals) + format.unitSuffix(model.figure.x.unit)),
      element('table', {}, element('tbody', {}, ...rows)));
  }

  function tooltipRow(theme, model, curve, place) {
    const swatch = element('span', { class: 'swatch' });
    swatch.style.backgroundColor = themes.style(theme, model.colour(curve)).color;
    return element('tr', {},
      element('td', {}, swatch, curve.name),
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
    made.series = [...model.curves.map((curve) => line(theme, model, curve)), ...limits.map((curves) => limitLine(theme, model, curves))];
    made.tooltip = tooltip(theme, model);
    return made;
  }

  report.curves = { CurveModel, option };
})((window.espalierReport = window.espalierReport || {}));
