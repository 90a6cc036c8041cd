// Empirical distributions over trials: which share of them has at most so much of a column.
(function (report) {
  'use strict';

  const { format, theme: themes, charts, element } = report;

  // The curves of the chosen scenarios, one for each value of the axis that parts them.
  class DistributionModel {
    constructor(data, figure, choices) {
      this.figure = figure;
      this.column = data.columns.find((column) => column.key === figure.column);
      const index = data.axes.findIndex((axis) => axis.name === figure.seriesAxis);
      this.series = data.axes[index];
      this.curves = figure.curves
        .filter((curve) => curve.values.length > 0 && charts.matches(data, { values: curve.scenario }, choices))
        .map((curve) => ({ ...curve, name: curve.scenario[index] }));
      const all = this.curves.flatMap((curve) => curve.values);
      this.low = Math.min(...all);
      this.high = Math.max(...all);
      this.decimals = all.every((value) => value % 1 === 0) ? 0 : 2;
    }

    colour(curve) {
      return this.series.values.indexOf(curve.name);
    }

    // The percentage of trials that have at most so much.
    percentAt(curve, value) {
      const above = curve.values.findIndex((step) => step > value);
      const at = (above < 0 ? curve.values.length : above) - 1;
      return at < 0 ? 0 : curve.percents[at];
    }

    median(curve) {
      return curve.values[curve.percents.findIndex((percent) => percent >= 50)];
    }

    text(value) {
      return format.number(value, this.decimals) + format.unitSuffix(this.column.unit);
    }

    summary() {
      return this.curves
        .map((curve) => curve.name + ': half of the trials have at most ' + this.text(this.median(curve)))
        .join('; ');
    }
  }

  function line(theme, model, curve) {
    const style = themes.style(theme, model.colour(curve));
    const steps = curve.values.map((value, i) => [value, curve.percents[i]]);
    return {
      type: 'line',
      name: curve.name,
      step: 'end',
      data: [[model.low, 0], [curve.values[0], 0], ...steps, [model.high, 100]],
      showSymbol: false,
      symbol: style.symbol,
      lineStyle: { color: style.color, width: 2, type: style.dash },
      itemStyle: { color: style.color },
    };
  }

  function valueAxis(theme, model) {
    return {
      ...charts.axisLook(theme),
      type: 'value',
      name: format.named(model.column.label, model.column.unit) + ', at most',
      nameGap: 32,
      scale: true,
      splitLine: { show: false },
      axisPointer: { type: 'line', snap: false, label: { show: false }, lineStyle: { color: theme.line, type: 'solid' } },
    };
  }

  function percentAxis(theme) {
    return {
      ...charts.axisLook(theme),
      type: 'value',
      name: format.named('Trials', '%'),
      nameGap: 52,
      min: 0,
      max: 100,
      axisLine: { show: false },
      axisTick: { show: false },
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
    const value = params[0].axisValue;
    const shown = new Set(params.map((param) => param.seriesName));
    const rows = model.curves.filter((curve) => shown.has(curve.name)).map((curve) => tooltipRow(theme, model, curve, value));
    return element('div', { class: 'tip' },
      element('p', { class: 'tip-title' }, model.column.label + ': at most ' + model.text(value)),
      element('table', {}, element('tbody', {}, ...rows)));
  }

  function tooltipRow(theme, model, curve, value) {
    const swatch = element('span', { class: 'swatch' });
    swatch.style.backgroundColor = themes.style(theme, model.colour(curve)).color;
    return element('tr', {},
      element('td', {}, swatch, curve.name),
      element('td', { class: 'number' }, format.number(model.percentAt(curve, value), 1)),
      element('td', {}, '% of trials'));
  }

  // The options of a chart at a width, in a theme.
  function option(theme, model, width) {
    if (model.curves.length === 0) {
      return charts.nothing(theme);
    }
    const made = charts.base(theme, width, model.curves.map((curve) => ({ name: curve.name, icon: null })));
    made.xAxis = valueAxis(theme, model);
    made.yAxis = percentAxis(theme);
    made.series = model.curves.map((curve) => line(theme, model, curve));
    made.tooltip = tooltip(theme, model);
    return made;
  }

  report.distributions = { DistributionModel, option };
})((window.espalierReport = window.espalierReport || {}));
