// Questions to the service, with the reader's token.
(function (page) {
  'use strict';

  const TOKEN = 'espalier-token';
  const SOON = 900;
  const PAUSE = 2000;
  const { byId, fail } = page.parts;
  let token = sessionStorage.getItem(TOKEN) || '';
  let asked = null;

  // What is done when the service refuses to change anything.
  const api = { onRefusal: () => {} };

  function withToken(options) {
    const given = token ? { Authorization: 'Bearer ' + token } : {};
    return { ...options, headers: { ...options.headers, ...given } };
  }

  // Asks for the token in a form, once for all that wait for it. Whoever closes it gives none.
  function askedForToken() {
    const dialog = byId('token-dialog');
    asked ||= new Promise((given) => {
      const answer = (text) => {
        if (text) {
          asked = null;
          token = text;
          sessionStorage.setItem(TOKEN, token);
        }
        given(Boolean(text));
      };
      byId('token').value = '';
      byId('token-form').onsubmit = (event) => {
        event.preventDefault();
        dialog.close(byId('token').value.trim());
      };
      dialog.returnValue = '';
      dialog.onclose = () => answer(dialog.returnValue);
      dialog.showModal();
    });
    return asked;
  }

  async function problemOf(response) {
    const problem = await response.json().catch(() => ({ title: response.statusText }));
    const errors = (problem.errors || []).map((error) => `${error.pointer}: ${error.detail}`);
    return new Error(`${problem.title}: ${errors.join('; ') || problem.detail || ''}`);
  }

  async function ask(path, options = {}) {
    let response = await fetch(path, withToken(options));
    if (response.status === 401 && (await askedForToken())) {
      response = await fetch(path, withToken(options));
    }
    if (response.status === 403 && options.method) {
      api.onRefusal();
    }
    if (!response.ok) {
      throw await problemOf(response);
    }
    return response;
  }

  async function json(path, options) {
    const response = await ask(path, options);
    return response.status === 204 ? null : response.json();
  }

  function send(method, path, body) {
    const headers = { 'Content-Type': 'application/json' };
    return json(path, { method, headers, body: JSON.stringify(body) });
  }

  function parsed(text) {
    const event = {};
    for (const line of text.split('\n')) {
      const at = line.indexOf(': ');
      if (at > 0) {
        event[line.slice(0, at)] = line.slice(at + 2);
      }
    }
    return event;
  }

  // The events of an answer, as they come.
  async function* eventsOf(response) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let buffer = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      buffer += part.value;
      for (let end; (end = buffer.indexOf('\n\n')) >= 0; buffer = buffer.slice(end + 2)) {
        yield parsed(buffer.slice(0, end));
      }
    }
  }

  // Hears the events of one answer. Says whether it ended as the service ends them, after a while.
  async function listen(path, last, connected, heard) {
    const began = Date.now();
    try {
      const response = await ask(path, { headers: { 'Last-Event-ID': last } });
      connected();
      for await (const event of eventsOf(response)) {
        heard(event);
      }
      return Date.now() - began > SOON;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  // Follows the events after one for ever; a connection that breaks is taken up where it was.
  async function follow(path, after, { connected, heard, lost }) {
    let last = String(after);
    const take = (event) => {
      last = event.id || last;
      heard(event);
    };
    for (;;) {
      if (!(await listen(path(), last, connected, take))) {
        lost();
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    }
  }

  page.api = Object.assign(api, { ask, json, send, follow });
})((window.espalier = window.espalier || {}));
