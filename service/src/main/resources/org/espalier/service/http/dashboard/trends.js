// Robustness over time, and the chances that were predicted against what happened.
(function (page) {
  'use strict';

  const { times, api, service, canvas, parts: { byId } } = page;
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
    tell();
  }

  async function learn() {
    calibration = (await api.json('/v1/learning')).calibration;
  }

  page.trends = { draw, learn };
})((window.espalier = window.espalier || {}));
