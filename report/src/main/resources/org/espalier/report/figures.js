// Figures on the page: charts that follow the theme and the width, choices, and downloads.
(function (report) {
  'use strict';

  const { theme: themes, charts, panels, curves, scatters, matrices, decisions, gantt, element } = report;
  const EXPORT_WIDTH = 960;
  const PNG_SCALE = 3;
  const MANY_POINTS = 5000;
  const LEAST_PLOT = 100;
  const LEAST_ROW = 16;

  // Values of axes at which figures open: those of the case that tells most.
  let opening = {};

  // What charts and Gantt charts share: a living chart, its state, and still copies of it.
  class Figure {
    constructor(figure) {
      this.figure = figure;
      this.selected = {};
      this.window = { start: 0, end: 100 };
      this.canvas = element('div', { class: 'chart', role: 'img', id: 'chart-' + figure.id });
      this.controls = element('div', { class: 'controls' });
      this.node = this.assemble();
    }

    assemble() {
      const heading = element('h3', { id: 'title-' + this.figure.id }, this.figure.title);
      const downloads = element('div', { class: 'downloads' }, this.download('SVG'), this.download('PNG'));
      const caption = this.captionText();
      return element('figure', { class: 'figure', id: 'figure-' + this.figure.id, 'aria-labelledby': 'title-' + this.figure.id },
        element('div', { class: 'figure-head' }, heading, element('div', { class: 'figure-tools' }, this.controls, downloads)),
        this.canvas,
        caption ? element('figcaption', {}, caption) : null);
    }

    captionText() {
      return this.figure.caption;
    }

    download(kind) {
      const what = kind === 'SVG' ? 'vector graphics, light' : 'image, light, three times the size';
      return element('button', {
        type: 'button',
        class: 'small',
        title: 'Download this figure (' + what + ')',
        'aria-label': 'Download figure “' + this.figure.title + '” as ' + kind,
        'data-download': kind.toLowerCase(),
        onclick: () => (kind === 'SVG' ? this.saveSvg() : this.savePng()),
      }, kind);
    }

    choice(label, options, value, change) {
      const select = element('select', { onchange: () => change(select.value) },
        ...options.map((option) => element('option', { value: option.value, selected: option.value === value }, option.label)));
      this.controls.append(element('label', {}, label + ' ', select));
    }

    // Only charts with axes have values to show.
    show() {}

    // Charts are made once they are in the document and have a width.
    start() {
      this.renew();
      this.chart = echarts.init(this.canvas, null, { renderer: this.renderer(), height: this.height() });
      this.chart.on('legendselectchanged', (event) => Object.assign(this.selected, event.selected));
      this.chart.on('datazoom', () => this.keepWindow());
      this.draw();
      new ResizeObserver(() => this.follow()).observe(this.canvas);
    }

    keepWindow() {
      const zoomed = this.chart.getOption().dataZoom[0];
      this.window = { start: zoomed.start, end: zoomed.end };
    }

    follow() {
      const width = this.canvas.clientWidth;
      if (width > 0 && width !== this.drawnWidth && !report.printing) {
        this.draw();
      }
    }

    draw(theme, width, still) {
      this.drawnWidth = width || this.canvas.clientWidth;
      const height = this.height(this.drawnWidth);
      this.canvas.style.height = height + 'px';
      this.chart.resize({ width: this.drawnWidth, height, silent: true });
      this.chart.setOption(this.optionNow(theme || themes.current(), this.drawnWidth, height, Boolean(still)), { notMerge: true });
      this.canvas.setAttribute('aria-label', this.figure.title + '. ' + this.model.summary());
      this.canvas.setAttribute('data-drawn', 'true');
    }

    optionNow(theme, width, height, still) {
      const made = this.option(theme, width, still);
      for (const legend of [].concat(made.legend || [])) {
        legend.selected = this.selected;
      }
      charts.fitTitles(theme, made, width, height);
      return made;
    }

    change() {
      this.renew();
      this.draw();
    }

    // Its own height, or the one that is asked for where its plot can be drawn in it.
    heightFor(width, wanted) {
      const { grid } = this.option(themes.LIGHT, width, true);
      const stretches = wanted > 0 && grid && !Array.isArray(grid) && grid.height === undefined;
      return stretches ? Math.max(wanted, Math.ceil(grid.top + grid.bottom + LEAST_PLOT)) : this.height(width);
    }

    // The figure as it is saved, as SVG; needs no document.
    svg(width, wanted) {
      const height = this.heightFor(width, wanted);
      const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
      chart.setOption({ ...this.optionNow(themes.LIGHT, width, height, true), backgroundColor: '#ffffff' });
      const text = chart.renderToSVGString();
      chart.dispose();
      return text;
    }

    saveSvg() {
      save(new Blob([this.svg(EXPORT_WIDTH)], { type: 'image/svg+xml' }), this.figure.id + '.svg');
    }

    savePng() {
      const holder = element('div');
      const height = this.height(EXPORT_WIDTH);
      const chart = echarts.init(holder, null, { renderer: 'canvas', width: EXPORT_WIDTH, height, devicePixelRatio: PNG_SCALE });
      chart.setOption({ ...this.optionNow(themes.LIGHT, EXPORT_WIDTH, height, true), backgroundColor: '#ffffff' });
      chart.getZr().flush();
      chart.renderToCanvas({ pixelRatio: PNG_SCALE, backgroundColor: '#ffffff' }).toBlob((blob) => {
        chart.dispose();
        save(blob, this.figure.id + '.png');
      }, 'image/png');
    }
  }

  class ChartOnPage extends Figure {
    constructor(data, figure) {
      super(figure);
      this.data = data;
      this.choices = Object.fromEntries(figure.filters.map((filter) => [filter.axis, filter.value]));
      for (const axis of charts.openAxes(data, figure)) {
        this.offer(axis);
      }
    }

    offer(axis) {
      const first = axis.values.includes(opening[axis.name]) ? opening[axis.name] : axis.values[0];
      this.choices[axis.name] = first;
      if (axis.values.length > 1) {
        const options = axis.values.map((value) => ({ value, label: value }));
        this.choice(axis.label, options, first, (value) => {
          this.choices[axis.name] = value;
          this.change();
        });
      }
    }

    // Shows one value of an axis, if the reader may choose among its values here.
    show(axis, value) {
      if (charts.openAxes(this.data, this.figure).some((open) => open.name === axis && open.values.includes(value))) {
        this.choices[axis] = value;
      }
    }

    renderer() {
      return 'svg';
    }

    height(width) {
      return charts.height(themes.current(), this.model, width || this.canvas.clientWidth);
    }

    renew() {
      this.model = new charts.ChartModel(this.data, this.figure, this.choices);
    }

    option(theme, width, still) {
      return charts.option(theme, this.model, width, this.moved ? this.window : null, still);
    }

    keepWindow() {
      super.keepWindow();
      this.moved = true;
    }
  }

  class PanelsOnPage extends ChartOnPage {
    height(width) {
      return panels.height(themes.current(), this.model, width || this.canvas.clientWidth);
    }

    renew() {
      this.model = new panels.PanelModel(this.data, this.figure, this.choices);
    }

    option(theme, width) {
      return panels.option(theme, this.model, width);
    }
  }

  class CurvesOnPage extends ChartOnPage {
    constructor(figure) {
      super(figure, figure);
    }

    height(width) {
      return charts.heightOf(this.option(themes.current(), width || this.canvas.clientWidth));
    }

    renew() {
      this.model = new curves.CurveModel(this.figure, this.choices);
    }

    option(theme, width) {
      return curves.option(theme, this.model, width);
    }
  }

  class ScatterOnPage extends ChartOnPage {
    constructor(figure) {
      super(figure, figure);
    }

    // Many points are painted faster than they become parts of the document.
    renderer() {
      const points = this.figure.series.reduce((sum, one) => sum + one.xs.length, 0);
      return points > MANY_POINTS ? 'canvas' : 'svg';
    }

    height(width) {
      return scatters.height(themes.current(), this.model, width || this.canvas.clientWidth);
    }

    start() {
      super.start();
      this.chart.on('legendselectchanged', () => this.change());
    }

    renew() {
      this.model = new scatters.ScatterModel(this.figure, this.choices, this.selected);
    }

    option(theme, width) {
      return scatters.option(theme, this.model, width);
    }
  }

  class MatrixOnPage extends Figure {
    constructor(figure) {
      super(figure);
      this.matrix = figure.matrices[0];
      if (figure.matrices.length > 1) {
        const options = figure.matrices.map((matrix) => ({ value: matrix.label, label: matrix.label }));
        this.choice('Matrix', options, this.matrix.label, (label) => {
          this.matrix = figure.matrices.find((matrix) => matrix.label === label);
          this.change();
        });
      }
    }

    captionText() {
      const units = new Set(this.figure.matrices.map((matrix) => matrix.unit)).size;
      return [this.figure.caption, units < this.figure.matrices.length ? 'Maps of one unit have one colour scale.' : '']
        .filter(Boolean).join(' ');
    }

    renderer() {
      return 'svg';
    }

    height(width) {
      return matrices.height(themes.current(), this.model, width || this.canvas.clientWidth);
    }

    renew() {
      this.model = new matrices.MatrixModel(this.figure, this.matrix);
    }

    option(theme, width) {
      return matrices.option(theme, this.model, width);
    }
  }

  class GanttOnPage extends Figure {
    constructor(data, figure) {
      super(figure);
      this.traces = figure.traces.map((id) => data.traces.find((trace) => trace.id === id));
      this.trace = this.traces[0];
      this.colourBy = 'type';
      this.excerpt = element('p', { class: 'decision soft' });
      this.canvas.before(this.excerpt);
      this.offerTraces();
      this.choice('Colour by', [{ value: 'type', label: 'task type' }, { value: 'fate', label: 'fate' }], 'type', (value) => {
        this.colourBy = value;
        this.change();
      });
      this.controls.append(element('button', { type: 'button', class: 'small', onclick: () => this.showAll() }, 'Whole trial'));
      this.canvas.addEventListener('pointerdown', () => this.wheelZooms(true));
      document.addEventListener('pointerdown', (event) => this.wheelZooms(this.canvas.contains(event.target)));
    }

    offerTraces() {
      if (this.traces.length > 1) {
        const options = this.traces.map((trace) => ({ value: trace.id, label: trace.scenario + ', trial ' + trace.trial }));
        this.choice('Trial', options, this.trace.id, (id) => {
          this.trace = this.traces.find((trace) => trace.id === id);
          this.window = { start: 0, end: 100 };
          this.change();
        });
      }
    }

    captionText() {
      const hint = 'Click the chart, then turn the wheel to zoom and drag to pan. Bars are tasks that ran, pale where they were stopped; '
        + 'the hatched part of a late task lies beyond its deadline. Marks below the bars are tasks that left the queue of that machine unstarted.';
      return this.figure.caption ? this.figure.caption + ' ' + hint : hint;
    }

    // The wheel scrolls the page until the chart has been clicked.
    wheelZooms(zooms) {
      if (this.chart && this.zooming !== zooms) {
        this.zooming = zooms;
        this.canvas.classList.toggle('active', zooms);
        this.chart.setOption({ dataZoom: [{ id: 'wheel', zoomOnMouseWheel: zooms ? true : 'ctrl' }] });
      }
    }

    showAll() {
      this.window = { start: 0, end: 100 };
      this.draw();
    }

    renderer() {
      return 'canvas';
    }

    heightFor(width) {
      return this.height(width);
    }

    height(width) {
      const { grid } = gantt.option(themes.current(), this.model, width || this.canvas.clientWidth, this.window, false);
      return Math.max(this.model.height(), Math.ceil(grid.top + grid.bottom + this.model.rows.length * LEAST_ROW));
    }

    renew() {
      this.model = new gantt.GanttModel(this.trace, this.colourBy);
      this.excerpt.textContent = this.trace.excerpt;
      this.excerpt.hidden = !this.trace.excerpt;
    }

    option(theme, width, still) {
      const made = gantt.option(theme, this.model, width, this.window, still);
      if (this.zooming && !still) {
        made.dataZoom[0].zoomOnMouseWheel = true;
      }
      return made;
    }
  }

  class DecisionOnPage extends Figure {
    constructor(figure) {
      super(figure);
      this.example = figure.decisions[0];
      this.text = element('p', { class: 'decision soft' });
      this.canvas.before(this.text);
      if (figure.decisions.length > 1) {
        const options = figure.decisions.map((decision) => ({ value: decision.label, label: decision.label }));
        this.choice('Decision', options, this.example.label, (label) => {
          this.example = figure.decisions.find((decision) => decision.label === label);
          this.change();
        });
      }
    }

    renderer() {
      return 'svg';
    }

    height(width) {
      return decisions.height(themes.current(), this.model, width || this.canvas.clientWidth);
    }

    renew() {
      this.model = new decisions.DecisionModel(this.example);
      this.text.textContent = this.example.text;
      this.selected = {};
    }

    option(theme, width) {
      return decisions.option(theme, this.model, width);
    }
  }

  function save(blob, name) {
    const address = URL.createObjectURL(blob);
    const link = element('a', { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  function make(data, figure) {
    opening = (data.findings || {}).opening || {};
    if (figure.matrices) {
      return new MatrixOnPage(figure);
    }
    if (figure.plane) {
      return new ScatterOnPage(figure);
    }
    if (figure.curves) {
      return new CurvesOnPage(figure);
    }
    if (figure.decisions) {
      return new DecisionOnPage(figure);
    }
    if (figure.traces) {
      return new GanttOnPage(data, figure);
    }
    const Chart = figure.panelAxis ? PanelsOnPage : ChartOnPage;
    return new Chart(figure.table ? data.tables.find((table) => table.id === figure.table) : data, figure);
  }

  report.figures = { make };
})((window.espalier = window.espalier || {}));
