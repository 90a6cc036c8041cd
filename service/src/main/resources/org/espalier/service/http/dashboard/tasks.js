// The list of tasks, and the form that submits one.
(function (page) {
  'use strict';

  const { element, times, parts, api } = page;
  const { byId, fail, chip, fate, row, linked, fill, addOptions } = parts;
  const STATES = [
    'queued', 'assigned', 'running', 'completed', 'dropped', 'evicted', 'failed', 'cancelled',
  ];
  const PAGE = 50;
  const FILTERS = ['text', 'state', 'type'];

  // The task before which the next older page begins, and whether older pages are shown.
  const list = { older: null, paged: false };

  // The types of tasks that may be submitted.
  let types = [];

  function elapsed({ started, ended }) {
    const end = ended ? Date.parse(ended) : times.now();
    return started ? times.duration(Math.max(0, end - Date.parse(started))) : '';
  }

  function taskRow(task) {
    const completed = task.fate && task.state === 'completed';
    const values = [
      task.id,
      task.type,
      task.user,
      completed ? fate(task.fate).label : task.state,
      task.machine,
      task.chance === undefined ? '' : chip(task.chance),
      times.toSecond(task.submitted),
      times.toSecond(task.started),
      times.toSecond(task.deadline),
      elapsed(task),
      times.toSecond(task.ended),
    ];
    return linked(row(values), task.id, page.task.show);
  }

  function query(before) {
    const asked = { limit: PAGE };
    for (const name of FILTERS.filter((filter) => byId(filter).value)) {
      asked[name] = byId(name).value;
    }
    if (byId('since').value) {
      asked.since = new Date(times.now() - byId('since').value).toISOString();
    }
    return new URLSearchParams(before ? { ...asked, before } : asked);
  }

  // Shows the newest tasks, or adds those before one.
  async function ask(before) {
    list.paged = Boolean(before);
    const { tasks, next } = await api.json('/v1/tasks?' + query(before));
    const rows = tasks.map(taskRow);
    if (before) {
      byId('tasks').append(...rows);
    } else {
      fill(byId('tasks'), rows);
    }
    list.older = next || null;
    byId('more').disabled = !list.older;
    byId('count').textContent = `${byId('tasks').rows.length} shown`;
  }

  function show(before) {
    return ask(before).catch(fail);
  }

  function renew() {
    return list.paged || show();
  }

  async function submit() {
    const task = await api.send('POST', '/v1/tasks', {
      type: byId('new-type').value,
      parameters: parts.given('parameters'),
      deadline: byId('new-deadline').value,
    });
    const open = () => page.task.show(task.id);
    byId('submitted').replaceChildren(
      'accepted: ',
      element('button', { type: 'button', onclick: open }, 'task ' + task.id),
      task.warning ? element('div', { class: 'warning' }, task.warning) : '');
    fail('');
    show();
  }

  function offerParameters() {
    const type = types.find(({ name }) => name === byId('new-type').value);
    byId('parameters').replaceChildren(...(type ? type.fields : []).map(parts.field));
  }

  function offer(taskTypes) {
    const names = taskTypes.map((type) => type.name);
    types = taskTypes;
    addOptions('type', names);
    addOptions('new-type', names);
    offerParameters();
  }

  function whenSubmitted(form, act) {
    byId(form).onsubmit = (event) => {
      event.preventDefault();
      act();
    };
  }

  function start() {
    addOptions('state', STATES);
    byId('new-type').onchange = offerParameters;
    byId('more').onclick = () => show(list.older);
    whenSubmitted('filter', () => show());
    whenSubmitted('submit', () => submit().catch(fail));
  }

  page.tasks = { show, renew, offer, start };
})((window.espalier = window.espalier || {}));
