// The page of a task: its times, why it waits, what it has written, and its history.
(function (page) {
  'use strict';

  const { element, times, parts, api } = page;
  const { byId, fail, chip, fate, soft, row, table } = parts;
  const LAST_BYTES = 4000;
  const LAST_LINES = 20;

  // The last lines of outputs by their paths, shown until newer ones come.
  const lastLines = new Map();

  // The task that is shown, and whether it may still change.
  const shown = { id: null, ended: false };

  function heading(text, ...more) {
    return element('h2', {}, text, ...more);
  }

  // What a decision was based on.
  function basis({ measure, at, ms, value, limit }, deadline) {
    if (at) {
      return `${measure} ${times.expected(at, deadline)}`;
    }
    if (ms !== undefined) {
      return `${measure} ${times.duration(ms)}`;
    }
    const digits = (number) => (Number.isFinite(+number) ? (+number).toPrecision(4) : number);
    const text = measure.includes('chance of success') ? times.percent : digits;
    const bound = limit === undefined ? '' : ', held against ' + text(limit);
    return `${measure} ${text(value)}${bound}`;
  }

  function save(blob, name) {
    const link = element('a', { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10e3);
  }

  function lastLinesOf(text, cut) {
    const lines = text.replace(/\n$/, '').split('\n');
    return lines.slice(cut ? 1 : 0).slice(-LAST_LINES).join('\n');
  }

  function outputHead(task, channel, size, onclick) {
    const lost = task.output_not_kept?.[channel];
    const note = [
      size > LAST_BYTES ? `the last of ${size.toLocaleString()} bytes ` : '',
      lost ? `${lost.toLocaleString()} more were not kept ` : '',
    ];
    return heading(channel === 'stdout' ? 'Standard output ' : 'Standard error ',
      soft(note.join('')), element('button', { onclick }, 'save all'));
  }

  // The last lines of what a task's command has written, and a button for all of it.
  function output(task, channel, size) {
    const path = `/v1/tasks/${task.id}/output?channel=${channel}`;
    const text = element('pre', {}, lastLines.get(path) || '');
    const saveAll = () => api.ask(path)
      .then((response) => response.blob())
      .then((blob) => save(blob, `task-${task.id}-${channel}.txt`))
      .catch(fail);
    api.ask(`${path}&last=${LAST_BYTES}`)
      .then((response) => response.text())
      .then((written) => {
        lastLines.set(path, lastLinesOf(written, size > LAST_BYTES));
        text.textContent = lastLines.get(path);
      })
      .catch(() => {});
    return [outputHead(task, channel, size, saveAll), text];
  }

  function outputs(task) {
    return Object.entries(task.output || {})
      .filter(([, size]) => size > 0)
      .flatMap(([channel, size]) => output(task, channel, size));
  }

  function deadlineOf({ ended, submitted, deadline }) {
    const passed = times.between(submitted, deadline) <= 0;
    return (ended ? times.precise(deadline) : times.fromNow(deadline)) +
      (passed ? '; it had passed when the task was submitted' : '');
  }

  function startOf({ submitted, started }) {
    const wait = times.duration(times.between(submitted, started));
    return `${times.precise(started)}, ${wait} after it was submitted`;
  }

  function endOf({ started, ended, deadline }) {
    const ran = started ? ', after ' + times.duration(times.between(started, ended)) : '';
    return times.precise(ended) + ran + ', ' + times.apart(ended, deadline, 'the deadline');
  }

  function chances({ chance, chance_now: now }) {
    const told = [];
    if (chance !== undefined) {
      told.push(times.percent(chance) + ' when it was mapped');
    }
    if (now !== undefined) {
      told.push(times.percent(now) + ' now');
    }
    return told.join(', ');
  }

  function submission({ submitted }) {
    const age = Math.max(0, times.now() - Date.parse(submitted));
    return `${times.precise(submitted)}, ${times.duration(age)} ago`;
  }

  function facts(task) {
    const parameters = Object.entries(task.parameters).map(([name, value]) => `${name}=${value}`);
    const all = [
      ['type', task.type],
      ['state', task.state + (task.machine ? ' on ' + task.machine : '')],
      ['how it left', task.fate && fate(task.fate).label],
      ['key', task.key],
      ['user', task.user],
      ['parameters', parameters.join(', ')],
      ['submitted', submission(task)],
      ['deadline', deadlineOf(task)],
      ['worth', task.worth === 1 ? '' : task.worth],
      ['urgency', task.urgency],
      ['served as', task.version],
      ['started', task.started && startOf(task)],
      ['expected', task.expected && times.expected(task.expected, task.deadline)],
      ['ended', task.ended && endOf(task)],
      ['chance', chances(task)],
      ['exit status', task.exit_code],
      ['detail', task.detail],
      ['notice', task.notice],
    ];
    return parts.facts(all.filter(([, value]) => value !== undefined && value !== ''));
  }

  function waitingRow(machine, deadline) {
    const room = machine.has_room ? 'has room' : 'full';
    return row([
      machine.machine,
      machine.can_run ? room : 'cannot run it now',
      chip(machine.chance),
      machine.expected ? times.expected(machine.expected, deadline) : '',
    ]);
  }

  function waiting({ waiting: why, deadline }) {
    if (!why) {
      return [];
    }
    const rest = 'Of each machine type those that are expected to be ready first are shown; ' +
      `${(why.machines_left_out || 0).toLocaleString()} machines are left out.`;
    return [
      heading('Why it waits'),
      element('p', {}, why.reason),
      table(why.machines.map((machine) => waitingRow(machine, deadline))),
      ...(why.machines_left_out ? [element('p', { class: 'soft' }, rest)] : []),
    ];
  }

  function historyRow(entry, deadline) {
    const reason = entry.basis ? basis(entry.basis, deadline) : '';
    return row([
      times.precise(entry.at),
      entry.event === 'lost' ? 'to run again' : entry.event,
      entry.machine_name === undefined ? '' : 'machine ' + entry.machine_name,
      entry.fate ? fate(entry.fate).label : reason,
    ]);
  }

  function described(task) {
    const entries = task.history.map((entry) => historyRow(entry, task.deadline));
    return [facts(task), ...waiting(task), ...outputs(task), heading('History'), table(entries)];
  }

  // Shows a task, or how it is now; one that was closed before its answer came stays closed.
  async function ask(id) {
    const renewed = shown.id === id;
    const task = await api.json('/v1/tasks/' + id);
    if (renewed && shown.id !== id) {
      return;
    }
    Object.assign(shown, { id, ended: Boolean(task.ended) });
    byId('detail-title').textContent = `Task ${id}`;
    byId('cancel').disabled = shown.ended;
    byId('detail-body').replaceChildren(...described(task));
    if (!isOpen()) {
      byId('detail').showModal();
    }
  }

  function show(id) {
    return ask(id).catch(fail);
  }

  function isOpen() {
    return byId('detail').open;
  }

  function renew() {
    return shown.id === null || shown.ended || show(shown.id);
  }

  function takeBack() {
    api.send('DELETE', '/v1/tasks/' + shown.id)
      .then(() => show(shown.id))
      .catch((error) => {
        byId('detail').close();
        fail(error);
      });
  }

  function start() {
    byId('cancel').onclick = takeBack;
    byId('close').onclick = () => byId('detail').close();
    byId('detail').onclose = () => {
      shown.id = null;
      parts.refocus();
    };
  }

  page.task = { show, isOpen, renew, start };
})((window.espalier = window.espalier || {}));
