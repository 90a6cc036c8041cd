// The page: header, contents, figures, table, explanations and notes, put together from the data.
(function (report) {
  'use strict';

  const { format, theme: themes, element } = report;

  report.copyText = async function (text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (refused) {
      return copyBySelection(text);
    }
  };

  // For browsers that give pages from files no clipboard.
  function copyBySelection(text) {
    const area = element('textarea', { class: 'hidden', 'aria-hidden': 'true' });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }

  report.capital = (word) => word[0].toUpperCase() + word.slice(1);

  function paragraphs(text) {
    return text.split(/\n\s*\n/).filter((part) => part.trim()).map((part) => element('p', {}, part.trim()));
  }

  function header(data, toggle) {
    return element('header', { class: 'masthead' },
      element('div', { class: 'masthead-line' }, element('span', { class: 'brand' }, 'Espalier', element('span', {}, ' report')), toggle),
      element('h1', {}, data.study.title),
      element('div', { class: 'lead' }, ...paragraphs(data.study.description)),
      findings(data),
      facts(data),
      data.study.command ? command(data.study.command) : null);
  }

  // Reports of earlier versions have none.
  function findings(data) {
    const all = (data.findings || { sentences: [] }).sentences;
    return all.length === 0 ? null : element('ul', { class: 'findings' }, ...all.map((text) => element('li', {}, text)));
  }

  function facts(data) {
    const trials = data.rows.map((row) => row.trials);
    const [least, most] = [Math.min(...trials), Math.max(...trials)];
    const ofStudy = trials.length > 0 ? [[report.capital(data.study.words.study), data.study.name], ['Seed', data.study.seed]] : [];
    const list = [...ofStudy, ['Espalier', data.study.version.replace(' ', ', commit ')]];
    if (most > 1 || (trials.length > 1 && most > 0)) {
      list.push([report.capital(data.study.words.scenario) + 's', format.number(trials.length, 0)]);
      list.push([report.capital(data.study.words.trial) + 's each', least === most ? format.number(least, 0) : least + ' to ' + most]);
    }
    if (data.baseline.length > 0) {
      list.push(['Baseline', baselineName(data)]);
    }
    return element('dl', { class: 'facts' },
      ...list.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))));
  }

  function baselineName(data) {
    const label = (value) => data.axes.find((axis) => axis.name === value.axis).label;
    return data.baseline.map((value) => label(value) + ' ' + value.value).join(', ');
  }

  function command(text) {
    const status = element('span', { class: 'status', role: 'status' });
    const copy = async () => {
      status.textContent = (await report.copyText(text)) ? 'copied' : 'not copied';
    };
    return element('div', { class: 'command' },
      element('span', { class: 'command-label' }, 'Made by'),
      element('code', { tabindex: '0' }, text),
      status,
      element('button', { type: 'button', class: 'small', 'aria-label': 'Copy the command', onclick: copy }, 'Copy'));
  }

  function contents(sections) {
    const link = (id, text) => element('a', { href: '#' + id }, text);
    return element('nav', { class: 'contents', 'aria-label': 'Contents' },
      element('ol', {}, ...sections.map(([id, text, inner]) => element('li', {}, link(id, text),
        inner.length > 0 ? element('ol', {}, ...inner.map(([i, t]) => element('li', {}, link(i, t)))) : null))));
  }

  function section(id, title, ...children) {
    return element('section', { id, 'aria-labelledby': id + '-title' }, element('h2', { id: id + '-title' }, title), ...children);
  }

  function tableText(data) {
    const several = data.rows.some((row) => row.trials > 1);
    const text = data.rows.every((row) => row.trials === 0) ? '' : several
      ? `Mean of all ${data.study.words.trial}s with the half width of its 95 % confidence interval.`
      : `Of one ${data.study.words.trial} each, so without confidence intervals.`;
    return data.baseline.length === 0 ? text : text + ' Below it, the difference from ' + baselineName(data) +
      ', paired trial by trial; it is bold where its interval leaves out zero.';
  }

  // The table of the scenarios, and those that have a title.
  function resultTables(data, help) {
    return [data, ...data.tables.filter((table) => table.title)].map((table) => new report.table.ResultTable(table, help, data.study.words));
  }

  function withTitle(table) {
    return table.data.title ? [element('h3', { id: 'table-' + table.data.id }, table.data.title), table.node] : [table.node];
  }

  function explanations(data) {
    const entry = (column) => element('div', { class: 'meaning' },
      element('dt', {}, column.label, column.unit ? element('span', { class: 'unit' }, ' ' + column.unit) : null, element('code', {}, column.key)),
      element('dd', {},
        element('p', {}, column.description),
        column.equation ? element('p', { class: 'equation' }, column.equation) : null,
        column.droppedTask ? element('p', { class: 'soft' }, 'A dropped task: ' + column.droppedTask) : null));
    return element('dl', { class: 'meanings' }, ...data.columns.map(entry));
  }

  function themeToggle(redraw) {
    const button = element('button', { type: 'button', class: 'small', id: 'theme-toggle', onclick: () => {
      themes.choose(themes.current().name === 'dark' ? 'light' : 'dark');
      show();
      redraw();
    } });
    const show = () => {
      const dark = themes.current().name === 'dark';
      button.textContent = dark ? 'Light' : 'Dark';
      button.setAttribute('aria-label', 'Switch to the ' + (dark ? 'light' : 'dark') + ' theme');
    };
    show();
    window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      show();
      redraw();
    });
    return button;
  }

  function footer() {
    return element('footer', {},
      element('p', {}, 'Intervals are at 95 %, of means Student’s unless something else is said. Charts are drawn by Apache ECharts 6.1.0 (Apache License 2.0), which this file contains. The page loads nothing.'));
  }

  // Paper is white and narrower than most windows.
  function followPrinting(figures, tables) {
    window.addEventListener('beforeprint', () => {
      report.printing = true;
      tables.forEach((table) => table.print());
      figures.forEach((figure) => figure.draw(themes.LIGHT, 690, true));
    });
    window.addEventListener('afterprint', () => {
      report.printing = false;
      tables.forEach((table) => table.unprint());
      figures.forEach((figure) => figure.draw());
    });
  }

  function build(data) {
    const figures = data.figures.map((figure) => report.figures.make(data, figure));
    const help = new report.table.ColumnHelp();
    const tables = data.rows.length > 0 ? resultTables(data, help) : [];
    const sections = [];
    const parts = [];
    const add = (id, title, inner, ...children) => {
      sections.push([id, title, inner]);
      parts.push(section(id, title, ...children));
    };
    if (figures.length > 0) {
      add('figures', 'Figures', data.figures.map((figure) => ['figure-' + figure.id, figure.title]), ...figures.map((figure) => figure.node));
    }
    if (tables.length > 0) {
      add('results', 'Results', [], element('p', { class: 'soft' }, tableText(data)), ...tables.flatMap(withTitle));
    }
    if (data.columns.length > 0) {
      add('columns', 'What the columns mean', [], explanations(data));
    }
    if (data.notes.length > 0) {
      add('notes', 'Notes', [], element('ul', { class: 'notes' }, ...data.notes.map((note) => element('li', {}, note))));
    }
    if (data.study.settings) {
      add('settings', 'Settings', [], element('p', { class: 'soft' }, 'Every setting of the study, as its file beside this report has them.'),
        element('pre', { class: 'settings', tabindex: '0' }, data.study.settings));
    }
    const toggle = themeToggle(() => figures.forEach((figure) => figure.draw()));
    document.getElementById('page').append(
      header(data, toggle),
      element('div', { class: 'columns' }, contents(sections), element('main', { id: 'content', tabindex: '-1' }, ...parts)),
      footer(), help.node);
    figures.forEach((figure) => figure.start());
    followPrinting(figures, tables);
  }

  build(format.scale(JSON.parse(document.getElementById('report-data').textContent)));
})((window.espalier = window.espalier || {}));
