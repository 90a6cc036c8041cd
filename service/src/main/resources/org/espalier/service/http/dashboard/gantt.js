// The Gantt chart of the machine queues: what ran left of now, what waits right of it.
(function (page) {
  'use strict';

  const { theme: themes, times, parts: { byId, chanceColour, fate }, service, canvas } = page;
  const AXIS = 26;
  const LABELS = 18;
  const LETTER = 7;
  const STEPS = [1, 2, 5, 10, 20, 60, 120, 300, 600];
  const MOST_TOLD = 12;
  const TIMES_CHOICE = 'espalier-window';

  // The boxes that were drawn last, for the pointer.
  let boxes = [];

  function pastShown() {
    const fitting = Math.min(service.KEPT, Math.max(6e3, 20 * service.mean));
    return Number(byId('window').value) || fitting;
  }

  // One picture of the queues: where machines and times are, and what is drawn there.
  class Picture {
    constructor(machines) {
      const narrow = innerWidth < 600;
      this.machines = machines;
      this.rowHeight = machines.length > 16 ? 16 : 28;
      this.left = narrow ? 70 : 110;
      this.mostLetters = narrow ? 8 : 15;
      Object.assign(this, canvas.prepare('gantt', machines.length * this.rowHeight + AXIS));
      this.now = times.now();
      this.past = service.many ? 1.5 * service.mean : pastShown();
      this.ahead = service.many ? 3 * this.past : this.past / 3;
      this.scale = (this.width - this.left) / (this.past + this.ahead);
      this.boxes = [];
    }

    x(time) {
      return this.left + (time - this.now + this.past) * this.scale;
    }

    // The seconds between two labels of the axis.
    step() {
      const room = Math.max(200, this.width - this.left);
      const seconds = ((this.past + this.ahead) / 1000) * (700 / room);
      return STEPS.find((step) => seconds / step <= 12) || STEPS.at(-1);
    }

    drawTimes() {
      const { pen, theme, width, height } = this;
      const step = this.step();
      const from = -Math.floor(this.past / 1000 / step) * step;
      for (let second = from; second <= this.ahead / 1000; second += step) {
        const at = this.x(this.now + second * 1000);
        const words = second === 0 ? 'now' : `${second} s`;
        canvas.line(pen, theme.grid, at, 0, at, height - LABELS);
        canvas.text(pen, theme.soft, 'center', words, Math.min(at, width - 16), height - 8);
      }
    }

    drawNames() {
      const { pen, theme, mostLetters } = this;
      this.machines.forEach(({ name, available }, index) => {
        const short = name.length > mostLetters ? name.slice(0, mostLetters - 1) + '…' : name;
        const words = short + (available ? '' : ' ✕');
        const middle = (index + 0.5) * this.rowHeight;
        canvas.text(pen, available ? theme.ink : theme.soft, 'left', words, 4, middle);
      });
    }

    // What happens on a machine for a while.
    drawBox(row, from, to, look) {
      const x = this.x(from);
      const width = Math.max(2, this.x(to) - x);
      const box = { x, y: row * this.rowHeight + 2, width, height: this.rowHeight - 4 };
      if (x + width < this.left) {
        return;
      }
      this.paint(box, look);
      this.label(box, look);
      this.boxes.push({ ...box, id: look.id, text: look.text });
    }

    paint({ x, y, width, height }, { colour, missed, waits }) {
      const { pen, theme } = this;
      pen.globalAlpha = waits ? 0.8 : 1;
      pen.fillStyle = colour;
      pen.fillRect(x, y, width, height);
      pen.globalAlpha = 1;
      if (missed) {
        this.hatch(x, y, width, height, themes.inkOn(colour) + '99');
      }
      if (waits) {
        pen.strokeStyle = theme.soft;
        pen.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
      }
    }

    hatch(x, y, width, height, colour) {
      const { pen } = this;
      pen.save();
      pen.beginPath();
      pen.rect(x, y, width, height);
      pen.clip();
      pen.strokeStyle = colour;
      pen.beginPath();
      for (let at = x - height; at < x + width; at += 5) {
        pen.moveTo(at, y + height);
        pen.lineTo(at + height, y);
      }
      pen.stroke();
      pen.restore();
    }

    // As much of number, chance and type as there is room for.
    label({ x, y, width, height }, { id, type, chance, named = true, colour, missed }) {
      const { pen } = this;
      const from = Math.max(x, this.left);
      const room = x + width - from;
      const number = named ? String(id) : '';
      const share = chance === undefined ? '' : times.percent(chance);
      const text = [[number, named ? type : '', share], [number, share], [number]]
        .map((words) => words.filter(Boolean).join(' · '))
        .find((words) => words && room > 8 + LETTER * words.length);
      if (!text) {
        return;
      }
      if (missed) {
        pen.fillStyle = colour;
        pen.fillRect(from + 1, y + height / 2 - 7, LETTER * text.length + 4, 14);
      }
      canvas.text(pen, themes.inkOn(colour), 'left', text, from + 3, y + height / 2);
    }

    drawEnded() {
      for (const { machine, from, to, id, type, fate: name } of service.ended) {
        if (to > this.now - this.past) {
          const { label, colour } = fate(name);
          const look = { id, type, colour: themes.style(this.theme, colour).color };
          const text = `task ${id}, ${type}: ${label}`;
          this.drawBox(machine, from, to, { ...look, text, missed: name !== 'on-time' });
        }
      }
    }

    drawQueue(machine, row) {
      let free = this.now;
      for (const task of machine.queue) {
        const mean = service.expectedMillis(task.type, machine.type);
        const started = task.started && Date.parse(task.started);
        const end = started ? Math.max(this.now, started + mean) : free + mean;
        this.drawTask(task, row, started, free, end);
        this.drawDeadline(task, row);
        free = end;
      }
    }

    // A task that runs is cut in two by now.
    drawTask({ id, type, chance, deadline }, row, started, free, end) {
      const text = `task ${id}, ${type}: chance of success ${times.percent(chance)}, ` +
        `deadline ${times.toSecond(deadline)}`;
      const look = { id, type, chance, text, colour: chanceColour(chance) };
      if (started) {
        this.drawBox(row, started, this.now, look);
      }
      if (end > free) {
        this.drawBox(row, free, end, { ...look, waits: true, named: !started });
      }
    }

    drawDeadline({ deadline }, row) {
      const { pen, theme, rowHeight } = this;
      pen.fillStyle = theme.ink;
      pen.fillRect(this.x(Date.parse(deadline)) - 1, row * rowHeight + 3, 2, rowHeight - 6);
    }

    drawNow() {
      const { pen, theme, height } = this;
      pen.lineWidth = 2;
      canvas.line(pen, theme.ink, this.x(this.now), 0, this.x(this.now), height - LABELS);
      pen.lineWidth = 1;
    }

    draw() {
      const { pen, left, width, height } = this;
      this.drawTimes();
      this.drawNames();
      pen.save();
      pen.beginPath();
      pen.rect(left, 0, width - left, height);
      pen.clip();
      if (!service.many) {
        this.drawEnded();
      }
      this.machines.forEach((machine, row) => this.drawQueue(machine, row));
      this.drawNow();
      pen.restore();
    }
  }

  function told({ name, queue }) {
    const tasks = queue.map((task) => `task ${task.id} ${times.percent(task.chance)}`);
    return `${name} ${tasks.join(', ') || 'idle'}`;
  }

  // Draws the queues of some machines.
  function draw(machines) {
    const picture = new Picture(machines);
    boxes = picture.boxes;
    if (machines.length > 0) {
      picture.draw();
      const words = machines.slice(0, MOST_TOLD).map(told).join('; ');
      byId('gantt').setAttribute('aria-label', 'Gantt chart of the machine queues: ' + words);
    }
  }

  function boxAt({ offsetX, offsetY }) {
    return boxes.findLast(({ x, y, width, height }) =>
      offsetX >= x && offsetX <= x + width && offsetY >= y && offsetY <= y + height);
  }

  function start() {
    const choice = byId('window');
    choice.value = localStorage.getItem(TIMES_CHOICE) || '0';
    choice.onchange = () => localStorage.setItem(TIMES_CHOICE, choice.value);
    byId('gantt').onmousemove = (event) => {
      byId('gantt').title = boxAt(event)?.text || '';
    };
    byId('gantt').onclick = (event) => {
      const box = boxAt(event);
      if (box) {
        page.task.show(box.id);
      }
    };
  }

  page.gantt = { draw, start };
})((window.espalier = window.espalier || {}));
