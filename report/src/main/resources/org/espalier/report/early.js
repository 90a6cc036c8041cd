// Applies the remembered theme before anything is painted.
(function () {
  'use strict';
  var theme = null;
  try {
    theme = window.localStorage.getItem('espalier.theme');
  } catch (refused) {
    theme = null;
  }
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.setAttribute('data-theme', theme);
  }
})();
