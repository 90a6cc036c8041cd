// Colours: a palette that colour-blind readers can tell apart (after Okabe and Ito), light and dark.
(function (report) {
  'use strict';

  const KEY = 'espalier.theme';
  // Single quotes: the chart library puts this as it is into an attribute of an SVG file.
  const FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Liberation Sans', 'DejaVu Sans', sans-serif";

  const LIGHT = {
    name: 'light',
    font: FONT,
    ink: '#1d2430',
    soft: '#566070',
    line: '#c9d0da',
    grid: '#e8ebf0',
    surface: '#ffffff',
    whisker: '#1d2430',
    palette: ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#7a7f87', '#b5a400'],
    scale: ['#f1f6fb', '#c3dbee', '#7fb3d9', '#3a82bd', '#0f4f8a'],
    ramp: ['#d3a600', '#5fae5b', '#1f8f8b', '#31658d', '#46237a'],
    second: ['#013f66', '#8a5f00', '#005c43', '#8a4a70', '#2b6c93', '#7d3600', '#41454c', '#665c00'],
  };

  const DARK = {
    name: 'dark',
    font: FONT,
    ink: '#e4e8ee',
    soft: '#a3adba',
    line: '#465060',
    grid: '#2b323d',
    surface: '#171c24',
    whisker: '#eef1f5',
    palette: ['#3b93d0', '#eeb033', '#1fb68a', '#d98cb8', '#8fd0f5', '#e8782a', '#9aa1ab', '#d8c838'],
    scale: ['#1c2a3a', '#23476b', '#2f6ea3', '#5fa3d6', '#b9def7'],
    ramp: ['#7a5cc0', '#3f78b5', '#2a9d8f', '#7fcb5a', '#fde725'],
    second: ['#2a6c99', '#a67a22', '#178560', '#96607f', '#5f8fae', '#a8571d', '#6d727a', '#978c28'],
  };

  const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond'];
  const DASHES = ['solid', [7, 4], [2, 3], [9, 3, 2, 3]];

  function stored() {
    try {
      return window.localStorage.getItem(KEY);
    } catch (refused) {
      return null;
    }
  }

  function store(name) {
    try {
      window.localStorage.setItem(KEY, name);
    } catch (refused) {
      // The choice then lasts as long as the page.
    }
  }

  function preferred() {
    return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }

  function currentName() {
    return document.documentElement.getAttribute('data-theme') || stored() || preferred();
  }

  function current() {
    return currentName() === 'dark' ? DARK : LIGHT;
  }

  function choose(name) {
    document.documentElement.setAttribute('data-theme', name);
    store(name);
  }

  function mixed(one, other, share) {
    const part = (colour, at) => parseInt(colour.slice(at, at + 2), 16);
    return '#' + [1, 3, 5]
      .map((at) => Math.round(part(one, at) + share * (part(other, at) - part(one, at))).toString(16).padStart(2, '0'))
      .join('');
  }

  // The colour at a place between 0 and 1 of a scale of colours.
  function between(scale, place) {
    const steps = scale.length - 1;
    const step = Math.min(Math.floor(place * steps), steps - 1);
    return mixed(scale[step], scale[step + 1], place * steps - step);
  }

  // The look of the series at a position of its axis: beyond the palette, hues come again with marks.
  function style(theme, index) {
    const hue = index % theme.palette.length;
    const turn = Math.floor(index / theme.palette.length);
    return {
      color: (turn % 2 === 0 ? theme.palette : theme.second)[hue],
      decal: turn === 0 ? null : hatch('rgba(255,255,255,0.5)', turn),
      symbol: SYMBOLS[index % SYMBOLS.length],
      hollow: Math.floor(index / SYMBOLS.length) % 2 === 1,
      dash: DASHES[turn % DASHES.length],
    };
  }

  // Long dashes without gaps make wide tiles, which painters of SVG put together without seams.
  function hatch(colour, turn) {
    return {
      color: colour,
      dashArrayX: [70, 0],
      dashArrayY: [2, 5],
      rotation: turn % 2 === 0 ? Math.PI / 4 : -Math.PI / 4,
    };
  }

  // The ink that reads best on a colour.
  function inkOn(colour) {
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    return 0.3 * red + 0.59 * green + 0.11 * blue > 90 ? '#10150f' : '#ffffff';
  }

  report.theme = { LIGHT, DARK, current, choose, style, hatch, between, inkOn };
})((window.espalier = window.espalier || {}));
