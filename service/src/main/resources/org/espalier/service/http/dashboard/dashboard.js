// The dashboard: its controls, what it asks for, and when it is drawn.
(function (page) {
  'use strict';

  const { element, theme: themes, parts, api, service, task, machine, machines, tasks } = page;
  const { byId, fail } = parts;
  const READ_ONLY = 'espalier-read-only';
  const MOST_PAST_ENTRIES = 8000;
  const DRAWN = 200;
  const DRAWN_CALMLY = 1000;
  const PAUSE = 2000;

  function show(overview) {
    page.overview.show(overview);
    if (service.many) {
      machines.show(overview);
    }
  }

  // Charts that move with time.
  function draw() {
    page.gantt.draw(machines.shown());
    page.trends.draw();
  }

  function drawAll() {
    if (service.overview) {
      show(service.overview);
      draw();
    }
  }

  function setReadOnly(on) {
    byId('read-only').checked = on;
    byId('policy').disabled = on;
    document.body.classList.toggle('read-only', on);
    localStorage.setItem(READ_ONLY, on ? '1' : '');
  }

  function switchTheme() {
    themes.choose(themes.current().name === 'dark' ? 'light' : 'dark');
    drawAll();
  }

  function searchByKey(event) {
    const writing = /INPUT|SELECT|TEXTAREA/.test(document.activeElement.tagName);
    if (event.key === '/' && !writing && !document.querySelector('dialog[open]')) {
      event.preventDefault();
      byId('text').focus();
    }
  }

  function showConnection(connected) {
    service.connected = connected;
    byId('dot').classList.toggle('on', connected);
    byId('connection').textContent = connected ? 'live' : 'not connected, trying again';
  }

  function take(overview) {
    service.take(overview);
    show(overview);
  }

  function hear({ event, data }) {
    if (event === 'overview') {
      take(JSON.parse(data));
    }
    if (event === 'entries') {
      JSON.parse(data).forEach((entry) => service.hear(entry));
    }
  }

  function follow(sequence) {
    const path = () => (service.many ? '/v1/events?events=overview' : '/v1/events');
    api.follow(path, Math.max(0, sequence - MOST_PAST_ENTRIES), {
      connected: () => {
        showConnection(true);
        fail('');
      },
      heard: hear,
      lost: () => showConnection(false),
    });
  }

  // While the stream of events is broken it alone tells so; nothing is asked again before its answer.
  function whileConnected(act) {
    let asked = false;
    return async () => {
      if (service.connected && !asked) {
        asked = true;
        await act();
        asked = false;
      }
    };
  }

  // What is looked at is asked for again.
  function whileWatched(act) {
    return whileConnected(() => !task.isOpen() && !document.hidden && act());
  }

  function renewMachines() {
    const { name } = machine.shown;
    return service.many && (name === null ? machines.renew : machine.show)(name);
  }

  function learn() {
    return page.trends.learn().catch(() => {});
  }

  function believe() {
    return api.json('/v1/pet').then((pet) => service.believe(pet), () => {});
  }

  function offerPolicies({ policy, by_origin: byOrigin }) {
    byId('policy').append(...Object.entries(byOrigin).map(([origin, names]) =>
      element('optgroup', { label: origin }, ...names.map((name) => element('option', {}, name)))));
    byId('policy').value = policy;
  }

  // A setting that was changed has its value; one of another policy is text.
  async function showSettings() {
    const { policy, settings, fields } = await api.json('/v1/policy');
    const others = Object.keys(settings).filter((key) => !fields.some(({ name }) => name === key));
    const texts = others.map((name) => ({ name, values: '', fallback: '', choices: [] }));
    const labels = [...fields, ...texts].map(parts.field);
    for (const input of labels.map((label) => label.lastChild)) {
      input.dataset.fallback = input.value;
      input.value = settings[input.dataset.parameter] ?? input.value;
    }
    byId('policy-title').textContent = `Settings of ${policy}`;
    byId('policy-settings').replaceChildren(...labels);
    byId('policy-fault').textContent = '';
    byId('policy-dialog').showModal();
  }

  function settingsGiven() {
    const isChanged = ([key, value]) =>
      byId('policy-settings').querySelector(`[data-parameter="${key}"]`).dataset.fallback !== value;
    return Object.fromEntries(Object.entries(parts.given('policy-settings')).filter(isChanged));
  }

  function decideWithSettings(event) {
    event.preventDefault();
    api.send('PUT', '/v1/policy', { policy: byId('policy').value, settings: settingsGiven() })
      .then(() => byId('policy-dialog').close())
      .catch((error) => {
        byId('policy-fault').textContent = error.message;
      });
  }

  function startControls() {
    byId('scale').style.background =
      `linear-gradient(90deg, ${[0, 0.25, 0.5, 0.75, 1].map(parts.chanceColour)})`;
    byId('read-only').onchange = (event) => setReadOnly(event.target.checked);
    byId('theme').onclick = switchTheme;
    byId('policy').onchange = (event) =>
      api.send('PUT', '/v1/policy', { policy: event.target.value }).catch(fail);
    byId('settings').onclick = () => showSettings().catch(fail);
    byId('policy-close').onclick = () => byId('policy-dialog').close();
    byId('policy-form').onsubmit = decideWithSettings;
    document.addEventListener('keydown', searchByKey);
    api.onRefusal = () => setReadOnly(true);
    setReadOnly(Boolean(localStorage.getItem(READ_ONLY)));
    page.gantt.start();
    task.start();
    machine.start(machines.renew);
    machines.start();
    tasks.start();
  }

  function startRenewing() {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    setInterval(draw, calm ? DRAWN_CALMLY : DRAWN);
    setTimeout(whileConnected(learn), 1000);
    setInterval(whileConnected(learn), 5000);
    setInterval(whileConnected(believe), 60e3);
    setInterval(whileWatched(tasks.renew), 2000);
    setInterval(whileWatched(renewMachines), 1000);
    setInterval(whileConnected(task.renew), 2000);
    page.canvas.followPrinting(drawAll);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
  }

  // A service that is slow to answer is asked again.
  async function answers(...names) {
    for (;;) {
      try {
        const all = await Promise.all(names.map((name) => api.json('/v1/' + name)));
        fail('');
        return all;
      } catch (error) {
        fail(error);
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    }
  }

  async function begin() {
    startControls();
    const [policy, taskTypes, timeline, overview, pet] =
      await answers('policy', 'task-types', 'timeline', 'overview', 'pet');
    service.believe(pet);
    service.tickMillis = timeline.tick_ms;
    byId('service').textContent = `${timeline.version} · ${location.host}`;
    document.title = `${location.host} · Espalier`;
    offerPolicies(policy);
    tasks.offer(taskTypes.task_types);
    take(overview);
    await tasks.show();
    draw(); // all has its place before the page says that it is live
    follow(overview.sequence);
    startRenewing();
  }

  begin().catch(fail);
})((window.espalier = window.espalier || {}));
