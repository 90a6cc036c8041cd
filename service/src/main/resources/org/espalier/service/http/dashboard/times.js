// Times, durations and shares, as people read them.
(function (page) {
  'use strict';

  const HOUR = 3600;
  const DAY = 24 * HOUR;

  // How far the clock of the service is ahead of the one here, in milliseconds.
  let drift = 0;

  function follow(instant) {
    drift = Date.parse(instant) - Date.now();
  }

  function now() {
    return Date.now() + drift;
  }

  function twoDigits(number) {
    return String(number).padStart(2, '0');
  }

  function day(date) {
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
  }

  // How far the clock here is ahead of UTC at that time, as +01:00.
  function offset(date) {
    const minutes = -date.getTimezoneOffset();
    const size = Math.abs(minutes);
    return ` ${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
  }

  // The time of day to a tenth of a second with its offset, after the day unless that is today.
  function precise(instant) {
    const date = new Date(instant);
    const today = date.toDateString() === new Date(now()).toDateString();
    const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
    const tenths = Math.floor(date.getMilliseconds() / 100);
    return (today ? '' : day(date) + ' ') + time + '.' + tenths + offset(date);
  }

  function toSecond(instant) {
    return instant ? precise(instant).replace(/\.\d /, ' ') : '';
  }

  // A duration in its two greatest units.
  function duration(millis) {
    const exact = Math.abs(millis) / 1000;
    const seconds = Math.round(exact);
    if (exact < 60) {
      return exact.toFixed(exact < 1 ? 2 : 1) + ' s';
    }
    if (seconds < HOUR) {
      return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    }
    return seconds < DAY
      ? `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / 60)} min`
      : `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  }

  function between(from, to) {
    return Date.parse(to) - Date.parse(from);
  }

  // How long an instant is before or after another, which has a name.
  function apart(instant, other, name) {
    const millis = between(instant, other);
    return `${duration(millis)} ${millis < 0 ? 'after' : 'before'} ${name}`;
  }

  function fromNow(instant) {
    const millis = Date.parse(instant) - now();
    const distance = millis < 0 ? duration(millis) + ' ago' : 'in ' + duration(millis);
    return `${precise(instant)}, ${distance}`;
  }

  function expected(instant, deadline) {
    return `at ${precise(instant)}, ${apart(instant, deadline, 'the deadline')}`;
  }

  function percent(share) {
    return share === undefined || Number.isNaN(share) ? '' : (100 * share).toFixed(0) + ' %';
  }

  page.times = {
    follow, now, precise, toSecond, duration, between, apart, fromNow, expected, percent,
  };
})((window.espalier = window.espalier || {}));
