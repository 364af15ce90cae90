"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const canvas = byId("map"), pen = canvas.getContext("2d");
const COLOURS = ["#c2410c", "#1d4ed8", "#15803d", "#7e22ce", "#b91c1c", "#0e7490", "#a16207", "#be185d", "#4d7c0f", "#4338ca", "#92400e", "#0f766e", "#6b7280"];
const METRES = 111195;  // in a degree of latitude

// A town is small enough for a plane: longitudes are scaled by the cosine of the middle latitude.
const unpack = (line) => {
  const points = [];
  for (let at = 0, lat = 0, lon = 0; at < line.length; at += 2) points.push([lat += line[at], lon += line[at + 1]]);
  return points.map(([lat, lon]) => [lat / 1e5, lon / 1e5]);
};
const roads = data.roads.map(([width, name, line]) => ({ width, name, points: unpack(line) }));
const water = data.water.map(([area, lines]) => ({ area, lines: lines.map((line) => ({ points: unpack(line) })) }));
const routes = data.routes.map((route) => ({ ...route, points: unpack(route.line) }));
const places = data.places.map(([name, kind, lat, lon, facts]) => ({ name, kind, at: [lat, lon], facts, key: name.toLowerCase() }));
const every = [...places.map((place) => place.at), ...roads.flatMap((road) => road.points), ...routes.flatMap((route) => route.points)];
const box = every.reduce((b, [lat, lon]) => [Math.min(b[0], lat), Math.min(b[1], lon), Math.max(b[2], lat), Math.max(b[3], lon)], [90, 180, -90, -180]);
if (!every.length) box.splice(0, 4, -1, -1, 1, 1);
const squeeze = Math.max(Math.cos((box[0] + box[2]) / 2 * Math.PI / 180), 0.01);
const flat = ([lat, lon]) => [lon * squeeze, -lat];
const flatten = (each) => {
  each.points = each.points.map(flat);
  each.box = each.points.reduce((b, [x, y]) => [Math.min(b[0], x), Math.min(b[1], y), Math.max(b[2], x), Math.max(b[3], y)], [1e9, 1e9, -1e9, -1e9]);
};
water.forEach((each) => each.lines.forEach(flatten));
roads.forEach(flatten);
routes.forEach(flatten);
places.forEach((place) => { place.at = flat(place.at); });

const hidden = new Set();
const view = { x: 0, y: 0, scale: 1 };  // the middle in the plane, and pixels per degree
let chosen = null, route = routes.length ? 0 : -1, size = [1, 1], waiting = false;

const toScreen = ([x, y]) => [(x - view.x) * view.scale + size[0] / 2, (y - view.y) * view.scale + size[1] / 2];
const fit = ([south, west, north, east], most = 4e6) => {
  const [left, top] = flat([north, west]), [right, bottom] = flat([south, east]);
  view.x = (left + right) / 2;
  view.y = (top + bottom) / 2;
  view.scale = Math.min(0.92 * Math.min(size[0] / Math.max(right - left, 1e-6), size[1] / Math.max(bottom - top, 1e-6)), most);
  draw();
};
const show = ([x, y], least) => { view.x = x; view.y = y; view.scale = Math.max(view.scale, least); draw(); };
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function draw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; paint(); });
}

function trace(points) {
  points.forEach((point, at) => { const [x, y] = toScreen(point); if (at) pen.lineTo(x, y); else pen.moveTo(x, y); });
}

