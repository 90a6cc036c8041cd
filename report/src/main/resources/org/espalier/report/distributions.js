// Empirical distributions over trials: which share of them has at most so much of a column.
(function (report) {
  'use strict';

  const { format, charts, lines } = report;

  class DistributionModel extends lines.LineModel {
    constructor(data, figure, choices) {
      super(data.axes, figure, figure.curves.filter((curve) => curve.values.length > 0), choices, (curve) => curve.scenario);
      this.column = data.columns.find((column) => column.key === figure.column);
      const all = this.curves.flatMap((curve) => curve.values);
      this.low = Math.min(...all);
      this.high = Math.max(...all);
      this.decimals = all.every((value) => value % 1 === 0) ? 0 : 2;
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

    summaryOf(curve) {
      return 'half of the trials have at most ' + this.text(this.median(curve));
    }
  }

  function line(theme, model, curve) {
    const steps = curve.values.map((value, i) => [value, curve.percents[i]]);
    const points = [[model.low, 0], [curve.values[0], 0], ...steps, [model.high, 100]];
    return { ...lines.line(theme, model, curve, points), step: 'end' };
  }

  function valueAxis(theme, model) {
    return { ...charts.levelAxis(theme, format.named(model.column.label, model.column.unit) + ', at most'), scale: true };
  }

  function percentAxis(theme) {
    return { ...charts.heightAxis(theme, format.named('Trials', '%')), min: 0, max: 100 };
  }

  function tooltip(theme, model) {
    return lines.tooltip(
      theme,
      model,
      (value) => model.column.label + ': at most ' + model.text(value),
      (curve, value) => [format.number(model.percentAt(curve, value), 1), '% of trials']);
  }

  // The options of a chart at a width, in a theme.
  function option(theme, model, width) {
    if (model.curves.length === 0) {
      return charts.nothing(theme);
    }
    const made = charts.base(theme, width, lines.legendItems(model));
    made.xAxis = valueAxis(theme, model);
    made.yAxis = percentAxis(theme);
    made.series = model.curves.map((curve) => line(theme, model, curve));
    made.tooltip = tooltip(theme, model);
    return made;
  }

  report.distributions = { DistributionModel, option };
})((window.espalierReport = window.espalierReport || {}));
