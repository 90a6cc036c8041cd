// The parts of the page that the others write: rows of tables, chances, and what went wrong.
(function (page) {
  'use strict';

  const { element, times, theme: themes, fates } = page;
  const CHANCES = ['#e66e28', '#eccd8c', '#56aadc'];

  function byId(id) {
    return document.getElementById(id);
  }

  // Says what went wrong, and with nothing that all is well again.
  function fail(error) {
    say('message', error ? String(error.message || error) : '');
  }

  // Writes what is another text than before, so that it is not read out again and again.
  function say(id, text) {
    if (byId(id).textContent !== text) {
      byId(id).textContent = text;
    }
  }

  function chanceColour(chance) {
    return themes.between(CHANCES, Math.min(1, Math.max(0, chance || 0)));
  }

  function chip(chance) {
    const made = element('span', { class: 'chip' }, times.percent(chance));
    if (chance !== undefined) {
      made.style.background = chanceColour(chance);
    }
    return made;
  }

  // A fate of the service, with its words and its place in the palette.
  function fate(name) {
    const known = fates.FATES[name.toUpperCase().replaceAll('-', '_')];
    return known || { label: name, colour: fates.FATES.CANCELLED.colour };
  }

  function soft(text) {
    return element('span', { class: 'soft' }, text);
  }

  function alarming(text) {
    return element('span', { class: 'bad' }, String(text));
  }

  function row(values) {
    const cell = (value) => element('td', {}, value instanceof Node ? value : String(value ?? ''));
    return element('tr', {}, ...values.map(cell));
  }

  // The table and the id of the row that something was opened from last.
  let opener = {};

  // A row that opens something, by pointer, or by the button in its first cell.
  function linked(made, id, open) {
    const [first] = made.cells;
    made.dataset.id = id;
    made.className = 'link';
    made.onclick = () => {
      opener = made.closest('dialog') ? opener : { body: made.parentNode, id: made.dataset.id };
      open(id);
    };
    first.replaceChildren(element('button', { type: 'button' }, ...first.childNodes));
    return made;
  }

  // Puts the keyboard back where it was, where the row has been made anew meanwhile.
  function refocus() {
    const isNowhere = document.activeElement.matches('body, dialog:not([open]) *');
    if (isNowhere && opener.body) {
      keepFocus(opener.id, opener.body.rows);
    }
  }

  function table(rows, titles = []) {
    const head = titles.map((title) => element('th', {}, title));
    return element('table', {},
      titles.length > 0 ? element('thead', {}, element('tr', {}, ...head)) : null,
      element('tbody', {}, ...rows));
  }

  // A table of facts, each with its name before it.
  function facts(pairs) {
    return table(pairs.map(([name, value]) => {
      const made = row([value]);
      made.prepend(element('th', { scope: 'row' }, name));
      return made;
    }));
  }

  // Puts the keyboard back into the row that had it before the rows were made anew.
  function keepFocus(held, rows) {
    if (held !== undefined) {
      [...rows].find((one) => one.dataset.id === held)?.querySelector('button').focus();
    }
  }

  function focused(body) {
    const active = document.activeElement;
    return body.contains(active) ? active.closest('tr')?.dataset.id : undefined;
  }

  // Puts new rows in the place of old ones.
  function fill(body, rows) {
    const held = focused(body);
    body.replaceChildren(...rows);
    const note = byId(body.id + '-empty');
    if (note) {
      note.className = rows.length > 0 ? '' : 'empty';
    }
    keepFocus(held, rows);
  }

  function addOptions(id, values) {
    byId(id).append(...values.map((value) => element('option', { value }, value)));
  }

  // What a parameter or a setting is written into: a choice, a number in its range, or text.
  function inputOf({ name, values, fallback, choices, range }) {
    const named = { 'data-parameter': name, title: values };
    if (choices.length > 0) {
      const select = element('select', named, ...choices.map((value) => element('option', {}, value)));
      select.value = fallback ?? choices[0];
      return select;
    }
    const required = fallback === null ? { required: '' } : {};
    const typed = range
      ? { type: 'number', min: range.least, max: range.most, step: range.whole ? 1 : 'any' }
      : { size: 14 };
    return element('input', { ...named, ...required, ...typed, placeholder: fallback ?? values });
  }

  function field(described) {
    return element('label', {}, described.name, inputOf(described));
  }

  // The values that stand in the fields of a form.
  function given(id) {
    const inputs = [...byId(id).querySelectorAll('[data-parameter]')];
    return Object.fromEntries(inputs
      .filter(({ value }) => value !== '')
      .map(({ dataset, value }) => [dataset.parameter, value]));
  }

  page.parts = {
    field, given, byId, fail, say, facts, refocus, chanceColour, chip, fate, soft, alarming, row, linked, table, focused, keepFocus,
    fill, addOptions,
  };
})((window.espalier = window.espalier || {}));
