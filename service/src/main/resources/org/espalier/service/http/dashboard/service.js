// What the page knows of the service: how it is now, what left it, and how long tasks take.
(function (page) {
  'use strict';

  const { times } = page;
  const MOST_ENDED = 6000;
  const MOST_SPENT = 500;
  const USUAL_MILLIS = 1000;

  // The past that is shown, and the parts in which robustness is counted, in milliseconds.
  const KEPT = 300e3;
  const BIN = 5e3;

  function sum(values) {
    return Object.values(values).reduce((total, value) => total + value, 0);
  }

  class Service {
    constructor() {
      this.connected = false;
      this.overview = null;
      this.epoch = 0;
      this.tickMillis = 0;
      this.ended = [];
      this.types = [];
      this.bins = new Map();
      this.spent = [];
      this.means = new Map();
      this.mean = USUAL_MILLIS;
    }

    // Whether there are too many machines to be shown one by one.
    get many() {
      return this.overview.machine_count > this.overview.machines.length;
    }

    // Where there are many machines the journal is not followed: totals tell what left.
    take(overview) {
      const before = this.overview;
      this.overview = overview;
      this.epoch = Date.parse(overview.epoch);
      times.follow(overview.at);
      this.spend(overview);
      if (before && this.many) {
        const onTime = overview.fates['on-time'] - before.fates['on-time'];
        this.count(Date.parse(overview.at), sum(overview.fates) - sum(before.fates), onTime);
      }
    }

    // What was spent of the energy budget, since the page was opened and in its present period.
    spend({ at, energy_budget: budget }) {
      if (!budget) {
        this.spent = [];
        return;
      }
      const point = { at: Date.parse(at), spent: budget.spent, from: budget.from, unit: budget.unit };
      const [first] = this.spent;
      if (first && (first.from !== point.from || first.unit !== point.unit)) {
        this.spent = [];
      }
      const bin = times.between(budget.from, budget.until) / MOST_SPENT;
      const before = this.spent.at(-2);
      if (before && point.at - before.at < bin) {
        this.spent.pop();
      }
      this.spent.push(point);
    }

    // The journal counts ticks since the epoch.
    instant(ticks) {
      return this.epoch + ticks * this.tickMillis;
    }

    hear({ event, machine, start, end, time, fate, task }) {
      if (event !== 'left') {
        return;
      }
      const to = this.instant(end ?? time);
      this.count(to, 1, fate === 'on-time' ? 1 : 0);
      if (start !== undefined) {
        this.ended.push({ machine, from: this.instant(start), to, fate, id: task.id, type: this.types[task.type] });
      }
      this.forgetEnded();
    }

    forgetEnded() {
      const oldest = times.now() - KEPT;
      const old = this.ended.findIndex((execution) => execution.to >= oldest);
      const surplus = Math.max(old < 0 ? this.ended.length : old, this.ended.length - MOST_ENDED);
      this.ended.splice(0, surplus);
    }

    // Tasks that left at an instant, for robustness over time.
    count(instant, tasks, onTime) {
      const bin = Math.floor(instant / BIN) * BIN;
      const counts = this.bins.get(bin) || { tasks: 0, onTime: 0 };
      this.bins.set(bin, { tasks: counts.tasks + tasks, onTime: counts.onTime + onTime });
      for (const old of this.bins.keys()) {
        if (old < times.now() - KEPT - BIN) {
          this.bins.delete(old);
        }
      }
    }

    // The share of tasks that were on time, and when, in the order of time.
    robustness() {
      return [...this.bins]
        .filter(([, counts]) => counts.tasks > 0)
        .sort(([one], [other]) => one - other)
        .map(([bin, { tasks, onTime }]) => ({ at: bin + BIN / 2, share: onTime / tasks }));
    }

    believe(pet) {
      this.types = pet.task_types;
      const key = (cell) => cell.task_type + ' ' + cell.machine_type;
      this.means = new Map(pet.cells.map((cell) => [key(cell), cell.mean_ms]));
      const total = sum([...this.means.values()]);
      this.mean = total / Math.max(1, this.means.size) || USUAL_MILLIS;
    }

    expectedMillis(taskType, machineType) {
      return this.means.get(taskType + ' ' + machineType) || this.mean;
    }
  }

  page.service = Object.assign(new Service(), { KEPT, sum });
})((window.espalier = window.espalier || {}));
