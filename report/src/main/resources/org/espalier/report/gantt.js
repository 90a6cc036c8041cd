// The Gantt chart of a trial: machines as rows, tasks as bars, what never ran as marks.
(function (report) {
  'use strict';

  const { format, theme: themes, fates: { FATES }, charts, element } = report;
  const [ID, TYPE, MACHINE, ARRIVAL, START, EXIT, DEADLINE, FATE] = [0, 1, 2, 3, 4, 5, 6, 7];
  const ROW = 40;
  // The deadline of tasks that have none, in ticks.
  const NO_DEADLINE = 2 ** 61;
  // The height of a row where there are too many machines for all to be shown.
  const NARROW_ROW = 24;
  // A prefix that no reader sees: it parts the fates of the key from task types of the same name.
  const KEY_MARK = '\u200b';

  const ICONS = {
    ON_TIME: 'roundRect',
    LATE: 'path://M0,0 H7 V10 H0 Z M8,10 L10,0 H12 L10,10 Z M12.5,10 L14.5,0 H16.5 L14.5,10 Z',
    EVICTED: 'path://M0,2 H9 V8 H0 Z M11,0 H14 V10 H11 Z',
    DROPPED_RUNNING: 'path://M0,3.5 H7 V7.5 H0 Z M8,0 L14,10 L15,9 L9,-1 Z M14,0 L8,10 L9,11 L15,1 Z',
    DROPPED_PENDING: 'path://M1,0 L11,9 L10,10 L0,1 Z M10,0 L0,9 L1,10 L11,1 Z',
    DROPPED_PROACTIVELY: 'diamond',
    DISCARDED: 'circle',
    EXPIRED_IN_QUEUE: 'path://M0,0 H12 L6,10 Z',
    EXPIRED_IN_BATCH: 'path://M5,0 H7.5 V10 H5 Z',
    FAILED: 'path://M0,3 H7 V7 H0 Z M9,5 A3,3 0 1 0 15,5 A3,3 0 1 0 9,5 Z',
  };

  class GanttModel {
    constructor(trace, colourBy) {
      this.trace = trace;
      this.byFate = colourBy === 'fate';
      this.fates = Object.keys(FATES).filter((fate) => trace.tasks.some((task) => task[FATE] === fate));
      this.use = trace.use || [];
      this.batchRow = this.use.length + trace.machines.length;
      this.rows = [...this.use.map((use) => use.type + ', all ' + format.number(use.machines, 0)), ...trace.machines, 'batch queue'];
      const ends = [...trace.tasks.map((task) => task[EXIT]), ...this.use.map((use) => use.span * use.shares.length)];
      this.end = ends.reduce((latest, end) => Math.max(latest, end), 0) * trace.tickSeconds;
    }

    row(task) {
      return task[MACHINE] < 0 ? this.batchRow : this.use.length + task[MACHINE];
    }

    seconds(ticks) {
      return ticks * this.trace.tickSeconds;
    }

    groups() {
      return this.byFate
        ? this.fates.map((fate) => ({ ...FATES[fate], name: FATES[fate].label, icon: ICONS[fate], text: this.counted(fate), tasks: this.having(FATE, fate) }))
        : this.trace.taskTypes.map((name, type) => ({ name, colour: type, icon: 'roundRect', tasks: this.having(TYPE, type) }));
    }

    having(field, value) {
      return this.trace.tasks.filter((task) => task[field] === value);
    }

    count(fate) {
      return this.having(FATE, fate).length;
    }

    counted(fate) {
      return FATES[fate].label + '  ' + format.number(this.count(fate), 0);
    }

    height() {
      return this.rows.length * (this.use.length ? NARROW_ROW : ROW) + 190;
    }

    summary() {
      const counts = this.fates.map((fate) => this.count(fate) + ' ' + FATES[fate].label);
      return this.trace.scenario + ', trial ' + this.trace.trial + ': ' + this.trace.tasks.length + ' tasks on ' +
        this.trace.machines.length + ' machines; ' + counts.join(', ') + (this.trace.excerpt ? '. ' + this.trace.excerpt : '');
    }
  }

  // How far a mark lies from the middle of its row, from -0.5 to 0.5: spread evenly by task id.
  function spread(id) {
    return ((id * 0.618034) % 1) - 0.5;
  }

  function drawn(theme, model, style, task, params, api) {
    const row = model.row(task);
    const height = api.size([0, 1])[1];
    const exit = api.coord([model.seconds(task[EXIT]), row]);
    const area = params.coordSys;
    if (task[START] < 0) {
      return exit[0] < area.x || exit[0] > area.x + area.width ? null : mark(theme, model, style, task, exit, height);
    }
    const start = api.coord([model.seconds(task[START]), row]);
    const bar = { x: start[0], y: exit[1] - height * 0.38, width: Math.max(1.5, exit[0] - start[0]), height: height * 0.5 };
    const deadline = api.coord([model.seconds(task[DEADLINE]), row])[0];
    return runningTask(theme, style, task[FATE], bar, deadline, area);
  }

  function runningTask(theme, style, fate, bar, deadline, area) {
    const clip = (rect) => echarts.graphic.clipRectByRect(rect, area);
    const whole = clip(bar);
    if (!whole) {
      return null;
    }
    const end = ENDS[fate];
    const children = [{
      type: 'rect',
      shape: { ...whole, r: 1.5 },
      style: { fill: style.color, opacity: end ? 0.45 : 1, stroke: theme.surface, lineWidth: 0.75 },
    }];
    const right = bar.x + bar.width;
    if (fate === 'LATE') {
      const from = Math.max(bar.x, deadline);
      children.push(lateTail(theme, clip({ ...bar, x: from, width: right - from })));
    }
    if (end && right <= area.x + area.width + 1) {
      children.push(end(theme, bar, right));
    }
    return { type: 'group', children: children.filter(Boolean) };
  }

  function lateTail(theme, rect) {
    return rect && { type: 'rect', shape: rect, z2: 5, style: { fill: theme.surface, opacity: 0.55, decal: themes.hatch(theme.ink, 2) } };
  }

  // How the bar of a task ends that did not come to its end.
  const ENDS = {
    EVICTED: endBar,
    DROPPED_RUNNING: (theme, bar, right) => cross(theme.ink, right - 1, bar.y + bar.height / 2, 5),
    FAILED: (theme, bar, right) =>
      ({ type: 'circle', z2: 10, shape: { cx: right - 1, cy: bar.y + bar.height / 2, r: 4 }, style: { fill: theme.ink } }),
  };

  function endBar(theme, bar, right) {
    return { type: 'rect', z2: 10, shape: { x: right - 3, y: bar.y - 3, width: 3, height: bar.height + 6 }, style: { fill: theme.ink } };
  }

  function cross(colour, x, y, half) {
    const stroke = (y1, y2) => ({ type: 'line', z2: 10, shape: { x1: x - half, y1, x2: x + half, y2 }, style: { stroke: colour, lineWidth: 1.8, fill: null } });
    return { type: 'group', children: [stroke(y - half, y + half), stroke(y + half, y - half)] };
  }

  function mark(theme, model, style, task, at, height) {
    const inBatch = model.row(task) === model.batchRow;
    const x = at[0];
    const y = inBatch ? at[1] + spread(task[ID]) * height * 0.72 : at[1] + height * 0.31;
    switch (task[FATE]) {
      case 'EXPIRED_IN_BATCH':
        return { type: 'rect', shape: { x: x - 1, y: y - 4, width: 2, height: 8 }, style: { fill: style.color } };
      case 'EXPIRED_IN_QUEUE':
        return polygon([[x - 4.5, y - 4], [x + 4.5, y - 4], [x, y + 4]], style.color);
      case 'DROPPED_PROACTIVELY':
        return polygon([[x, y - 5], [x + 4.5, y], [x, y + 5], [x - 4.5, y]], style.color);
      case 'DISCARDED':
        return { type: 'circle', shape: { cx: x, cy: y, r: 4 }, style: { fill: style.color } };
      default:
        return cross(style.color, x, y, 4);
    }
  }

  function polygon(points, colour) {
    return { type: 'polygon', shape: { points }, style: { fill: colour } };
  }

  // Hatching tells late tasks here, so colours go without it while two shades of each hue last.
  function plain(theme, colour) {
    return { color: themes.style(theme, colour).color };
  }

  function series(theme, model, group) {
    const style = plain(theme, group.colour);
    return {
      type: 'custom',
      name: group.name,
      itemStyle: { color: style.color },
      clip: true,
      progressive: 0,
      encode: { x: [0, 1], y: 2 },
      dimensions: ['from', 'to', 'row'],
      data: group.tasks.map((task) => [
        model.seconds(task[START] < 0 ? task[EXIT] : task[START]), model.seconds(task[EXIT]), model.row(task)]),
      renderItem: (params, api) => drawn(theme, model, style, group.tasks[params.dataIndex], params, api),
    };
  }

  // How many machines of each type execute: a row for each type, the darker the more.
  function useSeries(theme, model) {
    const spans = model.use.flatMap((use, row) => use.shares.map((share, i) => [i * use.span, (i + 1) * use.span, row, share]));
    return {
      type: 'custom',
      id: 'use',
      clip: true,
      progressive: 0,
      encode: { x: [0, 1], y: 2 },
      dimensions: ['from', 'to', 'row', 'share'],
      data: spans.map(([from, to, row, share]) => [model.seconds(from), model.seconds(to), row, share]),
      renderItem: (params, api) => spanOfUse(theme, params, api),
    };
  }

  function spanOfUse(theme, params, api) {
    const from = api.coord([api.value(0), api.value(2)]);
    const to = api.coord([api.value(1), api.value(2)]);
    const height = api.size([0, 1])[1] * 0.76;
    const rect = echarts.graphic.clipRectByRect(
      { x: from[0], y: from[1] - height / 2, width: Math.max(0.5, to[0] - from[0] + 0.3), height }, params.coordSys);
    return rect && { type: 'rect', shape: rect, style: { fill: theme.ink, opacity: 0.04 + 0.76 * api.value(3) } };
  }

  // Series without tasks, which the key of fates stands for when colours tell task types.
  function keySeries(theme, fates) {
    return fates.map((fate) => ({
      type: 'custom',
      name: KEY_MARK + FATES[fate].label,
      itemStyle: { color: theme.soft },
      data: [],
      renderItem: () => null,
    }));
  }

  function taskTooltip(theme, model, groups) {
    return charts.tooltip(theme, 'item', (param) => param.seriesId === 'use'
      ? useContent(model, param.value)
      : taskContent(model, groups[param.seriesIndex].tasks[param.dataIndex]));
  }

  function useContent(model, [from, to, row, share]) {
    const use = model.use[row];
    return charts.tip(
      use.type + ' · ' + format.number(use.machines, 0) + ' machines',
      element('p', {}, format.number(100 * share, 1) + '\u00a0% execute from ' + format.number(from, 2) + ' to ' + format.number(to, 2) + '\u00a0s'));
  }

  function taskContent(model, task) {
    const decimals = Math.min(6, Math.max(0, Math.ceil(-Math.log10(model.trace.tickSeconds))));
    const time = (ticks) => format.number(model.seconds(ticks), decimals) + '\u00a0s';
    const slack = (task[DEADLINE] - task[EXIT]) * model.trace.tickSeconds;
    const facts = [
      ['machine', task[MACHINE] < 0 ? 'none' : model.trace.machines[task[MACHINE]]],
      ['arrival', time(task[ARRIVAL])],
      ['start', task[START] < 0 ? 'never' : time(task[START])],
      ['exit', time(task[EXIT])],
      ['deadline', task[DEADLINE] < NO_DEADLINE ? time(task[DEADLINE]) : 'none'],
      ['slack at exit', task[DEADLINE] < NO_DEADLINE ? format.signed(slack, decimals) + '\u00a0s' : '–'],
      ['fate', FATES[task[FATE]].label],
    ];
    const rows = facts.map(([name, value]) =>
      element('tr', {}, element('th', { scope: 'row' }, name), element('td', { class: 'number' }, value)));
    return charts.tip(
      'Task ' + task[ID] + ' · ' + model.trace.taskTypes[task[TYPE]],
      element('table', {}, element('tbody', {}, ...rows)));
  }

  function zoom(theme, window, still) {
    const common = { xAxisIndex: 0, filterMode: 'weakFilter', start: window.start, end: window.end };
    if (still) {
      return [{ ...common, type: 'inside', disabled: true }];
    }
    return [
      { ...common, id: 'wheel', type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseMove: true },
      { ...common, id: 'slider', type: 'slider', height: 18, bottom: 10, brushSelect: false, showDetail: false,
        borderColor: theme.line, fillerColor: 'rgba(120,140,170,0.18)', handleStyle: { color: theme.surface, borderColor: theme.soft },
        moveHandleStyle: { color: theme.line }, dataBackground: { areaStyle: { opacity: 0 }, lineStyle: { opacity: 0 } } },
    ];
  }

  function legends(theme, model, groups, width) {
    const first = groups.map((group) => ({ name: group.name, icon: group.icon, text: group.text }));
    const main = { ...charts.legendOf(theme, first, width), show: true };
    if (model.byFate) {
      return { legend: [main], height: charts.legendHeight(theme, width, first) };
    }
    const second = model.fates.map((fate) => ({ name: KEY_MARK + FATES[fate].label, icon: ICONS[fate], text: model.counted(fate) }));
    const above = charts.legendHeight(theme, width, first);
    const key = { ...charts.legendOf(theme, second, width), show: true, top: above, selectedMode: false };
    return { legend: [main, key], height: above + charts.legendHeight(theme, width, second) };
  }

  // The options of a Gantt chart; `still` leaves out what only a living page can use.
  function option(theme, model, width, window, still) {
    const look = charts.axisLook(theme);
    const groups = model.groups();
    const { legend, height } = legends(theme, model, groups, width);
    const longest = Math.max(...model.rows.map((row) => charts.textWidth(theme, row)));
    return {
      animation: false,
      backgroundColor: 'transparent',
      textStyle: { fontFamily: theme.font, color: theme.ink, fontSize: 13 },
      legend,
      grid: { left: Math.min(180, 20 + longest), right: 24, top: height + 8, bottom: still ? 50 : 78, outerBoundsMode: 'none' },
      xAxis: { ...look, type: 'value', name: 'time (s)', nameGap: 28, min: 0, max: model.end || 1,
        axisLabel: { ...look.axisLabel, formatter: format.tick, showMaxLabel: false } },
      yAxis: { ...look, type: 'category', data: model.rows, inverse: true, axisTick: { show: false },
        axisLabel: { ...look.axisLabel, color: theme.ink, interval: 0, width: 150, overflow: 'truncate' },
        splitLine: { show: true, lineStyle: { color: theme.grid } } },
      dataZoom: zoom(theme, window, still),
      series: [...groups.map((group) => series(theme, model, group)), ...(model.byFate ? [] : keySeries(theme, model.fates)), ...(model.use.length ? [useSeries(theme, model)] : [])],
      tooltip: taskTooltip(theme, model, groups),
    };
  }

  report.gantt = { GanttModel, option };
})((window.espalier = window.espalier || {}));
