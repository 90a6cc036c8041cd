// DOM elements, of which every page is put together.
(function (page) {
  'use strict';

  // Makes an element; text always goes in as text, never as markup.
  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key.startsWith('on')) {
        made.addEventListener(key.slice(2), value);
      } else if (value !== null && value !== false) {
        made.setAttribute(key, value === true ? '' : String(value));
      }
    }
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  page.element = element;
})((window.espalier = window.espalier || {}));
