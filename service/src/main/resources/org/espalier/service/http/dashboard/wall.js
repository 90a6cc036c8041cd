// The wall: a cell for each of many machines, read and used by pointer and keyboard.
(function (page) {
  'use strict';

  const { theme: themes, times, parts: { byId, fail }, api, service, canvas, machine } = page;
  const GAP = 2;
  const LABEL = 20;
  const BETWEEN = 6;
  const MOST_LATE = 3;
  const MOST_TOLD = 6;
  const MOST_COUNTED = 9;
  const REST = 150;

  // The sizes of cells, each for as many machines.
  const SIZES = [[400, 18], [2500, 14], [6000, 10], [Infinity, 8]];

  // What letters of the service say of machines; digits count tasks.
  const FAILED = 'x';
  const AWAY = 'a';
  const DRAINED = 'd';
  const FULL = 'f';
  const STATES = { [FAILED]: 'failed', [AWAY]: 'away', [DRAINED]: 'drained', [FULL]: 'full' };

  const LATE = { light: ['#fad6aa', '#a5280a'], dark: ['#7a4222', '#ff9664'] };

  // Where the cells are, the chosen one, and how often something was asked of one.
  const wall = { blocks: [], size: SIZES[0][1], columns: 1, type: 0, index: 0, hovered: false };
  let asked = 0;

  function showsLate() {
    return byId('wall-by').value === 'wall_late';
  }

  function capacity() {
    return service.overview.machines[0]?.capacity;
  }

  // The darker the more: blue for tasks, red for those that are expected late.
  function heat(theme, share) {
    const colours = showsLate() ? LATE[theme.name] : theme.scale.slice(1);
    return themes.between(colours, Math.min(1, Math.max(0, share)));
  }

  // A block of cells for each machine type, under its name; and how high they are together.
  function arrange() {
    const { machine_count: count, machine_types: types } = service.overview;
    wall.size = SIZES.find(([most]) => count <= most)[1];
    wall.columns = Math.max(1, Math.floor(canvas.widthOf(byId('wall')) / wall.size));
    let y = 0;
    wall.blocks = types.map((type) => {
      const block = { type, y: y + LABEL, rows: Math.ceil(type.machines / wall.columns) };
      y = block.y + block.rows * wall.size + BETWEEN;
      return block;
    });
    return y;
  }

  function place(block, index) {
    const { size, columns } = wall;
    return { x: (index % columns) * size, y: block.y + Math.floor(index / columns) * size };
  }

  // The colours of cells by what the service says of them.
  function shadesOf(theme) {
    const most = showsLate() ? MOST_LATE : capacity() || MOST_COUNTED;
    const none = theme.grid;
    const shades = { 0: none, [FAILED]: none, [AWAY]: none, [DRAINED]: none };
    for (let tasks = 1; tasks <= MOST_COUNTED; tasks++) {
      shades[tasks] = heat(theme, (tasks - 1) / Math.max(1, most - 1));
    }
    return { ...shades, [FULL]: heat(theme, 1) };
  }

  function strike({ pen, theme }, { x, y }, side, letter) {
    const crossed = letter === FAILED || letter === AWAY;
    const colour = crossed ? theme.palette[5] : theme.ink;
    pen.lineWidth = 1.5;
    canvas.line(pen, colour, x, y + side, x + side, y);
    if (crossed) {
      canvas.line(pen, colour, x, y, x + side, y + side);
    }
  }

  function drawBlock(drawn, block, shades) {
    const { pen, theme } = drawn;
    const { name, machines, wall: letters, wall_late: late } = block.type;
    const side = wall.size - GAP;
    const words = `${name} · ${machines.toLocaleString()}`;
    canvas.text(pen, theme.soft, 'left', words, 0, block.y - LABEL / 2);
    for (let index = 0; index < machines; index++) {
      const letter = letters[index];
      const out = [FAILED, AWAY, DRAINED].includes(letter);
      const at = place(block, index);
      pen.fillStyle = shades[showsLate() && !out ? late[index] : letter];
      pen.fillRect(at.x, at.y, side, side);
      if (out) {
        strike(drawn, at, side, letter);
      }
    }
  }

  function drawChosen({ pen, theme }) {
    const block = wall.blocks[wall.type];
    if (block && (document.activeElement === byId('wall') || wall.hovered)) {
      const { x, y } = place(block, wall.index);
      pen.strokeStyle = theme.ink;
      pen.lineWidth = 2;
      pen.strokeRect(x - 1, y - 1, wall.size, wall.size);
    }
  }

  function drawLegend(theme) {
    const mostTasks = capacity() ? 'full' : MOST_COUNTED + ' or more';
    byId('wall-least').textContent = '1';
    byId('wall-most').textContent = showsLate() ? MOST_LATE + ' or more' : mostTasks;
    const ends = `${heat(theme, 0)}, ${heat(theme, 1)}`;
    byId('wall-scale').style.background = `linear-gradient(90deg, ${ends})`;
  }

  function draw() {
    const drawn = canvas.prepare('wall', arrange());
    const shades = shadesOf(drawn.theme);
    wall.blocks.forEach((block) => drawBlock(drawn, block, shades));
    drawChosen(drawn);
    drawLegend(drawn.theme);
  }

  function tasksOf(letter) {
    const more = Number(letter) === MOST_COUNTED ? ' or more' : '';
    return `${letter}${more} task${letter === '1' ? '' : 's'}`;
  }

  function summary({ name, machines, wall: letters, wall_late: late }, index) {
    const letter = letters[index];
    const lateTasks = late[index] === '0' ? '' : `, ${late[index]} expected late`;
    return `${name}, number ${index + 1} of ${machines.toLocaleString()}: ` +
      (STATES[letter] || tasksOf(letter)) + lateTasks;
  }

  function queueOf({ queue, queued }) {
    const told = queue.map(({ id, chance, started }) =>
      `task ${id} ${times.percent(chance)}${started ? ' runs' : ''}`);
    const rest = queued > queue.length ? ` and ${queued - queue.length} more` : '';
    return told.length > 0 ? told.join(', ') + rest : 'no task';
  }

  function sentence(found) {
    return `${found.name}, ${found.type}: ${machine.stateOf(found)}; ${queueOf(found)}`;
  }

  // The chosen machine, or nothing where it is no longer there.
  async function chosen() {
    const { name } = wall.blocks[wall.type].type;
    const query = { type: name, from: wall.index, limit: 1, tasks: MOST_TOLD };
    const { machines } = await api.json('/v1/machines?' + new URLSearchParams(query));
    return machines[0];
  }

  async function tell(question) {
    if (question === asked) {
      const found = await chosen();
      if (found && question === asked) {
        byId('cell').textContent = sentence(found);
      }
    }
  }

  // Chooses a cell and says what it is. Its name and tasks come when pointer and keys rest.
  function choose(type, index) {
    const block = wall.blocks[type];
    if (block) {
      wall.type = type;
      wall.index = Math.min(index, block.type.machines - 1);
      byId('cell').textContent = summary(block.type, wall.index);
      draw();
      const question = ++asked;
      setTimeout(() => tell(question).catch(fail), REST);
    }
  }

  function openChosen() {
    chosen().then((found) => found && machine.show(found.name)).catch(fail);
  }

  function cellAt({ offsetX, offsetY }) {
    const { blocks, size, columns } = wall;
    const type = blocks.findIndex(({ y, rows }) => offsetY >= y && offsetY < y + rows * size);
    const column = Math.floor(offsetX / size);
    if (type < 0 || column >= columns) {
      return null;
    }
    const index = Math.floor((offsetY - blocks[type].y) / size) * columns + column;
    return index < blocks[type].type.machines ? [type, index] : null;
  }

  function up() {
    const { blocks, columns, type, index } = wall;
    const before = blocks[type - 1];
    if (index >= columns) {
      return [type, index - columns];
    }
    const below = before ? (before.rows - 1) * columns + (index % columns) : 0;
    return before ? [type - 1, Math.min(before.type.machines - 1, below)] : [type, index];
  }

  function down() {
    const { blocks, columns, type, index } = wall;
    const last = blocks[type].type.machines - 1;
    if (index + columns <= last) {
      return [type, index + columns];
    }
    if (Math.floor(index / columns) < blocks[type].rows - 1) {
      return [type, last];
    }
    return blocks[type + 1] ? [type + 1, index % columns] : [type, index];
  }

  function left() {
    const { type, index } = wall;
    if (index > 0) {
      return [type, index - 1];
    }
    return type > 0 ? [type - 1, Infinity] : [0, 0];
  }

  function right() {
    const { blocks, type, index } = wall;
    if (index < blocks[type].type.machines - 1) {
      return [type, index + 1];
    }
    return blocks[type + 1] ? [type + 1, 0] : [type, index];
  }

  const MOVES = {
    ArrowLeft: left,
    ArrowRight: right,
    ArrowUp: up,
    ArrowDown: down,
    Home: () => [wall.type, 0],
    End: () => [wall.type, Infinity],
    PageUp: () => [Math.max(0, wall.type - 1), 0],
    PageDown: () => [Math.min(wall.blocks.length - 1, wall.type + 1), 0],
  };

  function scrollToChosen() {
    const box = byId('wall').parentElement;
    const { y } = place(wall.blocks[wall.type], wall.index);
    if (y < box.scrollTop + LABEL || y > box.scrollTop + box.clientHeight - wall.size) {
      box.scrollTop = y - box.clientHeight / 2;
    }
  }

  function onKey(event) {
    const move = MOVES[event.key];
    if (move) {
      event.preventDefault();
      choose(...move());
      scrollToChosen();
    }
    if (event.key === 'Enter') {
      openChosen();
    }
  }

  function onPointer(event) {
    const cell = cellAt(event);
    wall.hovered = cell !== null;
    const [type, index] = cell || [wall.type, wall.index];
    if (cell && (type !== wall.type || index !== wall.index || !byId('cell').textContent)) {
      choose(type, index);
    }
  }

  function onClick(event) {
    const cell = cellAt(event);
    if (cell) {
      choose(...cell);
      openChosen();
    }
  }

  function onLeave() {
    wall.hovered = false;
    draw();
  }

  function start() {
    Object.assign(byId('wall'), {
      onkeydown: onKey,
      onmousemove: onPointer,
      onmouseleave: onLeave,
      onfocus: () => choose(wall.type, wall.index),
      onblur: draw,
      onclick: onClick,
    });
    byId('wall-by').onchange = draw;
    addEventListener('resize', draw);
  }

  page.wall = { draw, start };
})((window.espalier = window.espalier || {}));
