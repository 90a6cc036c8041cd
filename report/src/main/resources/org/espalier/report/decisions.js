// A machine queue before and after a decision: the completion-time PMF of each of its tasks.
(function (report) {
  'use strict';

  const { format, theme: themes, charts } = report;
  const PANELS = ['before', 'after'];
  const PANEL_HEIGHT = 150;
  const BETWEEN = 26;
  const BELOW = 56;
  // A running task is often almost certain, and so is an eviction; what is so many times higher than the
  // lower peaks is cut off.
  const HEADROOM = 2.5;

  class DecisionModel {
    constructor(example) {
      this.example = example;
      this.tasks = [...new Set(PANELS.flatMap((panel) => example[panel].map((curve) => curve.task)))];
      const curves = PANELS.flatMap((panel) => example[panel]);
      this.start = Math.min(0, ...curves.map((curve) => curve.fromSeconds));
      this.end = Math.max(...curves.map((curve) => curve.fromSeconds + curve.masses.length * example.binSeconds));
      const near = curves.map((curve) => curve.deadlineSeconds).filter((time) => time < 1.6 * this.end);
      this.end = 1.02 * Math.max(this.end, ...near);
      this.top = cutOff(curves.map((curve) => Math.max(...curve.masses)));
    }

    curve(panel, task) {
      return this.example[panel].find((curve) => curve.task === task);
    }

    // What becomes of a task and its chance: "34 % → 81 %".
    fate(task) {
      const [before, after] = PANELS.map((panel) => this.curve(panel, task));
      const chance = (curve) => format.number(100 * curve.chance, 0) + '\u00a0%';
      if (!after) {
        return chance(before) + ' → dropped';
      }
      return before ? chance(before) + ' → ' + chance(after) : 'new, ' + chance(after);
    }

    label(task) {
      const running = PANELS.some((panel) => (this.curve(panel, task) || {}).running);
      return task + (running ? ', running: ' : ': ') + this.fate(task);
    }

    summary() {
      return this.example.text + ' Chances of success: ' + this.tasks.map((task) => this.label(task)).join('; ');
    }
  }

  function cutOff(peaks) {
    const sorted = peaks.slice().sort((a, b) => a - b);
    const lower = sorted[Math.floor((sorted.length - 1) / 4)];
    return Math.min(sorted[sorted.length - 1], HEADROOM * lower) * 1.05;
  }

  function legend(theme, model) {
    return model.tasks.map((task) => ({ name: task, icon: 'roundRect', text: model.label(task) }));
  }

  function height(theme, model, width) {
    return charts.legendHeight(theme, width, legend(theme, model)) + 16 + 2 * PANEL_HEIGHT + BETWEEN + BELOW;
  }

  function curveSeries(theme, model, panel, index, task, curve) {
    const style = themes.style(theme, model.tasks.indexOf(task));
    const bin = model.example.binSeconds;
    const at = (i) => curve.fromSeconds + i * bin;
    const count = curve.masses.length;
    return {
      type: 'line',
      name: task,
      xAxisIndex: index,
      yAxisIndex: index,
      step: 'end',
      symbol: 'none',
      silent: true,
      data: [[at(0), 0], ...curve.masses.map((mass, i) => [at(i), mass]), [at(count), curve.masses[count - 1]], [at(count), 0]],
      lineStyle: { color: style.color, width: 1.5, type: style.dash },
      itemStyle: { color: style.color },
      areaStyle: { color: style.color, opacity: 0.22 },
      markLine: {
        silent: true,
        symbol: 'none',
        animation: false,
        label: { show: false },
        lineStyle: { color: style.color, type: [5, 4], width: 1.5 },
        data: curve.deadlineSeconds <= model.end ? [{ xAxis: curve.deadlineSeconds }] : [],
      },
    };
  }

  // The options of the figure at a width, in a theme.
  function option(theme, model, width) {
    const look = charts.axisLook(theme);
    const items = legend(theme, model);
    const above = charts.legendHeight(theme, width, items) + 16;
    const top = (index) => above + index * (PANEL_HEIGHT + BETWEEN);
    const last = PANELS.length - 1;
    return {
      animation: false,
      backgroundColor: 'transparent',
      textStyle: { fontFamily: theme.font, color: theme.ink, fontSize: 13 },
      legend: { ...charts.legendOf(theme, items, width), show: true },
      grid: PANELS.map((_, index) => ({ left: 76, right: 20, top: top(index), height: PANEL_HEIGHT, outerBoundsMode: 'none' })),
      xAxis: PANELS.map((_, index) => ({
        ...look, gridIndex: index, type: 'value', min: model.start, max: model.end, nameGap: 28, splitLine: { show: false },
        name: index === last ? 'time after the decision (s)' : '',
        axisLabel: { ...look.axisLabel, show: index === last, formatter: format.tick, showMinLabel: true, showMaxLabel: false },
      })),
      yAxis: PANELS.map((panel, index) => ({
        ...look, gridIndex: index, type: 'value', min: 0, max: model.top, nameGap: 52, name: panel, splitNumber: 3,
        axisLine: { show: false }, axisTick: { show: false },
        axisLabel: { ...look.axisLabel, formatter: format.tick, showMaxLabel: false },
      })),
      series: PANELS.flatMap((panel, index) => model.tasks.map((task) => {
        const curve = model.curve(panel, task);
        return curve ? curveSeries(theme, model, panel, index, task, curve) : null;
      })).filter(Boolean),
    };
  }

  report.decisions = { DecisionModel, option, height };
})((window.espalier = window.espalier || {}));
