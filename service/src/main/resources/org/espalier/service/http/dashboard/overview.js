// How the service is now: numbers, how tasks left, the batch queue, and the machines if few.
(function (page) {
  'use strict';

  const { element, theme: themes, times, parts, service, canvas } = page;
  const { byId, fail, chip, fate, soft, row, linked, fill } = parts;
  const JOULES_PER_KWH = 36e5;
  const DAY = 24 * 36e5;
  const MOST_TASKS = 60;
  const MOST_MACHINES = 40;
  const GOOD = 0.9;

  // The machines whose buttons are there, and their conditions.
  let machinesShown = '';

  function number(value) {
    return value.toLocaleString();
  }

  function tile(name, value, note) {
    return element('div', { class: 'tile' },
      element('b', {}, value),
      element('span', {}, name),
      note ? element('span', {}, ' ' + note) : null);
  }

  function onTime({ recent }) {
    const all = service.sum(recent);
    return all > 0
      ? tile('on time', times.percent(recent['on-time'] / all), `of the last ${all}`)
      : tile('on time', '–');
  }

  function ofAllTypes(types, count) {
    return types.reduce((total, type) => total + type[count], 0);
  }

  function ofManyMachines({ machine_types: types }) {
    if (!service.many) {
      return [];
    }
    const late = number(ofAllTypes(types, 'expected_late'));
    const failed = ofAllTypes(types, 'failed');
    const away = ofAllTypes(types, 'away');
    const out = failed + away + ofAllTypes(types, 'drained');
    return [
      tile('expected late', late, 'of those in machine queues'),
      ...(out > 0
        ? [tile('machines take no tasks', number(out), `(${number(failed)} failed, ${number(away)} away)`)]
        : []),
    ];
  }

  function level({ level: now, dropping_engaged: dropping }) {
    return now === undefined
      ? []
      : [tile('oversubscription level', now.toFixed(2), dropping ? '(dropping)' : '')];
  }

  function energy({ energy_joules: joules, energy_budget: budget }) {
    const tiles = [];
    if (joules !== undefined) {
      const used = joules > JOULES_PER_KWH
        ? (joules / JOULES_PER_KWH).toFixed(2) + ' kWh'
        : (joules / 3600).toFixed(1) + ' Wh';
      tiles.push(tile('energy', used));
    }
    if (budget) {
      const left = times.percent(budget.remaining / budget.budget);
      const until = times.toSecond(budget.until);
      tiles.push(tile('energy budget left', left, 'until ' + until));
    }
    return tiles;
  }

  function clockWasSet({ at, clock_set: set }) {
    if (!set || times.between(set.at, at) >= DAY) {
      return [];
    }
    const by = `${set.by_seconds > 0 ? '+' : ''}${number(set.by_seconds)} s`;
    return [tile('the clock was set', by, 'at ' + times.toSecond(set.at))];
  }

  // Figures change all the time, so that only another state is read out.
  function showHeadline({ headline }) {
    const line = byId('headline');
    parts.say('headline', headline.text);
    if (line.className !== headline.state) {
      parts.say('announced', headline.text);
    }
    line.className = headline.state;
  }

  function ofType(type) {
    const { name, left, on_time: met, failed, per_second: rate, response_ms: response, reason, doubt } = type;
    const worth = type.worth_on_time === undefined ? '' : ` (${times.percent(type.worth_on_time)} of worth)`;
    const share = times.percent(met / left) + worth;
    return row([
      name,
      rate === undefined ? '' : rate.toFixed(rate < 10 ? 1 : 0),
      met < GOOD * left ? parts.alarming(share) : share,
      response === undefined ? '' : times.duration(response),
      failed > 0 ? parts.alarming(failed) : 0,
      reason,
      doubt || 'nothing against them',
    ]);
  }

  function showTypes({ types }) {
    fill(byId('by-type'), types.map(ofType));
  }

  function ofWorth({ by, name, earned, lost }) {
    return row([by.replace('_', ' '), name, number(earned), number(lost), times.percent(earned / (earned + lost))]);
  }

  // Where every task is worth 1, and none has a user, shares on time tell it all.
  function showWorth({ worth = [] }) {
    byId('worth').hidden = worth.every(({ by, name, earned }) =>
      by === 'task_type' ? Number.isInteger(earned) : by === 'priority' && name === '1');
    const inOrder = (one, other) =>
      one.by.localeCompare(other.by) || one.name.localeCompare(other.name, undefined, { numeric: true });
    fill(byId('by-worth'), worth.sort(inOrder).map(ofWorth));
  }

  function showNotices({ notices = [], headline }) {
    const others = notices.filter((notice) => !headline.text.includes(notice));
    byId('notices').replaceChildren(...others.map((notice) => element('p', {}, notice)));
  }

  function showTiles(overview) {
    const { unmapped, queued, running, machine_count: machines, fates } = overview;
    byId('tiles').classList.toggle('many', service.many);
    byId('tiles').replaceChildren(
      onTime(overview),
      tile('in the batch queue', number(unmapped)),
      tile('in machine queues', number(queued - running)),
      tile('running', `${number(running)} / ${number(machines)}`),
      ...ofManyMachines(overview),
      tile('have left', number(service.sum(fates))),
      ...level(overview),
      ...energy(overview),
      ...clockWasSet(overview));
  }

  function fateBar(name, tasks, all, most) {
    const { label, colour } = fate(name);
    const bar = element('i');
    bar.style.width = `${(100 * tasks) / most}%`;
    bar.style.background = themes.style(canvas.theme(), colour).color;
    const share = all > 0 ? ` (${times.percent(tasks / all)})` : '';
    return [
      element('span', {}, label),
      element('div', {}, bar),
      element('span', {}, tasks + share),
    ];
  }

  function showFates({ fates }) {
    const most = Math.max(1, ...Object.values(fates));
    const all = service.sum(fates);
    const bars = Object.entries(fates)
      .filter(([name, tasks]) => tasks > 0 || name === 'on-time')
      .flatMap(([name, tasks]) => fateBar(name, tasks, all, most));
    byId('fates').replaceChildren(...bars);
  }

  function showBatch({ unmapped, batch }) {
    const cut = unmapped > batch.length;
    byId('unmapped').textContent = (cut ? `the first ${batch.length} of ` : '') + unmapped;
    const rows = batch.slice(0, MOST_TASKS).map(({ id, type, deadline, chance }) =>
      linked(row([id, type, times.toSecond(deadline), chip(chance)]), id, page.task.show));
    fill(byId('batch'), rows);
  }

  function machineButton(machine) {
    const action = page.machine.actionOn(machine);
    const button = element('button', {
      class: 'change',
      'aria-label': `${action} ${machine.name}`,
      onclick: () => page.machine.act(machine).catch(fail),
    }, action);
    const made = soft(`${machine.name}: ${machine.condition} `);
    made.append(button);
    return made;
  }

  // Buttons stay while nothing changes, so that the keyboard stays on one.
  function showMachines({ machines }) {
    const conditions = JSON.stringify(machines.map(({ name, condition }) => [name, condition]));
    if (conditions !== machinesShown) {
      machinesShown = conditions;
      const buttons = machines.slice(0, MOST_MACHINES).map(machineButton);
      byId('machine-actions').replaceChildren(...buttons);
    }
  }

  function showPolicy({ policy }) {
    const choice = byId('policy');
    if (choice.value !== policy && document.activeElement !== choice) {
      choice.value = policy;
    }
  }

  function show(overview) {
    showHeadline(overview);
    showNotices(overview);
    showTypes(overview);
    showWorth(overview);
    showTiles(overview);
    showFates(overview);
    showBatch(overview);
    showPolicy(overview);
    if (!service.many) {
      showMachines(overview);
    }
  }

  page.overview = { show };
})((window.espalier = window.espalier || {}));
