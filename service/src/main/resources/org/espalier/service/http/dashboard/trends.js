// Robustness over time, energy beside its budget, and the chances that were predicted against what happened.
(function (page) {
  'use strict';

  const { times, api, service, canvas, parts } = page;
  const { byId } = parts;
  const HALVES = [0, 0.5, 1];
  const LEFT = 44;
  const BELOW = 20;
  const MINUTE = 60e3;

  // What was learned of chances and what happened.
  let calibration = [];

  class Robustness {
    constructor() {
      Object.assign(this, canvas.prepare('robustness', 150));
      this.now = times.now();
    }

    x(time) {
      return LEFT + ((this.width - LEFT) * (time - this.now + service.KEPT)) / service.KEPT;
    }

    y(share) {
      return this.height - BELOW - share * (this.height - 32);
    }

    drawShares() {
      const { pen, theme, width } = this;
      for (const share of HALVES) {
        canvas.line(pen, theme.grid, LEFT, this.y(share), width, this.y(share));
        canvas.text(pen, theme.soft, 'right', times.percent(share), LEFT - 6, this.y(share));
      }
    }

    drawMinutes() {
      const { pen, theme, width, height } = this;
      const [first, step] = width < 400 ? [-4, 2] : [-5, 1];
      for (let minute = first; minute <= 0; minute += step) {
        const at = this.x(this.now + minute * MINUTE);
        const inside = Math.min(width - 16, Math.max(LEFT + 18, at));
        const words = minute === 0 ? 'now' : `${minute} min`;
        canvas.text(pen, theme.soft, 'center', words, inside, height - 8);
      }
    }

    drawLine() {
      const { pen, theme } = this;
      const points = service.robustness().map(({ at, share }) => [this.x(at), this.y(share)]);
      pen.strokeStyle = theme.palette[0];
      pen.fillStyle = theme.palette[0];
      pen.lineWidth = 2;
      pen.beginPath();
      points.forEach(([x, y]) => pen.lineTo(x, y));
      pen.stroke();
      pen.lineWidth = 1;
      points.forEach(([x, y]) => canvas.dot(pen, x, y, 2.5));
    }

    draw() {
      this.drawShares();
      this.drawMinutes();
      this.drawLine();
    }
  }

  class Calibration {
    constructor() {
      Object.assign(this, canvas.prepare('calibration', 210));
      this.side = Math.min(this.width - 60, 170);
    }

    x(predicted) {
      return LEFT + predicted * this.side;
    }

    y(observed) {
      return this.height - 24 - observed * 170;
    }

    drawAxes() {
      const { pen, theme } = this;
      for (const share of HALVES) {
        const words = times.percent(share);
        canvas.line(pen, theme.grid, this.x(0), this.y(share), this.x(1), this.y(share));
        canvas.text(pen, theme.soft, 'right', words, LEFT - 4, this.y(share));
        canvas.text(pen, theme.soft, 'center', words, this.x(share), this.height - 10);
      }
    }

    drawIdeal() {
      const { pen, theme } = this;
      pen.setLineDash([4, 4]);
      canvas.line(pen, theme.soft, this.x(0), this.y(0), this.x(1), this.y(1));
      pen.setLineDash([]);
    }

    drawPoints(points) {
      const { pen, theme } = this;
      const most = Math.max(1, ...points.map((point) => point.tasks));
      pen.fillStyle = theme.palette[0];
      for (const { predicted, observed, tasks } of points) {
        canvas.dot(pen, this.x(predicted), this.y(observed), 3 + 6 * Math.sqrt(tasks / most));
      }
    }

    draw() {
      const points = calibration.filter((point) => point.tasks > 0);
      this.drawAxes();
      this.drawIdeal();
      this.drawPoints(points);
      if (points.length === 0) {
        canvas.text(this.pen, this.theme.soft, 'center', 'nothing yet', this.x(0.5), this.y(0.6));
      }
    }
  }

  // What was spent of the energy budget in its period, as far as this page has seen it.
  class Energy {
    constructor(budget) {
      Object.assign(this, canvas.prepare('energy', 170), { budget });
      this.from = Date.parse(budget.from);
      this.length = times.between(budget.from, budget.until);
      this.most = 1.15 * Math.max(budget.budget, budget.spent + budget.pending) || 1;
    }

    x(time) {
      const share = Math.min(1, Math.max(0, (time - this.from) / this.length));
      return LEFT + (this.width - LEFT - 4) * share;
    }

    y(amount) {
      return this.height - BELOW - (amount / this.most) * (this.height - BELOW - 8);
    }

    // A time without seconds and offset where there is little room.
    label(instant) {
      const words = times.toSecond(instant);
      return this.width < 500 ? words.replace(/:\d\d [-+]\d\d:\d\d$/, '') : words;
    }

    drawPeriod() {
      const { pen, theme, width, height, budget } = this;
      canvas.line(pen, theme.grid, LEFT, this.y(0), width, this.y(0));
      canvas.text(pen, theme.soft, 'right', '0', LEFT - 6, this.y(0));
      canvas.text(pen, theme.soft, 'left', this.label(budget.from), LEFT, height - 8);
      canvas.text(pen, theme.soft, 'right', this.label(budget.until), width - 4, height - 8);
    }

    drawBudget() {
      const { pen, theme, width, budget } = this;
      const at = this.y(budget.budget);
      canvas.line(pen, theme.palette[5], LEFT, at, width, at);
      canvas.text(pen, theme.ink, 'left', `budget ${amount(budget.budget)} ${budget.unit}`, LEFT + 4, at - 9);
    }

    drawSpent() {
      const { pen, theme, budget } = this;
      const points = service.spent.map(({ at, spent }) => [this.x(at), this.y(spent)]);
      const [x, y] = points.at(-1);
      pen.lineWidth = 2;
      pen.strokeStyle = theme.palette[0];
      pen.beginPath();
      points.forEach((point) => pen.lineTo(...point));
      pen.stroke();
      pen.setLineDash([3, 3]);
      canvas.line(pen, theme.palette[0], x, y, x, this.y(budget.spent + budget.pending));
      pen.setLineDash([]);
      pen.lineWidth = 1;
      pen.fillStyle = theme.palette[0];
      canvas.dot(pen, x, y, 3.5);
    }

    draw() {
      this.drawPeriod();
      this.drawBudget();
      this.drawSpent();
    }
  }

  function amount(value) {
    return value.toLocaleString(undefined, { maximumSignificantDigits: 4 });
  }

  function drawEnergy() {
    const budget = service.overview.energy_budget;
    byId('energy-budget').hidden = !budget;
    if (budget) {
      const { spent, pending, remaining, unit, of } = budget;
      const whole = of
        ? `; ${amount(of.spent)} of ${amount(of.budget)} ${unit} until ${times.toSecond(of.until)}`
        : '';
      const words = `${amount(spent)} ${unit} spent, ${amount(pending)} expected by mapped tasks, ${amount(remaining)} left${whole}`;
      parts.say('energy-note', words);
      byId('energy').setAttribute('aria-label', `energy beside its budget of ${amount(budget.budget)} ${unit}: ${words}`);
      new Energy(budget).draw();
    }
  }

  // The charts in words, for those who do not see them.
  function tell() {
    const shares = service.robustness().map(({ share }) => share);
    const least = shares.length > 0
      ? `${times.percent(shares.at(-1))} of the last tasks, ${times.percent(Math.min(...shares))} at the least`
      : 'nothing yet';
    byId('robustness').setAttribute('aria-label', `on time over five minutes: ${least}`);
    const points = calibration.filter(({ tasks }) => tasks > 0).map(({ predicted, observed, tasks }) =>
      `of ${tasks} said to be on time with ${times.percent(predicted)}, ${times.percent(observed)} were`);
    byId('calibration').setAttribute('aria-label', `predictions: ${points.join('; ') || 'nothing yet'}`);
  }

  function draw() {
    new Robustness().draw();
    new Calibration().draw();
    drawEnergy();
    tell();
  }

  async function learn() {
    calibration = (await api.json('/v1/learning')).calibration;
  }

  page.trends = { draw, learn };
})((window.espalier = window.espalier || {}));
