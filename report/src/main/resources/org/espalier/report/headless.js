// What the drawing scripts find in place of a browser when they run in Rhino: elements that hear
// nothing and show nothing, and text as wide as the fonts of this machine make it. Written in the
// JavaScript that Rhino reads. `textWidth` comes from Java.
var window = this;
var drawing = {};

(function () {
  'use strict';

  function Element() {
    this.style = {};
    this.classList = { add: nothing, remove: nothing, toggle: nothing, contains: function () { return false; } };
  }

  function nothing() {
    return undefined;
  }

  ['append', 'prepend', 'before', 'after', 'remove', 'replaceWith', 'replaceChildren', 'setAttribute', 'removeAttribute',
    'addEventListener', 'removeEventListener']
    .forEach(function (name) { Element.prototype[name] = nothing; });
  Element.prototype.getAttribute = function () { return null; };
  Element.prototype.contains = function () { return false; };
  Element.prototype.querySelector = function () { return null; };
  Element.prototype.querySelectorAll = function () { return []; };
  Element.prototype.getContext = function () {
    return { font: '', measureText: function (text) { return { width: textWidth(String(text), String(this.font)) }; } };
  };

  window.document = new Element();
  window.document.documentElement = new Element();
  window.document.body = new Element();
  window.document.createElement = function () { return new Element(); };
  window.document.getElementById = function () { return null; };
  window.addEventListener = nothing;
  window.matchMedia = function () { return { matches: false, addEventListener: nothing }; };

  echarts.setPlatformAPI({
    measureText: function (text, font) { return { width: textWidth(String(text), String(font || '12px sans-serif')) }; },
  });

  var figures = [];

  // Takes the data of a report, and answers with the ids of its figures.
  drawing.begin = function (json) {
    var data = window.espalier.format.scale(JSON.parse(json));
    figures = data.figures.map(function (figure) { return window.espalier.figures.make(data, figure); });
    return data.figures.map(function (figure) { return figure.id; });
  };

  // Answers with the axes among whose values a reader may choose: names, with the values of each.
  drawing.open = function () {
    var open = {};
    figures.forEach(function (figure) {
      if (figure.choices) {
        window.espalier.charts.openAxes(figure.data, figure.figure).forEach(function (axis) {
          if (axis.values.length > 1) {
            open[axis.name] = axis.values;
          }
        });
      }
    });
    return JSON.stringify(open);
  };

  drawing.show = function (axis, value) {
    figures.forEach(function (figure) { figure.show(axis, value); });
  };

  drawing.svg = function (position, width, height) {
    figures[position].renew();
    return figures[position].svg(width, height);
  };
})();
