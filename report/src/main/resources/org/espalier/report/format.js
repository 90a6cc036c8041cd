// Numbers, as every other part of the page writes them.
(function (report) {
  'use strict';

  const PERCENT = 'PERCENT';

  function isNumber(value) {
    return typeof value === 'number' && Number.isFinite(value);
  }

  function median(values) {
    const sorted = values.slice().sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)];
  }

  // Two digits of an uncertainty that begins with 1 or 2, one digit of any other.
  function decimalsOfUncertainty(half) {
    const exponent = Math.floor(Math.log10(half));
    const leading = half / Math.pow(10, exponent);
    return (leading < 3 ? 1 : 0) - exponent;
  }

  function decimalsOf(kind, estimates) {
    const halves = estimates.filter((e) => isNumber(e[1])).map((e) => (e[2] - e[1]) / 2).filter((h) => h > 0);
    const sizes = estimates.filter((e) => isNumber(e[0]) && e[0] !== 0).map((e) => Math.abs(e[0]));
    let decimals = 0;
    if (halves.length > 0) {
      decimals = decimalsOfUncertainty(median(halves));
    } else if (sizes.some((size) => size % 1 !== 0)) {
      decimals = 2 - Math.floor(Math.log10(median(sizes)));
    }
    if (kind === PERCENT) {
      return Math.min(2, Math.max(1, decimals));
    }
    return Math.min(9, Math.max(0, decimals));
  }

  // Digits with commas between thousands.
  function grouped(digits) {
    const [whole, rest] = digits.split('.');
    return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest ? '.' + rest : '');
  }

  function number(value, decimals) {
    if (!isNumber(value)) {
      return '–';
    }
    const text = grouped(Math.abs(value).toFixed(decimals));
    const zero = !/[1-9]/.test(text);
    return (value < 0 && !zero ? '−' : '') + text;
  }

  function signed(value, decimals) {
    const text = number(value, decimals);
    return isNumber(value) && value > 0 && /[1-9]/.test(text) ? '+' + text : text;
  }

  function unitSuffix(unit) {
    return unit ? '\u00a0' + unit : '';
  }

  // The parts of "mean ± half", or of "mean [lower, upper]" where the interval is lopsided.
  function interval(estimate, decimals) {
    const [mean, lower, upper] = estimate;
    if (!isNumber(lower)) {
      return '';
    }
    const below = number(mean - lower, decimals);
    const above = number(upper - mean, decimals);
    return below === above
      ? '±\u00a0' + above
      : '[' + number(lower, decimals) + ', ' + number(upper, decimals) + ']';
  }

  const THOUSANDS = ['', 'K', 'M', 'B', 'T'];

  // In millions and the like, with so many digits at most.
  function compact(value, digits) {
    const size = Number(Math.abs(value).toPrecision(digits));
    const power = Math.floor(Number(size.toExponential().split('e')[1]) / 3);
    const thousands = Math.min(THOUSANDS.length - 1, Math.max(0, power));
    const text = grouped(String(Number((size / 1000 ** thousands).toPrecision(digits))));
    return (value < 0 ? '−' : '') + text + THOUSANDS[thousands];
  }

  function tick(value) {
    const size = Math.abs(value);
    if (size >= 1e6) {
      return compact(value, 4);
    }
    const text = size > 0 && size < 1e-4
      ? Number(size.toPrecision(4)).toExponential().replace('e', 'E')
      : grouped(String(Number(size.toPrecision(8))));
    return (value < 0 ? '−' : '') + text;
  }

  function named(label, unit) {
    return unit ? label + ' (' + unit + ')' : label;
  }

  const SUPERSCRIPTS = { 3: '10⁻³', 6: '10⁻⁶', 9: '10⁻⁹', 12: '10⁻¹²' };
  const JOULES = ['J', 'kJ', 'MJ', 'GJ', 'TJ', 'PJ'];

  function largestOf(estimates) {
    return Math.max(0, ...estimates.map((e) => e[0]).filter(isNumber).map(Math.abs));
  }

  // The power of a thousand by which amounts of money are too small to read; 0 where they are not.
  function smallness(column, estimates) {
    const largest = largestOf(estimates);
    if (column.kind !== 'COST' || largest === 0 || largest >= 0.01) {
      return 0;
    }
    return Math.min(12, 3 * Math.ceil(-Math.log10(largest) / 3));
  }

  // The unit of the prefix by which amounts of energy are easy to read, as its place among JOULES.
  function prefix(column, estimates) {
    const largest = column.kind === 'JOULES' ? largestOf(estimates) : 0;
    return largest < 1e4 ? 0 : Math.min(JOULES.length - 1, Math.floor(Math.log10(largest) / 3));
  }

  // Writes small amounts of money as multiples of a millionth and the like, and large ones of energy
  // in kilojoules and the like. Rows keep them as they were.
  function scaleTable(table) {
    table.rows.forEach((row) => Object.assign(row, { plain: { estimates: row.estimates, differences: row.differences } }));
    table.columns.forEach((column, c) => {
      const estimates = table.rows.map((row) => row.estimates[c]);
      const small = smallness(column, estimates);
      const large = prefix(column, estimates);
      if (small > 0 || large > 0) {
        column.unit = small > 0 ? (SUPERSCRIPTS[small] + ' ' + column.unit).trim() : JOULES[large];
        const factor = 10 ** (small - 3 * large);
        const times = (some) => some.map((e, i) => (i === c ? e.map((v) => (isNumber(v) ? v * factor : v)) : e));
        table.rows.forEach((row) => Object.assign(row, { estimates: times(row.estimates), differences: times(row.differences) }));
      }
    });
  }

  function scale(data) {
    [data, ...data.tables].forEach(scaleTable);
    return data;
  }

  report.format = { isNumber, decimalsOf, number, signed, interval, unitSuffix, compact, tick, named, scale };
})((window.espalier = window.espalier || {}));
