// The page of a machine: its state and its queue, to drain or resume it.
(function (page) {
  'use strict';

  const { element, times, parts, api } = page;
  const { byId, fail, chip, row, linked, table, focused, keepFocus } = parts;
  const MOST_TASKS = 50;
  const TITLES = ['task', 'type', 'chance', 'started', 'deadline'];

  // The name of the machine that is shown, and what follows when it was drained or resumed.
  const shown = { name: null, onChange: () => {} };

  function path(name) {
    return '/v1/machines/' + encodeURIComponent(name);
  }

  function actionOn(machine) {
    return machine.available ? 'drain' : 'resume';
  }

  function act(machine) {
    return api.send('POST', `${path(machine.name)}/${actionOn(machine)}`);
  }

  // What a machine does, or why it does nothing.
  function stateOf({ condition, state }) {
    return condition === 'ready' ? state : condition;
  }

  function facts(machine) {
    const { type, computer, queued, capacity, expected_late: late } = machine;
    return parts.facts([
      ['type', type],
      ['state', stateOf(machine)],
      ...(computer ? [['computer', computer]] : []),
      ['tasks', capacity ? `${queued} of ${capacity}` : queued],
      ['expected late', late],
    ]);
  }

  function openTask(id) {
    byId('machine').close();
    page.task.show(id);
  }

  function taskRow({ id, type, chance, started, deadline }) {
    const values = [id, type, chip(chance), times.toSecond(started), times.toSecond(deadline)];
    return linked(row(values), id, openTask);
  }

  function queue({ queue: tasks, queued }) {
    const rest = `the first ${tasks.length} of ${queued}`;
    return [
      element('h2', {}, 'Queue'),
      tasks.length > 0
        ? table(tasks.map(taskRow), TITLES)
        : element('p', { class: 'soft' }, 'no task'),
      ...(queued > tasks.length ? [element('p', { class: 'soft' }, rest)] : []),
    ];
  }

  // Shows a machine, or how it is now; one that was closed before its answer came stays closed.
  async function ask(name) {
    const renewed = shown.name === name;
    const machine = await api.json(`${path(name)}?tasks=${MOST_TASKS}`);
    if (renewed && shown.name !== name) {
      return;
    }
    const body = byId('machine-body');
    const held = focused(body);
    shown.name = name;
    byId('machine-title').textContent = `Machine ${name}`;
    byId('machine-action').textContent = actionOn(machine);
    byId('machine-action').onclick = () => change(machine);
    body.replaceChildren(facts(machine), ...queue(machine));
    if (!byId('machine').open) {
      byId('machine').showModal();
    }
    keepFocus(held, body.querySelectorAll('tr.link'));
  }

  function show(name) {
    return ask(name).catch(fail);
  }

  function change(machine) {
    act(machine)
      .then(() => show(machine.name))
      .then(shown.onChange)
      .catch((error) => {
        byId('machine').close();
        fail(error);
      });
  }

  function start(onChange) {
    shown.onChange = onChange;
    byId('machine-close').onclick = () => byId('machine').close();
    byId('machine').onclose = () => {
      shown.name = null;
      parts.refocus();
    };
  }

  page.machine = { shown, show, act, actionOn, stateOf, start };
})((window.espalier = window.espalier || {}));