function paint() {
  const ratio = devicePixelRatio || 1;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, size[0], size[1]);
  const half = [size[0] / 2 / view.scale, size[1] / 2 / view.scale];
  const inView = ([x0, y0, x1, y1]) => x1 > view.x - half[0] && x0 < view.x + half[0] && y1 > view.y - half[1] && y0 < view.y + half[1];
  const metre = view.scale / METRES;
  const widths = [1, 3, 5, 8].map((metres, at) => Math.max(metres * metre, [0.4, 0.8, 1.4, 2][at]));
  pen.lineJoin = pen.lineCap = "round";
  paintWater(inView, metre);
  const seen = roads.filter((road) => inView(road.box) && (road.width > 0 || metre > 0.12));
  for (const [names, more] of [[["--edge", "--edge", "--edge", "--edge"], 1.4], [["--path", "--road", "--road", "--main"], 0]]) {
    for (let width = 0; width < 4; width++) {
      if (width === 0 && more) continue;
      pen.beginPath();
      seen.filter((road) => road.width === width).forEach((road) => trace(road.points));
      pen.strokeStyle = colour(names[width]);
      pen.lineWidth = widths[width] + more;
      pen.stroke();
    }
  }
  if (route >= 0) {
    pen.beginPath();
    trace(routes[route].points);
    pen.strokeStyle = colour("--way");
    pen.lineWidth = 4;
    pen.globalAlpha = 0.85;
    pen.stroke();
    pen.globalAlpha = 1;
  }
  paintPlaces();
  paintEnds();
  paintScale(metre);
}

// The outlines of an area are filled together, so that an island in a lake stays land.
function paintWater(inView, metre) {
  pen.fillStyle = pen.strokeStyle = colour("--water");
  pen.lineWidth = Math.max(12 * metre, 1.2);
  for (const { area, lines } of water) {
    const seen = lines.filter((line) => inView(line.box));
    if (!seen.length) continue;
    pen.beginPath();
    seen.forEach((line) => { trace(line.points); if (area) pen.closePath(); });
    if (area) pen.fill("evenodd"); else pen.stroke();
  }
}

// A is a disc and B a square, so that they differ without colours and letters too.
function paintEnds() {
  if (route < 0 || !routes[route].points.length) return;
  const { points } = routes[route];
  pen.font = "bold 15px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const [letter, point] of [["B", points[points.length - 1]], ["A", points[0]]]) {
    const [x, y] = toScreen(point);
    pen.beginPath();
    if (letter === "A") pen.arc(x, y, 12, 0, 7); else pen.rect(x - 11, y - 11, 22, 22);
    pen.fillStyle = colour("--way");
    pen.strokeStyle = colour("--paper");
    pen.lineWidth = 2.5;
    pen.fill();
    pen.stroke();
    pen.fillStyle = colour("--paper");
    pen.fillText(letter, x, y + 1);
  }
  pen.textAlign = "start";
  pen.textBaseline = "alphabetic";
}

function paintPlaces() {
  const paper = colour("--paper"), ink = colour("--ink");
  const cells = new Set(), labels = [];
  let drawn = 0, within = 0;
  const radius = view.scale > 60000 ? 5 : 3.5;
  for (const place of places) {
    if (hidden.has(place.kind)) continue;
    const [x, y] = toScreen(place.at);
    if (x < -9 || y < -9 || x > size[0] + 9 || y > size[1] + 9) continue;
    within++;
    const cell = `${Math.round(x / 5)} ${Math.round(y / 5)}`;
    if (cells.has(cell) && place !== chosen) continue;
    cells.add(cell);
    drawn++;
    pen.beginPath();
    pen.arc(x, y, place === chosen ? radius + 3 : radius, 0, 7);
    pen.fillStyle = COLOURS[place.kind % COLOURS.length];
    pen.strokeStyle = place === chosen ? ink : paper;
    pen.lineWidth = place === chosen ? 2.5 : 1;
    pen.fill();
    pen.stroke();
    labels.push([place, x, y]);
  }
  const taken = [];
  pen.font = "12px system-ui, sans-serif";
  labels.sort((one, other) => (other[0] === chosen) - (one[0] === chosen));
  if (labels.length < 260 || chosen) {
    for (const [place, x, y] of labels.length < 260 ? labels : labels.slice(0, 1)) {
      const name = place.name.length > 34 ? place.name.slice(0, 33) + "…" : place.name;
      const spot = [x + 8, y - 8, x + 12 + pen.measureText(name).width, y + 8];
      if (taken.some((t) => spot[0] < t[2] && spot[2] > t[0] && spot[1] < t[3] && spot[3] > t[1])) continue;
      taken.push(spot);
      pen.strokeStyle = paper;
      pen.lineWidth = 3;
      pen.strokeText(name, x + 9, y + 4);
      pen.fillStyle = ink;
      pen.fillText(name, x + 9, y + 4);
    }
  }
  byId("shown").textContent = drawn < within ? `${drawn} of ${within} places in view are drawn: zoom in for all` : `${within} places in view`;
}

