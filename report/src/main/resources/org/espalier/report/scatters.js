// Points of two quantities: fronts, bounds, clouds and ellipses, and marks where the reader should look.
(function (report) {
  'use strict';

  const { format, theme: themes, charts, element } = report;
  // How the parts of a summary call a series of each style; later ones are drawn on earlier ones.
  const STYLES = {
    CLOUD: 'a cloud of ',
    LINE: 'a line of ',
    ELLIPSES: 'ellipses around ',
    FRONT: 'a front of ',
    POINTS: '',
    SQUARES: 'squares at ',
  };
  const RIGHT = 24;
  const BOTTOM = 58;
  // Heights of a plot, in pixels: least, most, and most where both sides have one scale.
  const [LOW, TALL, SQUARE] = [260, 380, 560];
  // The width from which the legend begins where the plot does.
  const NARROW = 480;
  const DOT = 2.2;
  // A cloud is painted in so many paths, so that dots of different ones shine through one another.
  const LAYERS = 100;
  const RING = 8;

  const Dots = echarts.graphic.extendShape({
    type: 'dots',
    shape: { places: [] },
    buildPath: (path, shape) => shape.places.forEach(([x, y]) => path.rect(x - DOT / 2, y - DOT / 2, DOT, DOT)),
  });
  echarts.graphic.registerShape('dots', Dots);

  class Range {
    constructor(numbers) {
      this.low = numbers.reduce((least, number) => Math.min(least, number), Infinity);
      this.high = numbers.reduce((most, number) => Math.max(most, number), -Infinity);
      this.size = Math.max(Math.abs(this.low), Math.abs(this.high));
      this.span = this.high - this.low || this.size || 1;
    }

    // Decimals by which a thousandth of the span shows, but no more than six digits in all.
    decimals() {
      const digits = (size) => Math.floor(Math.log10(size || 1));
      return Math.max(0, Math.min(3 - digits(this.span), 5 - digits(this.size)));
    }

    text(value, unit) {
      return format.number(value, this.decimals()) + format.unitSuffix(unit);
    }

    // A number beside an axis; in millions and the like with as many digits as tell it from its neighbours.
    tick(value) {
      if (this.size < 1e6) {
        return format.tick(value);
      }
      const digits = Math.min(9, Math.max(3, Math.ceil(Math.log10(this.size / this.span)) + 2));
      return format.compact(value, digits);
    }

  }

  // The values of a series or mark; where it is of all values of an axis, the chosen one.
  function settled(figure, choices, values) {
    return values.map((value, i) => value || choices[figure.axes[i].name] || '');
  }

  // How far points, their ellipses and marks go.
  function reach(series, marks, places, radii, place) {
    const ends = (one) => (one[radii].length > 0 ? one[places].flatMap((p, i) => [p - one[radii][i], p + one[radii][i]]) : one[places]);
    return [...series.flatMap(ends), ...marks.map((mark) => mark[place]).filter(format.isNumber)];
  }

  class ScatterModel {
    // Axes do not reach for series that the legend hides, unless it hides all.
    constructor(figure, choices, shown) {
      this.figure = figure;
      this.index = figure.axes.findIndex((axis) => axis.name === figure.seriesAxis);
      this.axis = figure.axes[this.index];
      const chosen = (some) => some
        .map((one) => ({ ...one, values: settled(figure, choices, one.values) }))
        .filter((one) => charts.matches(figure, one, choices))
        .map((one) => ({ ...one, name: one.values[this.index] }));
      const styles = Object.keys(STYLES);
      this.series = chosen(figure.series.filter((one) => one.xs.length > 0))
        .sort((one, other) => styles.indexOf(one.style) - styles.indexOf(other.style));
      this.marks = chosen(figure.marks);
      this.names = this.axis.values.filter((name) => this.series.some((one) => one.name === name));
      const seen = (one) => shown[one.name] !== false;
      const some = this.series.filter(seen);
      const reaching = some.length > 0 ? some : this.series;
      const points = reaching.filter((one) => one.style !== 'LINE');
      const marks = this.marks.filter(seen);
      this.x = new Range(reach(points.length > 0 ? points : reaching, marks, 'xs', 'rxs', 'x'));
      this.y = new Range(reach(reaching.map((one) => this.within(one)), marks, 'ys', 'rys', 'y'));
      this.colours = new Range(this.series.flatMap((one) => one.colours));
    }

    // Points fill the plot: of a line, such as a bound, only what lies above or below them counts.
    within(one) {
      const inside = (_, i) => one.xs[i] >= this.x.low && one.xs[i] <= this.x.high;
      return one.style === 'LINE' ? { ...one, ys: one.ys.filter(inside) } : one;
    }

    colour(one) {
      return this.axis.values.indexOf(one.name);
    }

    coloured() {
      return this.series.some((one) => one.colours.length > 0);
    }

    // Where a value is on the scale of colours, from 0 to 1.
    share(value) {
      return (value - this.colours.low) / this.colours.span;
    }

    summary() {
      const series = this.names.map((name) => name + ': '
        + this.series.filter((one) => one.name === name).map((one) => this.summaryOf(one)).join(' and '));
      const marks = this.marks.map((mark) => (mark.name ? mark.name + ', ' : '') + mark.label + ': ' + this.placeOf(mark));
      return [...series, ...marks].join('; ');
    }

    summaryOf(one) {
      const { x, y } = this.figure.plane;
      const from = (quantity, range, values) => {
        const own = new Range(values);
        return quantity.label + ' ' + range.text(own.low) + ' to ' + range.text(own.high, quantity.unit);
      };
      return STYLES[one.style] + format.number(one.xs.length, 0) + (one.xs.length === 1 ? ' point' : ' points')
        + ', ' + from(x, this.x, one.xs) + ', ' + from(y, this.y, one.ys);
    }

    placeOf(mark) {
      const { x, y } = this.figure.plane;
      const parts = [[x, this.x, mark.x], [y, this.y, mark.y]].filter(([, , value]) => format.isNumber(value));
      return parts.map(([quantity, range, value]) => quantity.label + ' ' + range.text(value, quantity.unit)).join(', ');
    }
  }

  // About so much: 1, 2, 2.5 or 5 times a power of ten.
  function niceStep(rough) {
    const power = 10 ** Math.floor(Math.log10(rough));
    return power * ([1, 2, 2.5, 5].find((step) => step * power >= 0.8 * rough) || 10);
  }

  // A whole number of steps that holds a range and some room around it.
  function steps(range, step) {
    const room = 0.04 * range.span;
    return { from: Math.floor((range.low < 0 ? range.low - room : Math.max(0, range.low - room)) / step), to: Math.ceil((range.high + room) / step) };
  }

  // Adds steps at both ends while they fit, but none below zero where all is above it.
  function widened({ from, to }, most) {
    for (let upwards = true; to - from + 1 <= most; upwards = !upwards) {
      if (upwards || from === 0) {
        to += 1;
      } else {
        from -= 1;
      }
    }
    return { from, to };
  }

  // A plot in which a unit of x is as long as one of y: its size and the ends of its axes.
  function squarePlot(model, width) {
    const tall = Math.min(SQUARE, Math.max(LOW, width));
    const rough = Math.min(width / model.x.span, tall / model.y.span);
    const step = niceStep(64 / rough);
    const [x, y] = [steps(model.x, step), steps(model.y, step)];
    const pixels = Math.min(width / (x.to - x.from), tall / (y.to - y.from));
    const [wide, high] = [widened(x, Math.min(width, 1.25 * tall) / pixels), widened(y, LOW / pixels)];
    return { width: (wide.to - wide.from) * pixels, height: (high.to - high.from) * pixels, x: ends(wide, step), y: ends(high, step) };
  }

  // The ends of an axis, which are ticks like all others.
  function ends({ from, to }, step) {
    return { min: from * step, max: to * step, interval: step };
  }

  // The ends of an axis with about so many steps.
  function looseEnds(range, count) {
    const step = niceStep(range.span / Math.max(2, count));
    return ends(steps(range, step), step);
  }

  // A plot with a scale for each side.
  function loosePlot(theme, model, width) {
    const tall = Math.min(TALL, Math.max(LOW, 0.7 * width));
    const apart = Math.max(90, 2 * widestTick(theme, model.x));
    return { width, height: tall, x: looseEnds(model.x, width / apart), y: looseEnds(model.y, tall / 45) };
  }

  // How wide the numbers beside an axis are.
  function widestTick(theme, range) {
    const step = niceStep(range.span / 8);
    const texts = [range.low, range.high].map((end) => range.tick(Math.round(end / step) * step));
    return Math.max(30, ...texts.map((text) => charts.textWidth(theme, text)));
  }

  function layout(theme, model, width) {
    const items = legendItems(theme, model);
    const legend = items.length > 1 ? charts.legendHeight(theme, width, items, legendLeft(width) + 16, 33) : 0;
    const key = model.coloured() ? colourKey(theme, model, width, legend) : null;
    const gap = widestTick(theme, model.y) + 16;
    const room = width - gap - 24 - Math.max(RIGHT, widestTick(theme, model.x) / 2 + 4);
    const plot = model.figure.plane.oneToOne ? squarePlot(model, room) : loosePlot(theme, model, room);
    return { items, key, gap, left: gap + 24 + (room - plot.width) / 2, top: legend + (key ? key.height : 0) + 22, plot };
  }

  function height(theme, model, width) {
    if (model.series.length === 0) {
      return LOW;
    }
    const { top, plot } = layout(theme, model, width);
    return Math.ceil(top + plot.height + BOTTOM);
  }

  // One entry for each value of the axis, with the symbol of what is drawn last of it; its colour
  // is none of the series' where colours say something of single points.
  function legendItems(theme, model) {
    return model.names.map((name) => {
      const last = model.series.filter((one) => one.name === name).pop();
      const style = themes.style(theme, model.colour(last));
      const color = last.colours.length > 0 ? theme.soft : style.color;
      const hollow = { color: theme.surface, borderColor: color, borderWidth: 1.6 };
      const looks = {
        CLOUD: ['circle', false],
        LINE: ['path://M0 5H12V7H0Z', false],
        ELLIPSES: ['circle', true],
        FRONT: [style.symbol, style.hollow],
        POINTS: [style.symbol, style.hollow],
        SQUARES: ['rect', false],
      };
      const [icon, open] = looks[last.style];
      return { name, icon, itemStyle: open ? hollow : { color, borderWidth: 0 } };
    });
  }

  function legendLeft(width) {
    return width < NARROW ? 8 : 60;
  }

  function legend(theme, items, width) {
    return { ...charts.legendOf(theme, items, width, legendLeft(width) + 16, 33), left: legendLeft(width), data: items, itemWidth: 12, itemHeight: 11, inactiveBorderWidth: 0 };
  }

  // What the colours of single points say, below the legend; in two rows where it is too wide for one.
  function colourKey(theme, model, width, above) {
    const { label, unit } = model.figure.colours;
    const { low, high } = model.colours;
    const name = format.named(label, unit);
    const scale = charts.colourScale(theme, theme.ramp, model.colours.text(low), model.colours.text(high));
    const left = legendLeft(width) + 5;
    const beside = charts.textWidth(theme, name) + 12;
    const apart = left + beside + scale.width > width;
    const children = [
      { type: 'text', silent: true, x: 0, y: 2, style: { text: name, fontSize: 13, fontFamily: theme.font, fill: theme.ink } },
      { type: 'group', x: apart ? 0 : beside, y: apart ? 20 : 0, children: scale.children },
    ];
    return { height: apart ? 46 : 26, group: { type: 'group', x: left, y: above + 4, children } };
  }

  function pointColour(theme, model, one, i) {
    return one.colours.length > 0
      ? themes.between(theme.ramp, model.share(one.colours[i]))
      : themes.style(theme, model.colour(one)).color;
  }

  function symbols(theme, model, one) {
    const style = themes.style(theme, model.colour(one));
    const look = (color) => (style.hollow ? { color: theme.surface, borderColor: color, borderWidth: 1.6, opacity: 1 } : { color, opacity: 1 });
    return {
      type: 'scatter',
      symbol: style.symbol,
      symbolSize: 7,
      itemStyle: look(style.color),
      data: one.xs.map((x, i) => ({
        value: [x, one.ys[i]],
        itemStyle: one.colours.length > 0 ? look(pointColour(theme, model, one, i)) : {},
      })),
    };
  }

  function joined(theme, model, one, shown) {
    const { color, dash } = themes.style(theme, model.colour(one));
    return {
      ...symbols(theme, model, one),
      type: 'line',
      showSymbol: shown,
      showAllSymbol: true,
      symbolSize: 6,
      silent: !shown,
      lineStyle: { color, width: shown ? 1 : 1.5, type: dash, opacity: shown ? 0.7 : 1 },
      emphasis: { lineStyle: { width: shown ? 1 : 1.5 } },
    };
  }

  // Squares with dark edges, which part them from one another and from their cloud.
  function squares(theme, model, one) {
    const edge = { borderColor: theme.second[model.colour(one) % theme.second.length], borderWidth: 0.7, opacity: 1 };
    return {
      type: 'scatter',
      symbol: 'rect',
      symbolSize: 7.5,
      data: one.xs.map((x, i) => ({ value: [x, one.ys[i]], itemStyle: { color: pointColour(theme, model, one, i), ...edge } })),
    };
  }

  // All dots are drawn with the first of two corners, which tell the axes how far the cloud goes.
  function cloud(theme, model, one) {
    const fill = themes.style(theme, model.colour(one)).color;
    const [x, y] = [new Range(one.xs), new Range(one.ys)];
    const opacity = one.xs.length > 1000 ? 0.35 : 0.5;
    return {
      type: 'custom',
      clip: true,
      silent: true,
      itemStyle: { color: fill },
      data: [[x.low, y.low], [x.high, y.high]],
      renderItem: (params, api) => (params.dataIndexInside === 0
        ? { type: 'group', children: layers(one, api).map((places) => ({ type: 'dots', shape: { places }, style: { fill, opacity } })) }
        : null),
    };
  }

  function layers(one, api) {
    const found = Array.from({ length: Math.min(LAYERS, one.xs.length) }, () => []);
    const tenths = (pixels) => Math.round(pixels * 10) / 10;
    one.xs.forEach((x, i) => found[i % found.length].push(api.coord([x, one.ys[i]]).map(tenths)));
    return found;
  }

  function ellipses(theme, model, one) {
    return {
      type: 'custom',
      clip: true,
      itemStyle: { color: themes.style(theme, model.colour(one)).color },
      data: one.xs.map((x, i) => [x, one.ys[i], x - one.rxs[i], x + one.rxs[i], one.ys[i] - one.rys[i], one.ys[i] + one.rys[i]]),
      encode: { x: [0, 2, 3], y: [1, 4, 5] },
      renderItem: (params, api) => ellipse(api, pointColour(theme, model, one, params.dataIndex)),
    };
  }

  function ellipse(api, colour) {
    const [cx, cy] = api.coord([api.value(0), api.value(1)]);
    const [right, top] = api.coord([api.value(3), api.value(5)]);
    return {
      type: 'group',
      children: [
        { type: 'ellipse', shape: { cx, cy, rx: right - cx, ry: cy - top }, style: { fill: null, stroke: colour, lineWidth: 1.3 } },
        { type: 'circle', shape: { cx, cy, r: 2.2 }, style: { fill: colour } },
      ],
    };
  }

  function drawn(theme, model, one) {
    switch (one.style) {
      case 'CLOUD': return cloud(theme, model, one);
      case 'LINE': return joined(theme, model, one, false);
      case 'ELLIPSES': return ellipses(theme, model, one);
      case 'FRONT': return joined(theme, model, one, true);
      case 'SQUARES': return squares(theme, model, one);
      default: return symbols(theme, model, one);
    }
  }

  // A mark comes and goes with the series of its value of the axis.
  function drawnMark(theme, model, mark, frame) {
    const label = {
      show: true, formatter: () => mark.label, fontSize: 12, fontWeight: 600, fontFamily: theme.font,
      color: theme.ink, textBorderColor: theme.surface, textBorderWidth: 3, lineHeight: 16,
    };
    const isPoint = format.isNumber(mark.x) && format.isNumber(mark.y);
    return { type: 'scatter', ...(mark.name ? { name: mark.name } : {}), silent: true, z: 20, ...(isPoint ? ring : line)(theme, model, mark, label, frame) };
  }

  // A ring, whose label moves off those of others; on its left where it does not fit on its right.
  function ring(theme, model, mark, label, { left, plot }) {
    const x = left + (mark.x - plot.x.min) / (plot.x.max - plot.x.min) * plot.width;
    const fits = x + RING + 5 + charts.textWidth(theme, mark.label, '600 12px') < left + plot.width;
    return {
      symbolSize: 2 * RING,
      itemStyle: { color: 'transparent', borderColor: theme.ink, borderWidth: 1.8, opacity: 1 },
      label: { ...label, position: fits ? 'right' : 'left' },
      labelLine: { show: true, lineStyle: { color: theme.ink, width: 1 } },
      labelLayout: { x: x + (fits ? 1 : -1) * (RING + 5), align: fits ? 'left' : 'right', verticalAlign: 'middle', moveOverlap: 'shiftY' },
      data: [[mark.x, mark.y]],
    };
  }

  // A dashed line through the whole plot.
  function line(theme, model, mark, label) {
    const color = mark.name ? themes.style(theme, model.colour(mark)).color : theme.ink;
    const place = format.isNumber(mark.x) ? { xAxis: mark.x } : { yAxis: mark.y };
    const position = format.isNumber(mark.x) ? 'end' : 'insideEndTop';
    return {
      markLine: {
        silent: true,
        symbol: 'none',
        lineStyle: { color, width: 1.4, type: [5, 4] },
        label: { ...label, position },
        data: [place],
      },
    };
  }

  function tooltip(theme, model) {
    const { plane, colours } = model.figure;
    return charts.tooltip(theme, 'item', ({ seriesId, dataIndex }) => {
      const one = model.series[Number(seriesId)];
      const facts = [[plane.x, model.x, one.xs], [plane.y, model.y, one.ys], [colours, model.colours, one.colours]];
      const rows = facts.filter(([, , values]) => values.length > 0)
        .map(([quantity, range, values]) => tooltipRow(quantity, range.text(values[dataIndex])));
      return charts.tip(one.name,
        element('table', {}, element('tbody', {}, ...rows)),
        one.labels.length > 0 ? element('p', {}, one.labels[dataIndex]) : null);
    });
  }

  function tooltipRow({ label, unit }, text) {
    return element('tr', {},
      element('td', {}, label),
      element('td', { class: 'number' }, text),
      element('td', {}, unit));
  }

  function valueAxis(look, range, ends) {
    return { ...look, ...ends, axisLabel: { ...look.axisLabel, formatter: (value) => range.tick(value) } };
  }

  // The options of a chart at a width, in a theme.
  function option(theme, model, width) {
    if (model.series.length === 0) {
      return charts.nothing(theme);
    }
    const { items, key, gap, left, top, plot } = layout(theme, model, width);
    const { x, y } = model.figure.plane;
    const level = { ...charts.levelAxis(theme, format.named(x.label, x.unit)), splitLine: charts.axisLook(theme).splitLine };
    const upright = charts.heightAxis(theme, format.named(y.label, y.unit), gap);
    return {
      ...charts.base(theme, width, items),
      legend: legend(theme, items, width),
      graphic: key ? [key.group] : [],
      grid: { left, top, width: plot.width, height: plot.height, outerBoundsMode: 'none' },
      xAxis: valueAxis(level, model.x, plot.x),
      yAxis: valueAxis(upright, model.y, plot.y),
      series: [
        ...model.series.map((one, i) => ({ id: String(i), name: one.name, z: 2 + i, ...drawn(theme, model, one) })),
        ...model.marks.map((mark) => drawnMark(theme, model, mark, { left, plot }))],
      tooltip: tooltip(theme, model),
    };
  }

  report.scatters = { ScatterModel, option, height };
})((window.espalier = window.espalier || {}));
