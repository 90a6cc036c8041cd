// Bars, stacks of bars and lines of one column: from rows of the report to options of the chart library.
(function (report) {
  'use strict';

  const { format, theme: themes, element } = report;
  const WHISKER = 5;
  // The least widths, in pixels, of a bar and of a value along x with its label.
  const LEAST_BAR = 4;
  const LEAST_BAND = 22;
  // How far a whisker may stick out of the axis, as a share of it, before the axis gets another step.
  const OVERHANG = 0.04;
  const LEGEND_LINE = 14;
  const TITLE_LINE = 15;
  const LEGEND_GAP = 16;
  // More series than these are told by their number, not by a legend.
  const MOST_IN_LEGEND = 40;
  const LEAST_PLOT = 220;
  const ABOVE_FONT = 11;
  // The degrees by which names below bars are turned.
  const TILT = 32;

  // The numbers behind a chart: cells[series][x] is a row's estimate and difference, or null.
  class ChartModel {
    constructor(data, figure, choices) {
      this.figure = figure;
      this.columnIndex = data.columns.findIndex((column) => column.key === figure.column);
      this.column = data.columns[this.columnIndex];
      this.xIndex = data.axes.findIndex((axis) => axis.name === figure.xAxis);
      this.above = data.columns.findIndex((column) => column.key === figure.above);
      this.aboveColumn = data.columns[this.above];
      this.x = data.axes[this.xIndex];
      this.seriesIndex = data.axes.findIndex((axis) => axis.name === figure.seriesAxis);
      this.series = this.seriesIndex < 0 ? null : data.axes[this.seriesIndex];
      this.rows = data.rows.filter((row) => matches(data, row, choices));
      this.arrange();
      const decimals = (column, index) => format.decimalsOf(column.kind, data.rows.map((row) => row.estimates[index]));
      this.decimals = decimals(this.column, this.columnIndex);
      this.aboveDecimals = this.aboveColumn && decimals(this.aboveColumn, this.above);
    }

    arrange() {
      const present = (axis, index) => axis.values.filter((value) => this.rows.some((row) => row.values[index] === value));
      this.xValues = present(this.x, this.xIndex);
      this.seriesValues = this.series ? present(this.series, this.seriesIndex) : [this.column.label];
      this.cells = this.seriesValues.map((seriesValue) => this.xValues.map((x) => this.cell(seriesValue, x)));
    }

    cell(seriesValue, x) {
      const row = this.rows.find(
        (r) => r.values[this.xIndex] === x && (!this.series || r.values[this.seriesIndex] === seriesValue));
      if (!row || !format.isNumber(row.estimates[this.columnIndex][0])) {
        return null;
      }
      return {
        estimate: row.estimates[this.columnIndex],
        difference: row.differences[this.columnIndex] || [null, null, null],
        trials: row.trials,
        above: this.above < 0 ? null : row.estimates[this.above][0],
      };
    }

    // The index that decides a colour: the value's place on its axis, shown here or not.
    colour(seriesPosition) {
      return this.series ? this.series.values.indexOf(this.seriesValues[seriesPosition]) : 0;
    }

    // The texts above bars; none where the figure has none.
    aboveText(cell) {
      return cell && format.isNumber(cell.above) ? format.number(cell.above, this.aboveDecimals) : '';
    }

    stacked() {
      return this.figure.kind === 'STACKED_BARS';
    }

    bars() {
      return this.stacked() || this.figure.kind === 'BARS';
    }

    numeric() {
      return this.x.positions.length > 0;
    }

    position(x) {
      return this.x.positions[this.x.values.indexOf(x)];
    }

    // Whether all are shares of something, with intervals beyond 0 or 100 % on an axis of about that
    // length; they are then cut off there.
    beyondShares() {
      const { low, high } = this.bounds();
      const means = this.cells.flat().filter((cell) => cell !== null).map((cell) => cell.estimate[0]);
      return this.column.kind === 'PERCENT' && means.every((mean) => mean >= 0 && mean <= 100) && (low < -20 || high > 85);
    }

    bounds() {
      if (this.stacked()) {
        const height = (x) => this.cells.reduce((sum, cells) => sum + (cells[x] ? cells[x].estimate[0] : 0), 0);
        return { low: 0, high: Math.max(...this.xValues.map((_, x) => height(x))) };
      }
      const all = this.cells.flat().filter((cell) => cell !== null).map((cell) => cell.estimate);
      return {
        low: Math.min(...all.map((e) => (format.isNumber(e[1]) ? e[1] : e[0]))),
        high: Math.max(...all.map((e) => (format.isNumber(e[2]) ? e[2] : e[0]))),
      };
    }

    summary() {
      const text = (cell) => format.number(cell.estimate[0], this.decimals) + format.unitSuffix(this.column.unit);
      return this.cells
        .map((cells, s) => {
          const points = cells.map((cell, i) => (cell ? text(cell) + ' at ' + this.xValues[i] : null)).filter(Boolean);
          return this.seriesValues[s] + ': ' + points.join(', ');
        })
        .join('; ');
    }
  }

  function matches(data, row, choices) {
    return Object.entries(choices).every(
      ([name, value]) => row.values[data.axes.findIndex((axis) => axis.name === name)] === value);
  }

  // Axes that a chart neither shows nor holds, and of which its rows have several values.
  function openAxes(data, figure) {
    const held = new Set([figure.xAxis, figure.seriesAxis, figure.panelAxis, ...figure.filters.map((filter) => filter.axis)]);
    return data.axes.filter((axis) => !held.has(axis.name));
  }

  // The height of a chart, which grows with its legend and with the room below its plot.
  function height(theme, model, width) {
    return heightOf(option(theme, model, width, null, true));
  }

  function heightOf(made) {
    return made.grid ? Math.max(400, Math.ceil(made.grid.top + LEAST_PLOT + made.grid.bottom)) : 400;
  }

  function base(theme, width, legend) {
    if (legend.length > MOST_IN_LEGEND) {
      return {
        ...base(theme, width, []),
        title: { text: legend.length + ' series: too many for a legend; show fewer', left: 60, top: 2, textStyle: { color: theme.soft, fontWeight: 400, fontSize: 12, width: width - 76, overflow: 'break' } },
        grid: { left: 76, right: 20, top: 52, bottom: 60, outerBoundsMode: 'none' },
      };
    }
    return {
      animation: false,
      backgroundColor: 'transparent',
      textStyle: { fontFamily: theme.font, color: theme.ink, fontSize: 13 },
      legend: legendOf(theme, legend, width),
      grid: { left: 76, right: 20, top: (legend.length > 1 ? legendHeight(theme, width, legend) : 0) + 18, bottom: 60, outerBoundsMode: 'none' },
    };
  }

  // A legend whose texts fit the width; its sides take some of that, and each item some beside its text.
  function legendOf(theme, items, width, sides = 76, around = 42) {
    return {
      show: items.length > 1,
      type: 'plain',
      top: 2,
      left: 60,
      right: 16,
      data: items.map(({ name, icon }) => ({ name, icon })),
      itemWidth: 20,
      itemHeight: 11,
      itemGap: LEGEND_GAP,
      formatter: (name) => textLines(theme, items.find((item) => item.name === name), width - sides - around).join('\n'),
      textStyle: { color: theme.ink, fontFamily: theme.font, fontSize: 13, lineHeight: LEGEND_LINE },
      inactiveColor: theme.line,
    };
  }

  const pen = document.createElement('canvas').getContext('2d');

  function textWidth(theme, text, look = '13px') {
    pen.font = look + ' ' + theme.font;
    return pen.measureText(text).width;
  }

  // A text that fits the room, with an ellipsis for the end of a longer one, or for its middle.
  function shortened(theme, text, room, look, middle) {
    if (textWidth(theme, text, look) <= room) {
      return text;
    }
    const letters = Array.from(text);
    const cut = (kept) => {
      const tail = middle ? Math.floor(kept / 2) : 0;
      return letters.slice(0, kept - tail).join('') + '…' + letters.slice(letters.length - tail).join('');
    };
    let [least, most] = [1, Math.max(1, letters.length - 1)];
    while (least < most) {
      const kept = Math.ceil((least + most) / 2);
      [least, most] = textWidth(theme, cut(kept), look) <= room ? [kept, most] : [least, kept - 1];
    }
    return cut(least);
  }

  // All texts shortened at the end; where that makes two of them the same, in the middle.
  function allShortened(theme, texts, room, look) {
    const ends = texts.map((text) => shortened(theme, text, room, look, false));
    return new Set(ends).size === new Set(texts).size ? ends : texts.map((text) => shortened(theme, text, room, look, true));
  }

  // The text of a legend item in lines that fit the room, broken between words; a longer word is shortened.
  function textLines(theme, item, room) {
    const lines = [];
    for (const word of (item.text || item.name).split(' ')) {
      const longer = lines.length > 0 ? lines[lines.length - 1] + ' ' + word : word;
      if (lines.length > 0 && textWidth(theme, longer) <= room) {
        lines[lines.length - 1] = longer;
      } else {
        lines.push(word);
      }
    }
    return lines.map((line) => shortened(theme, line, room, '13px', true));
  }

  // The height of a legend as legendOf makes it.
  function legendHeight(theme, width, items, sides = 76, around = 42) {
    const room = width - sides;
    let above = 0;
    let used = 0;
    let lines = 1;
    for (const item of items) {
      const own = textLines(theme, item, room - around);
      const size = around + Math.max(...own.map((line) => textWidth(theme, line)));
      if (used > 0 && used + size - LEGEND_GAP > room) {
        above += rowHeight(lines);
        used = 0;
        lines = 1;
      }
      used += size;
      lines = Math.max(lines, own.length);
    }
    return above + rowHeight(lines);
  }

  function rowHeight(lines) {
    return LEGEND_GAP + lines * LEGEND_LINE;
  }

  // Breaks the titles of axes into lines that fit beside the plot, and makes room for them. Those of
  // several plots, and of one of fixed size, are shortened.
  function fitTitles(theme, made, width, height) {
    const { grid } = made;
    const titled = (axes) => [].concat(axes || []).filter((axis) => axis.name);
    if (!grid) {
      return;
    }
    if (Array.isArray(grid) || grid.width) {
      const high = (axis) => [].concat(grid)[axis.gridIndex || 0].height + 40;
      titled(made.xAxis).forEach((axis) => { axis.name = shortened(theme, axis.name, width - 90); });
      titled(made.yAxis).forEach((axis) => { axis.name = shortened(theme, axis.name, high(axis)); });
      return;
    }
    const room = (from, to, all) => Math.min(from + to, 2 * all - from - to) - 8;
    const fit = (axes, length) => Math.max(0, ...titled(axes).map((axis) => {
      const lines = textLines(theme, { name: axis.name.replace(/\n/g, ' ') }, length);
      axis.name = lines.join('\n');
      return lines.length - 1;
    }));
    grid.left += Math.max(0, ...titled(made.yAxis).map((axis) => axis.nameGap - NUMBERS));
    // Room made beside the plot moves its middle, under which the other title stands.
    const below = () => fit(made.xAxis, room(grid.left, width - grid.right, width));
    const first = below();
    grid.left += fit(made.yAxis, room(grid.top, height - grid.bottom - first * TITLE_LINE, height)) * TITLE_LINE;
    grid.bottom += below() * TITLE_LINE;
  }

  function axisLook(theme) {
    return {
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.line } },
      axisTick: { lineStyle: { color: theme.line } },
      axisLabel: { color: theme.soft, fontFamily: theme.font, fontSize: 12, hideOverlap: true },
      nameLocation: 'middle',
      nameTextStyle: { color: theme.ink, fontFamily: theme.font, fontSize: 13, lineHeight: TITLE_LINE },
      splitLine: { lineStyle: { color: theme.grid } },
    };
  }

  const NUMBERS = 52;

  // The room beside a plot for the numbers of an upright axis that is about from low to high.
  function besideNumbers(theme, { low, high }) {
    const rough = (high - low || Math.abs(high) || 1) / 5;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * ([1, 2, 3, 5].find((each) => each >= 0.7 * rough / power) || 10);
    const [from, to] = [Math.floor(low / step), Math.ceil(high / step)];
    const texts = Array.from({ length: to - from + 1 }, (_, i) => format.tick((from + i) * step));
    return Math.max(NUMBERS, 10 + Math.max(...texts.map((text) => textWidth(theme, text, '12px'))));
  }

  // An upright axis of numbers, which have so much room beside the plot.
  function heightAxis(theme, name, room) {
    const look = axisLook(theme);
    return {
      ...look,
      type: 'value',
      name,
      nameGap: room,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...look.axisLabel, formatter: format.tick },
    };
  }

  // A level axis of numbers, with a line where the reader points.
  function levelAxis(theme, name) {
    return {
      ...axisLook(theme),
      type: 'value',
      name,
      nameGap: 32,
      splitLine: { show: false },
      axisPointer: { type: 'line', snap: false, label: { show: false }, lineStyle: { color: theme.line, type: 'solid' } },
    };
  }

  // How the numbers above bars lie: level or upright, as the narrowest bar has room; null for none.
  function aboveLook(theme, model, width) {
    const texts = model.cells.flat().map((cell) => model.aboveText(cell));
    const widest = Math.max(...texts.map((text) => textWidth(theme, text, ABOVE_FONT + 'px')));
    const bar = barWidth((width - 96) / fitting(model, width), model.seriesValues.length);
    return widest === 0 ? null : { upright: widest > bar + 2, fits: bar >= ABOVE_FONT - 1, widest };
  }

  function aboveName(model, look) {
    const named = look ? format.named(model.aboveColumn.label, model.aboveColumn.unit) : '';
    return look ? (look.fits ? '; above bars: ' : '; bars are too narrow for: ') + named : '';
  }

  function valueAxis(theme, model, width) {
    const { low, high } = model.bounds();
    const above = aboveLook(theme, model, width);
    const cut = model.beyondShares();
    const fromZero = model.bars() || low < 0.4 * high;
    const top = high > 85 && (cut || (model.column.kind === 'PERCENT' && high < 100 * (1 + OVERHANG))) ? 100 : null;
    const room = besideNumbers(theme, { low: fromZero ? Math.min(0, low) : low, high });
    const look = heightAxis(theme, format.named(model.column.label, model.column.unit) + aboveName(model, above), room);
    return {
      ...look,
      ...(above && above.fits ? roomAbove(look, top, (above.upright ? above.widest + 6 : 20) / LEAST_PLOT) : { max: top }),
      scale: !fromZero,
      min: low < 0 && (low > -OVERHANG * high || cut) ? 0 : null,
    };
  }

  // Room above the highest bar; above a fixed end there are no numbers.
  function roomAbove(look, top, share) {
    return top === null
      ? { boundaryGap: [0, share] }
      : { max: top * (1 + share), axisLabel: { ...look.axisLabel, showMaxLabel: false }, splitLine: { ...look.splitLine, showMaxLine: false } };
  }

  // How many of the values along x are shown at once: as many as have room for their bars and labels.
  function fitting(model, width) {
    const series = model.figure.kind === 'BARS' ? model.seriesValues.length : 1;
    const fit = Math.max(1, Math.floor((width - 96) / Math.max(LEAST_BAND, series * LEAST_BAR + 6)));
    return Math.min(model.xValues.length, fit);
  }

  // A slider by which the reader moves along values that have no room beside one another. A still
  // copy shows the part that the reader chose, without the slider.
  function slider(theme, model, width, moved, still) {
    const shown = fitting(model, width);
    if (shown === model.xValues.length) {
      return [];
    }
    const last = moved ? moved : { start: 0, end: 100 * (shown - 1) / (model.xValues.length - 1) };
    return [{
      type: 'slider',
      show: !still,
      ...last,
      bottom: 8,
      height: 16,
      brushSelect: false,
      showDetail: false,
      showDataShadow: false,
      borderColor: theme.line,
      backgroundColor: 'transparent',
      fillerColor: theme.grid,
      handleStyle: { color: theme.surface, borderColor: theme.soft },
      moveHandleSize: 0,
    }];
  }

  // Labels are tilted where they would not fit side by side.
  function categoryAxis(theme, model, width, still) {
    const look = axisLook(theme);
    const [shown, all] = [fitting(model, width), model.xValues.length];
    const whole = Math.max(...model.xValues.map((value) => textWidth(theme, value)));
    const tilted = (whole + 10) * shown > width - 90;
    // A tilted name ends below the middle of its band, and begins within the picture.
    const room = tilted ? Math.min(220, (68 + (width - 96) / shown / 2) / Math.cos(Math.PI * TILT / 180)) : whole;
    const names = allShortened(theme, model.xValues, room);
    const longest = Math.min(whole, room);
    return {
      ...look,
      type: 'category',
      data: model.xValues,
      name: model.x.label + (still && shown < all ? ' (' + shown + ' of ' + all + ')' : ''),
      nameGap: tilted ? 24 + longest * 0.55 : 32,
      axisTick: { show: false },
      axisLabel: { ...look.axisLabel, interval: 0, rotate: tilted ? TILT : 0, hideOverlap: false, color: theme.ink, formatter: (value) => names[model.xValues.indexOf(value)] },
      axisPointer: { type: 'shadow', label: { show: false }, shadowStyle: { color: theme.grid, opacity: 0.55 } },
      tiltedRoom: tilted ? longest * 0.55 : 0,
    };
  }

  function numericAxis(theme, model) {
    const look = levelAxis(theme, model.x.label);
    const positions = model.xValues.map((value) => model.position(value));
    const span = Math.max(...positions) - Math.min(...positions) || 1;
    const names = new Map(model.xValues.map((value) => [model.position(value), value]));
    return {
      ...look,
      min: Math.min(...positions) - span * 0.04,
      max: Math.max(...positions) + span * 0.04,
      axisTick: { ...look.axisTick, customValues: positions },
      axisLabel: { ...look.axisLabel, color: theme.ink, customValues: positions, formatter: (value) => names.get(value) || '' },
      axisPointer: { ...look.axisPointer, snap: true },
    };
  }

  function whisker(api, x, lower, upper, colour) {
    const [, low] = api.coord([x.data, lower]);
    const [, high] = api.coord([x.data, upper]);
    const line = (x1, y1, x2, y2) => ({
      type: 'line',
      shape: { x1, y1, x2, y2 },
      style: { stroke: colour, lineWidth: 1.4, fill: null },
      silent: true,
    });
    const half = Math.min(WHISKER, x.room / 2);
    return [
      line(x.pixel, low, x.pixel, high),
      line(x.pixel - half, high, x.pixel + half, high),
      line(x.pixel - half, low, x.pixel + half, low),
    ];
  }

  // Bars are drawn by hand so that bar and whisker stay together whatever the legend hides.
  function barSeries(theme, model, width) {
    const above = aboveLook(theme, model, width);
    return model.seriesValues.map((name, s) => ({
      type: 'custom',
      name,
      clip: true,
      itemStyle: { color: themes.style(theme, model.colour(s)).color, decal: themes.style(theme, model.colour(s)).decal },
      data: model.cells[s].map((cell, i) => [i, ...(cell ? cell.estimate : [null, null, null])]),
      encode: { x: 0, y: [1, 2, 3] },
      renderItem: (params, api) => barAndWhisker(theme, model, s, above, params, api),
    }));
  }

  function stackSeries(theme, model) {
    return model.seriesValues.map((name, s) => {
      const style = themes.style(theme, model.colour(s));
      return {
        type: 'bar',
        name,
        stack: 'all',
        barMaxWidth: 84,
        barCategoryGap: '24%',
        itemStyle: { color: style.color, decal: style.decal },
        data: model.cells[s].map((cell, i) => [i, cell ? cell.estimate[0] : null]),
      };
    });
  }

  function barAndWhisker(theme, model, s, above, params, api) {
    const index = params.dataIndexInside;
    const cell = model.cells[s][index];
    if (cell === null) {
      return null;
    }
    const place = barPlace(api, index, params.seriesIndex);
    const style = themes.style(theme, model.series ? model.colour(s) : colourOfSingle(model, index));
    const top = api.coord([index, cell.estimate[0]])[1];
    const bottom = api.coord([index, 0])[1];
    const bar = {
      type: 'rect',
      shape: { x: place.left, width: place.width, y: Math.min(top, bottom), height: Math.abs(top - bottom) },
      style: { fill: style.color, decal: style.decal },
    };
    const middle = { data: index, pixel: place.left + place.width / 2, room: place.width * 0.8 };
    const marks = format.isNumber(cell.estimate[1])
      ? whisker(api, middle, cell.estimate[1], cell.estimate[2], theme.whisker)
      : [];
    const highest = marks.length > 0 ? Math.min(top, api.coord([index, cell.estimate[2]])[1]) : top;
    const number = above && above.fits ? [aboveBar(theme, model, cell, above, middle.pixel, highest, params.coordSys.y)] : [];
    return { type: 'group', children: [bar, ...marks, ...number] };
  }

  // The number above a bar, within the plot.
  function aboveBar(theme, model, cell, look, x, highest, top) {
    const y = Math.max(highest - 4, top + (look.upright ? look.widest : ABOVE_FONT) + 2);
    const style = { text: model.aboveText(cell), fontSize: ABOVE_FONT, fontFamily: theme.font, fill: theme.ink, verticalAlign: look.upright ? 'middle' : 'bottom', align: look.upright ? 'left' : 'center' };
    return { type: 'text', silent: true, x, y, rotation: look.upright ? Math.PI / 2 : 0, style };
  }

  // Without series, the values of the first axis have the colours that they have as series elsewhere.
  function colourOfSingle(model, index) {
    return model.x.positions.length > 0 ? 0 : model.x.values.indexOf(model.xValues[index]);
  }

  function barPlace(api, index, series) {
    const shown = api.currentSeriesIndices();
    const count = shown.length;
    const slot = shown.indexOf(series);
    const band = api.size([1, 0])[0];
    const each = barWidth(band, count);
    const gap = Math.min(3, each * 0.12);
    return { left: api.coord([index, 0])[0] + (slot - count / 2) * each + gap / 2, width: Math.max(1, each - gap) };
  }

  // The width of a bar with the gap beside it, where so many share a band.
  function barWidth(band, count) {
    return Math.min(band * (count > 1 ? 0.8 : 0.56) / count, 84);
  }

  function lineSeries(theme, model) {
    const at = (i) => (model.numeric() ? model.position(model.xValues[i]) : i);
    const order = model.xValues.map((_, i) => i);
    if (model.numeric()) {
      order.sort((a, b) => at(a) - at(b));
    }
    return model.seriesValues.flatMap((name, s) => {
      const style = themes.style(theme, model.colour(s));
      const points = order.map((i) => ({ x: at(i), cell: model.cells[s][i] }));
      return [line(theme, name, points, style, s), intervals(name, points, style)];
    });
  }

  function line(theme, name, points, style, s) {
    return {
      type: 'line',
      name,
      z: 10 + s,
      data: points.map((point) => [point.x, point.cell ? point.cell.estimate[0] : null]),
      symbol: style.symbol,
      symbolSize: 7,
      showAllSymbol: true,
      connectNulls: false,
      lineStyle: { color: style.color, width: 2, type: style.dash },
      itemStyle: { color: style.hollow ? theme.surface : style.color, borderColor: style.color, borderWidth: 2 },
    };
  }

  // The band of a line and its whiskers, all drawn with the first of its points.
  function intervals(name, points, style) {
    const drawn = points.filter((point) => point.cell && format.isNumber(point.cell.estimate[1]));
    return {
      type: 'custom',
      name,
      clip: true,
      z: 2,
      silent: true,
      tooltip: { show: false },
      itemStyle: { color: style.color },
      data: drawn.map((point) => [point.x, point.cell.estimate[0], point.cell.estimate[1], point.cell.estimate[2]]),
      encode: { x: 0, y: [1, 2, 3] },
      renderItem: (params, api) => {
        const point = drawn[params.dataIndexInside];
        const x = { data: point.x, pixel: api.coord([point.x, 0])[0], room: 2 * WHISKER };
        const marks = whisker(api, x, point.cell.estimate[1], point.cell.estimate[2], style.color);
        const bands = params.dataIndexInside === 0 ? stretches(points).map((part) => band(api, part, style)) : [];
        return { type: 'group', children: [...bands, ...marks] };
      },
    };
  }

  function stretches(points) {
    const parts = [[]];
    for (const point of points) {
      if (point.cell && format.isNumber(point.cell.estimate[1])) {
        parts[parts.length - 1].push(point);
      } else {
        parts.push([]);
      }
    }
    return parts.filter((part) => part.length > 1);
  }

  function band(api, part, style) {
    const upper = part.map((point) => api.coord([point.x, point.cell.estimate[2]]));
    const lower = part.map((point) => api.coord([point.x, point.cell.estimate[1]])).reverse();
    return { type: 'polygon', shape: { points: [...upper, ...lower] }, style: { fill: style.color, opacity: 0.13 } };
  }

  function softText(theme, x, text) {
    return { type: 'text', silent: true, x, y: 3, style: { text, fontSize: 12, fontFamily: theme.font, fill: theme.soft } };
  }

  // Colours from the lowest value to the highest, with what these are; and how wide that is.
  function colourScale(theme, colours, low, high) {
    const from = textWidth(theme, low) + 8;
    const stops = colours.map((color, i) => ({ offset: i / (colours.length - 1), color }));
    const fill = { type: 'linear', x: 0, y: 0, x2: 1, y2: 0, colorStops: stops };
    const bar = { type: 'rect', silent: true, x: from, y: 2, shape: { width: 120, height: 13 }, style: { fill } };
    return {
      width: from + 120 + 8 + textWidth(theme, high),
      children: [softText(theme, 0, low), bar, softText(theme, from + 128, high)],
    };
  }

  // A tooltip of an axis or an item, whose content a function makes of what the chart library tells.
  function tooltip(theme, trigger, formatter) {
    return {
      trigger,
      confine: true,
      backgroundColor: theme.surface,
      borderColor: theme.line,
      padding: [8, 12],
      textStyle: { color: theme.ink, fontFamily: theme.font, fontSize: 13 },
      formatter,
    };
  }

  function tip(title, ...content) {
    return element('div', { class: 'tip' }, element('p', { class: 'tip-title' }, title), ...content);
  }

  // The cell of a tooltip's row that names what has a colour.
  function nameCell(theme, colour, name) {
    const swatch = element('span', { class: 'swatch' });
    swatch.style.backgroundColor = themes.style(theme, colour).color;
    return element('td', {}, swatch, name);
  }

  function tooltipContent(theme, model, params) {
    const numeric = !model.bars() && model.numeric();
    const value = params[0].value[0];
    const index = numeric ? model.xValues.findIndex((x) => model.position(x) === value) : value;
    const shown = new Set(params.map((param) => param.seriesName));
    const rows = model.seriesValues
      .map((name, s) => (shown.has(name) && model.cells[s][index] ? tooltipRow(theme, model, s, index) : null))
      .filter(Boolean);
    return tip(
      model.x.label + ': ' + model.xValues[index],
      element('table', {}, tooltipHead(model), element('tbody', {}, ...rows)));
  }

  function tooltipHead(model) {
    const compared = model.cells.flat().some((cell) => cell && format.isNumber(cell.difference[0]));
    return compared
      ? element('thead', {}, element('tr', {}, element('td', { colspan: 4 }), element('td', { class: 'number tip-difference' }, 'difference')))
      : null;
  }

  function tooltipRow(theme, model, s, index) {
    const cell = model.cells[s][index];
    const colour = model.series ? model.colour(s) : colourOfSingle(model, index);
    const compared = format.isNumber(cell.difference[0])
      ? format.signed(cell.difference[0], model.decimals) + ' ' + format.interval(cell.difference, model.decimals)
      : '';
    return element('tr', {},
      nameCell(theme, colour, model.seriesValues[s]),
      element('td', { class: 'number' }, format.number(cell.estimate[0], model.decimals)),
      element('td', { class: 'number' }, format.interval(cell.estimate, model.decimals)),
      element('td', {}, model.column.unit),
      element('td', { class: 'number tip-difference' }, compared));
  }

  function legendItems(theme, model) {
    return model.series ? model.seriesValues.map((name) => ({ name, icon: model.bars() ? 'roundRect' : null })) : [];
  }

  // What stands in place of a chart of nothing.
  function nothing(theme) {
    return { title: { text: 'No results', left: 'center', top: 'middle', textStyle: { color: theme.soft, fontWeight: 400, fontSize: 14 } } };
  }

  // The options of a chart at a width, in a theme.
  function option(theme, model, width, moved, still) {
    if (model.cells.flat().every((cell) => cell === null)) {
      return nothing(theme);
    }
    const bars = model.bars();
    const made = base(theme, width, legendItems(theme, model));
    made.xAxis = bars || !model.numeric() ? categoryAxis(theme, model, width, still) : numericAxis(theme, model);
    made.grid.bottom += made.xAxis.tiltedRoom || 0;
    delete made.xAxis.tiltedRoom;
    made.dataZoom = bars ? slider(theme, model, width, moved, still) : [];
    made.grid.bottom += made.dataZoom.length > 0 && !still ? 26 : 0;
    made.yAxis = valueAxis(theme, model, width);
    made.series = model.stacked() ? stackSeries(theme, model) : bars ? barSeries(theme, model, width) : lineSeries(theme, model);
    made.tooltip = tooltip(theme, 'axis', (params) => tooltipContent(theme, model, [].concat(params)));
    return made;
  }

  report.charts = { ChartModel, openAxes, option, height, heightOf, nothing, base, legendItems, stackSeries, tooltipContent, matches, axisLook, besideNumbers, heightAxis, levelAxis, tooltip, tip, nameCell, colourScale, softText, legendOf, legendHeight, textWidth, shortened, fitTitles };
})((window.espalier = window.espalier || {}));