function paintScale(metre) {
  const most = 140 / metre, step = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((times) => times * step).find((each) => each <= most) || step;
  byId("scale").style.width = `${length * metre}px`;
  byId("scale").firstElementChild.textContent = length >= 1000 ? `${length / 1000} km` : `${length} m`;
}

function choose(place) {
  chosen = place;
  const card = byId("card");
  card.replaceChildren();
  card.hidden = !place;
  if (place) {
    const title = document.createElement("h3"), list = document.createElement("dl");
    title.append(Object.assign(document.createElement("bdi"), { textContent: place.name }));
    for (const [name, value] of Object.entries(place.facts)) {
      list.append(Object.assign(document.createElement("dt"), { textContent: name }), Object.assign(document.createElement("dd"), { textContent: value }));
    }
    card.append(title, list);
  }
  draw();
}

function search() {
  const wanted = byId("find").value.trim().toLowerCase();
  const list = byId("found");
  list.replaceChildren();
  if (!wanted) return;
  const hits = places.filter((place) => place.key.includes(wanted)).sort((one, other) => one.key.indexOf(wanted) - other.key.indexOf(wanted));
  for (const place of hits.slice(0, 12)) {
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.append(Object.assign(document.createElement("bdi"), { textContent: place.name }), " ", Object.assign(document.createElement("small"), { textContent: data.kinds[place.kind] }));
    button.addEventListener("click", () => { hidden.delete(place.kind); legend(); choose(place); show(place.at, 120000); });
    item.append(button);
    list.append(item);
  }
  const rest = hits.length - 12;
  if (!hits.length || rest > 0) list.append(Object.assign(document.createElement("li"), { textContent: hits.length ? `${rest} more` : "No place with that name" }));
}

function legend() {
  const list = byId("legend");
  list.replaceChildren();
  data.kinds.forEach((kind, number) => {
    const count = places.filter((place) => place.kind === number).length;
    if (!count) return;
    const label = document.createElement("label"), check = document.createElement("input"), dot = document.createElement("i");
    check.type = "checkbox";
    check.checked = !hidden.has(number);
    check.addEventListener("change", () => { if (check.checked) hidden.delete(number); else hidden.add(number); draw(); });
    dot.style.background = COLOURS[number % COLOURS.length];
    label.append(check, dot, kind, Object.assign(document.createElement("span"), { textContent: count }));
    const item = document.createElement("li");
    item.append(label);
    list.append(item);
  });
}

