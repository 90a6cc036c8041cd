// Canvases of the charts, as sharp as the screen, in the colours and letters of every chart.
(function (page) {
  'use strict';

  const { theme: themes, parts: { byId } } = page;
  const LETTERS = 12;

  // How wide charts are on paper, which is white, in pixels.
  const PAPER = 900;
  let printing = false;

  function theme() {
    return printing ? themes.LIGHT : themes.current();
  }

  // Draws for paper before the page is printed, and for the screen again.
  function followPrinting(draw) {
    const drawFor = (paper) => () => {
      printing = paper;
      draw();
    };
    addEventListener('beforeprint', drawFor(true));
    addEventListener('afterprint', drawFor(false));
  }

  function fit(canvas, width, height, ratio) {
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across;
      canvas.height = down;
      canvas.style.height = height + 'px';
    }
  }

  function widthOf(canvas) {
    return printing ? PAPER : canvas.clientWidth;
  }

  // An empty canvas as wide as its place, with what draws on it.
  function prepare(id, height) {
    const canvas = byId(id);
    const width = widthOf(canvas);
    const ratio = devicePixelRatio || 1;
    fit(canvas, width, height, ratio);
    const pen = canvas.getContext('2d');
    const look = theme();
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.font = `${LETTERS}px ${look.font}`;
    pen.textBaseline = 'middle';
    return { pen, width, height, theme: look };
  }

  function line(pen, colour, x1, y1, x2, y2) {
    pen.strokeStyle = colour;
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
  }

  function dot(pen, x, y, radius) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
  }

  function text(pen, colour, align, words, x, y) {
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.fillText(words, x, y);
  }

  page.canvas = { theme, followPrinting, widthOf, prepare, line, dot, text };
})((window.espalier = window.espalier || {}));
