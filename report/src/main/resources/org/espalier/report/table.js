// The table of results: sortable, filterable, and copied as CSV.
(function (report) {
  'use strict';

  const { format, element } = report;
  const FILTER_FROM = 16;
  // How wide a page is, in pixels, and a column of it beside that of the window, whose letters are larger.
  const PAPER = 690;
  const ON_PAPER = 0.68;

  class ResultTable {
    constructor(data, help, words) {
      this.data = data;
      this.help = help;
      this.words = words;
      this.order = { key: null, descending: false };
      this.decimals = data.columns.map((column, c) =>
        format.decimalsOf(column.kind, data.rows.map((row) => row.estimates[c])));
      this.rows = data.rows.map((row) => ({ row, node: this.rowNode(row) }));
      this.body = element('tbody', {}, ...this.rows.map((entry) => entry.node));
      this.paper = element('div', { class: 'paper' });
      this.status = element('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
      this.node = this.assemble();
    }

    assemble() {
      this.headers = [
        ...this.data.axes.map((axis, a) => this.header('axis' + a, axis.label, '', 'text', null)),
        ...(this.trialsDiffer() ? [this.header('trials', report.capital(this.words.trial) + 's', '', 'number', null)] : []),
        ...this.data.columns.map((column, c) => this.header('column' + c, column.label, column.unit, 'number', column)),
      ];
      this.headRow = element('tr', {}, ...this.headers);
      const table = element('table', { class: 'results' },
        element('caption', { class: 'hidden' }, 'Mean and 95 % confidence interval of every ' + this.words.scenario),
        element('thead', {}, this.headRow), this.body);
      return element('div', {},
        element('div', { class: 'table-tools' }, this.filterBox(), this.status, this.copyButton()),
        element('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Table of results' }, table), this.paper);
    }

    // For paper: tables with some of the columns each, none wider than a page.
    print() {
      const lead = this.headers.length - this.data.columns.length;
      const widths = this.headers.map((header) => header.offsetWidth * ON_PAPER);
      const first = widths.slice(0, lead).reduce((sum, width) => sum + width, 0);
      const groups = [];
      let used = PAPER;
      this.data.columns.forEach((column, c) => {
        const width = widths[lead + c];
        if (groups.length === 0 || used + width > PAPER) {
          groups.push([]);
          used = first;
        }
        groups[groups.length - 1].push(c);
        used += width;
      });
      this.paper.replaceChildren(...groups.map((group) => this.part(lead, group)));
    }

    part(lead, group) {
      const some = (row, each) => {
        const cells = Array.from(row.children);
        const its = group.flatMap((c) => cells.slice(lead + each * c, lead + each * (c + 1)));
        const copy = row.cloneNode(false);
        copy.append(...[...cells.slice(0, lead), ...its].map((cell) => cell.cloneNode(true)));
        // Buttons are not painted again where a head is repeated on the next page.
        copy.querySelectorAll('button').forEach((button) => button.replaceWith(...button.childNodes));
        return copy;
      };
      return element('table', { class: 'results' },
        element('thead', {}, some(this.headRow, 1)), element('tbody', {}, ...Array.from(this.body.children).map((row) => some(row, 2))));
    }

    unprint() {
      this.paper.replaceChildren();
    }

    // Tables other than that of the scenarios have ids of their own.
    id(name) {
      return this.data.id ? name + '-' + this.data.id : name;
    }

    trialsDiffer() {
      return this.data.rows.some((row) => row.trials !== this.data.rows[0].trials);
    }

    header(key, label, unit, kind, column) {
      const button = element('button', { type: 'button', onclick: () => this.sort(key, kind) },
        element('span', { class: 'label' }, label, unit ? element('span', { class: 'unit' }, unit) : null),
        element('span', { class: 'arrow', 'aria-hidden': 'true' }));
      if (column) {
        this.help.attach(button, column);
      }
      return element('th', { scope: 'col', class: kind, colspan: column ? 2 : null, 'data-key': key, 'aria-sort': 'none' }, button);
    }

    rowNode(row) {
      const axes = row.values.map((value, a) =>
        element(a === 0 ? 'th' : 'td', { class: 'text', scope: a === 0 ? 'row' : null }, value));
      const results = row.estimates.flatMap((estimate, c) => this.cells(estimate, row.differences[c], c));
      return element('tr', {}, ...axes, ...(this.trialsDiffer() ? [element('td', { class: 'number' }, format.number(row.trials, 0))] : []), ...results);
    }

    // Mean and interval have a cell each, so that both line up down the column.
    cells(estimate, difference, c) {
      const decimals = this.decimals[c];
      const means = [element('div', {}, format.number(estimate[0], decimals))];
      const intervals = [element('div', {}, format.interval(estimate, decimals))];
      if (difference && format.isNumber(difference[0])) {
        const apart = difference[1] > 0 || difference[2] < 0;
        means.push(element('div', { class: apart ? 'difference apart' : 'difference' }, format.signed(difference[0], decimals)));
        intervals.push(element('div', { class: 'difference' }, format.interval(difference, decimals)));
      }
      return [element('td', { class: 'number mean' }, ...means), element('td', { class: 'half' }, ...intervals)];
    }

    filterBox() {
      if (this.rows.length < FILTER_FROM) {
        return element('span');
      }
      const box = element('input', { type: 'search', id: this.id('filter'), placeholder: 'words that a row must have', oninput: () => this.filter(box.value) });
      return element('label', {}, 'Filter ', box);
    }

    filter(text) {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const { row, node } of this.rows) {
        const content = row.values.join(' ').toLowerCase();
        node.hidden = !words.every((word) => content.includes(word));
        shown += node.hidden ? 0 : 1;
      }
      this.status.textContent = words.length > 0 ? shown + ' of ' + this.rows.length + ` ${this.words.scenario}s` : '';
    }

    sort(key, kind) {
      const again = this.order.key === key;
      this.order = { key, descending: again ? !this.order.descending : kind === 'number' };
      const value = this.sortValue(key);
      const sign = this.order.descending ? -1 : 1;
      const absentLast = (a, b) => Number(a === null) - Number(b === null);
      const compare = (a, b) => absentLast(value(a.row), value(b.row)) || sign * (value(a.row) - value(b.row));
      this.body.append(...this.rows.slice().sort(compare).map((entry) => entry.node));
      this.mark();
    }

    sortValue(key) {
      const index = Number(key.replace(/\D/g, ''));
      if (key === 'trials') {
        return (row) => row.trials;
      }
      return key.startsWith('axis')
        ? (row) => this.data.axes[index].values.indexOf(row.values[index])
        : (row) => row.estimates[index][0];
    }

    mark() {
      for (const header of this.headers) {
        const sorted = header.dataset.key === this.order.key;
        header.setAttribute('aria-sort', sorted ? (this.order.descending ? 'descending' : 'ascending') : 'none');
      }
    }

    copyButton() {
      return element('button', { type: 'button', class: 'small', id: this.id('copy-csv'), onclick: () => this.copy() }, 'Copy as CSV');
    }

    async copy() {
      const done = await report.copyText(this.csv());
      this.status.textContent = done ? this.data.rows.length + ` ${this.words.scenario}s copied as CSV` : 'The browser refused to copy';
    }

    csv() {
      const parts = (key) => ['', '_lower', '_upper', '_difference', '_difference_lower', '_difference_upper'].map((end) => key + end);
      const head = [...this.data.axes.map((axis) => axis.name), 'trials', ...this.data.columns.flatMap((column) => parts(column.key))];
      const lines = this.data.rows.map((row) => [
        ...row.values, row.trials,
        ...row.plain.estimates.flatMap((estimate, c) => [...estimate, ...(row.plain.differences[c] || [null, null, null])]),
      ]);
      return [head, ...lines].map((line) => line.map(csvField).join(',')).join('\n') + '\n';
    }
  }

  function csvField(value) {
    const text = value === null ? '' : String(value);
    return /[",\n\r]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
  }

  // The explanation of a column, shown beside its header by pointer or keyboard.
  class ColumnHelp {
    constructor() {
      this.node = element('div', { class: 'help', role: 'tooltip', id: 'column-help', hidden: true });
      document.addEventListener('keydown', (event) => event.key === 'Escape' && this.hide());
      document.addEventListener('scroll', () => this.hide(), true);
    }

    attach(button, column) {
      button.setAttribute('aria-describedby', 'column-help');
      for (const event of ['mouseenter', 'focus']) {
        button.addEventListener(event, () => this.show(button, column));
      }
      for (const event of ['mouseleave', 'blur']) {
        button.addEventListener(event, () => this.hide());
      }
    }

    show(button, column) {
      this.node.replaceChildren(
        element('p', { class: 'tip-title' }, format.named(column.label, column.unit)),
        element('p', {}, column.description),
        ...(column.equation ? [element('p', { class: 'equation' }, column.equation)] : []),
        ...(column.droppedTask ? [element('p', {}, 'A dropped task: ' + column.droppedTask)] : []));
      this.node.hidden = false;
      const place = button.getBoundingClientRect();
      const left = Math.min(place.left, document.documentElement.clientWidth - this.node.offsetWidth - 12);
      this.node.style.left = Math.max(8, left) + 'px';
      const above = place.top - this.node.offsetHeight - 8;
      this.node.style.top = (above > 8 ? above : place.bottom + 8) + 'px';
    }

    hide() {
      this.node.hidden = true;
    }
  }

  report.table = { ResultTable, ColumnHelp };
})((window.espalier = window.espalier || {}));