function tellRoute() {
  const section = byId("route");
  section.hidden = route < 0;
  section.replaceChildren();
  if (route < 0) return;
  const { title, ends, name, figures, source, steps, begins, points } = routes[route];
  const [seconds, metres] = figures, about = [];
  if (name) about.push(name);
  if (seconds !== null) about.push(`${Math.max(1, Math.round(seconds / 60))} min`);
  if (metres !== null) about.push(metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`);
  if (source) about.push(`computed by ${source}`);
  section.append(Object.assign(document.createElement("h2"), { textContent: "Route" }));
  if (routes.length > 1) {
    routes.forEach((_, at) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: at + 1 });
      button.setAttribute("aria-pressed", at === route);
      button.setAttribute("aria-label", `Route ${at + 1} of ${routes.length}`);
      button.addEventListener("click", () => { route = at; tellRoute(); draw(); });
      section.append(button, " ");
    });
  }
  const key = document.createElement("ul");
  if (points.length) {
    ["A", "B"].forEach((letter, at) => {
      const item = document.createElement("li"), end = document.createElement("bdi");
      end.textContent = ends[at];
      item.append(Object.assign(document.createElement("b"), { textContent: letter, className: letter }), at ? " end: " : " start: ", end);
      key.append(item);
    });
  }
  const list = document.createElement("ol");
  steps.forEach(([text, notes, length], at) => {
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.append(text, ...notes.map((note) => Object.assign(document.createElement("small"), { textContent: ` ${note}` })));
    if (length !== null) button.append(Object.assign(document.createElement("small"), { textContent: ` ${Math.round(length)} m` }));
    button.addEventListener("click", () => { if (begins[at] !== undefined) show(points[begins[at]], 250000); });
    item.append(button);
    list.append(item);
  });
  section.append(Object.assign(document.createElement("h3"), { textContent: title }), Object.assign(document.createElement("p"), { textContent: about.join(", ") }), key, list);
}

const zoom = (factor, x = size[0] / 2, y = size[1] / 2) => {
  const scale = Math.min(Math.max(view.scale * factor, 50), 2e7);
  view.x += (x - size[0] / 2) * (1 / view.scale - 1 / scale);
  view.y += (y - size[1] / 2) * (1 / view.scale - 1 / scale);
  view.scale = scale;
  draw();
};
let pressed = null;
canvas.addEventListener("pointerdown", (event) => { pressed = [event.clientX, event.clientY, false]; canvas.setPointerCapture(event.pointerId); });
canvas.addEventListener("pointermove", (event) => {
  if (!pressed) return;
  const dx = event.clientX - pressed[0], dy = event.clientY - pressed[1];
  if (!pressed[2] && Math.hypot(dx, dy) < 4) return;
  view.x -= dx / view.scale;
  view.y -= dy / view.scale;
  pressed = [event.clientX, event.clientY, true];
  draw();
});
canvas.addEventListener("pointerup", (event) => {
  if (pressed && !pressed[2]) {
    const area = canvas.getBoundingClientRect();
    const off = (place) => { const [x, y] = toScreen(place.at); return Math.hypot(x - event.clientX + area.left, y - event.clientY + area.top); };
    const near = places.filter((place) => !hidden.has(place.kind)).reduce((best, place) => (best && off(best) <= off(place) ? best : place), null);
    choose(near && off(near) < 14 ? near : null);
  }
  pressed = null;
});
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const area = canvas.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY / 400), event.clientX - area.left, event.clientY - area.top);
}, { passive: false });
canvas.addEventListener("keydown", (event) => {
  const step = 60 / view.scale;
  const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
  if (moves[event.key]) { view.x += moves[event.key][0]; view.y += moves[event.key][1]; draw(); event.preventDefault(); }
  if (event.key === "+" || event.key === "=") zoom(1.5);
  if (event.key === "-") zoom(1 / 1.5);
});
byId("in").addEventListener("click", () => zoom(1.6));
byId("out").addEventListener("click", () => zoom(1 / 1.6));
byId("all").addEventListener("click", () => fit(box));
byId("find").addEventListener("input", search);
const bounds = () => {
  if (route < 0 || !routes[route].points.length) return box;
  const [x0, y0, x1, y1] = routes[route].box;
  return [-y1, x0 / squeeze, -y0, x1 / squeeze];
};
const resize = () => {
  const area = canvas.getBoundingClientRect(), ratio = devicePixelRatio || 1, first = size[0] === 1;
  size = [area.width, area.height];
  canvas.width = area.width * ratio;
  canvas.height = area.height * ratio;
  if (first) fit(bounds());
  paint();
};
new ResizeObserver(resize).observe(canvas);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
legend();
tellRoute();
