// Many machines: counted by type, as a wall, and as a list that is searched and paged.
(function (page) {
  'use strict';

  const { element, times, parts, api, service, machine, wall } = page;
  const { byId, fail, chip, alarming, row, linked, fill, addOptions } = parts;
  const PAGE = 24;
  const MOST_TASKS = 6;
  const FILTERS = ['text', 'type', 'state'];

  // The machines of the page that is shown, where it begins, and how often one was asked for.
  const list = { machines: [], from: 0, asked: 0 };

  function number(value) {
    return value.toLocaleString();
  }

  function alarmingUnlessNone(count) {
    return count > 0 ? alarming(number(count)) : '0';
  }

  function executing({ busy, machines }) {
    const bar = element('i', { class: 'bar' });
    bar.style.setProperty('--share', (100 * busy) / machines + '%');
    return element('span', {}, bar, times.percent(busy / machines));
  }

  function listType(name) {
    byId('machine-type').value = name;
    turnTo(0);
  }

  function typeRow(type) {
    const values = [
      type.name,
      number(type.machines),
      executing(type),
      number(type.idle),
      number(type.running),
      number(type.full),
      alarmingUnlessNone(type.drained),
      alarmingUnlessNone(type.failed),
      alarmingUnlessNone(type.away),
      number(type.queued),
      alarmingUnlessNone(type.expected_late),
    ];
    return linked(row(values), type.name, listType);
  }

  function machineRow(listed) {
    const { name, type, condition, state, queue, queued, expected_late: late } = listed;
    const [first] = queue;
    const made = row([
      name,
      type,
      condition === 'ready' ? state : alarming(condition),
      first?.id,
      first && chip(first.chance),
      queued,
      late > 0 ? alarming(late) : 0,
    ]);
    made.cells[5].className = 'number';
    made.cells[6].className = 'number';
    return linked(made, name, machine.show);
  }

  function query() {
    const asked = { order: 'attention', limit: PAGE, from: list.from, tasks: MOST_TASKS };
    for (const name of FILTERS) {
      if (byId('machine-' + name).value) {
        asked[name] = byId('machine-' + name).value;
      }
    }
    return new URLSearchParams(asked);
  }

  function showPage({ machines, matching, next }) {
    const last = list.from + machines.length;
    list.machines = machines;
    parts.say('machine-count', matching > 0
      ? `${number(list.from + 1)} to ${number(last)} of ${number(matching)}`
      : '');
    byId('machine-back').disabled = list.from === 0;
    byId('machine-next').disabled = next === undefined;
    fill(byId('machines'), machines.map(machineRow));
  }

  // Asks for the page of the list; only the last question counts.
  async function ask() {
    const question = ++list.asked;
    const answer = await api.json('/v1/machines?' + query());
    if (question !== list.asked) {
      return;
    }
    if (answer.machines.length === 0 && list.from > 0) {
      list.from = 0;
      await ask();
    } else {
      showPage(answer);
    }
  }

  function renew() {
    return ask().catch(fail);
  }

  function turnTo(from) {
    list.from = Math.max(0, from);
    renew();
  }

  // Machines are many from the first overview on, or never.
  function begin({ machine_count: count, machine_types: types }) {
    byId('many').hidden = false;
    byId('machine-actions').hidden = true;
    byId('window-label').hidden = true;
    byId('machines-note').textContent = `${number(count)} of ${types.length} types`;
    addOptions('machine-type', types.map((type) => type.name));
    wall.start();
    renew();
  }

  function show(overview) {
    if (byId('many').hidden) {
      begin(overview);
    }
    fill(byId('groups'), overview.machine_types.map(typeRow));
    wall.draw();
  }

  // What the Gantt chart shows.
  function shown() {
    return service.many ? list.machines : service.overview.machines;
  }

  function start() {
    byId('machine-filter').onsubmit = (event) => {
      event.preventDefault();
      turnTo(0);
    };
    byId('machine-back').onclick = () => turnTo(list.from - PAGE);
    byId('machine-next').onclick = () => turnTo(list.from + PAGE);
  }

  page.machines = { show, shown, renew, start };
})((window.espalier = window.espalier || {}));
