/**
 * The script of the chart page, as text, because an image contains one file and no folder of scripts. It speaks with its host as SEP-1865 says, draws
 * what the host hands over of a tool result, and asks nobody for anything. Names come from records of a business, so they are only ever set as text.
 */
export const chartScript = `
"use strict";
const words = {
  en: { before: "before", total: "Total", others: "Others", time: "Time", table: "Table", unit: "Unit", zone: "Time zone",
    nothing: "Nothing was counted", partial: "not complete", maturing: "can rise", to: "to", none: "(none)", waiting: "Waiting for the numbers",
    failed: "The numbers could not be read", line: "the line is the time before",
    better: "better", worse: "worse" },
  es: { before: "antes", total: "Total", others: "Otros", time: "Tiempo", table: "Tabla", unit: "Unidad", zone: "Zona horaria",
    nothing: "No se contó nada", partial: "incompleto", maturing: "puede subir", to: "a", none: "(ninguno)", waiting: "Esperando los números",
    failed: "No se pudieron leer los números", line: "la línea es el tiempo anterior",
    better: "mejor", worse: "peor" },
  pt: { before: "antes", total: "Total", others: "Outros", time: "Tempo", table: "Tabela", unit: "Unidade", zone: "Fuso horário",
    nothing: "Nada foi contado", partial: "incompleto", maturing: "pode subir", to: "a", none: "(nenhum)", waiting: "Esperando os números",
    failed: "Não foi possível ler os números", line: "a linha é o tempo anterior",
    better: "melhor", worse: "pior" },
};
let locale = "en";
let result;
const say = (name) => (words[locale.slice(0, 2)] ?? words.en)[name];

// The host.
const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const handlers = {
  "ui/notifications/tool-result": (params) => { result = params ?? {}; draw(); },
  "ui/notifications/host-context-changed": (params) => { applyContext(params ?? {}); draw(); },
};
addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  if (data.id === 1 && data.method === undefined) {
    applyContext(data.result?.hostContext ?? {});
    draw();
    send({ method: "ui/notifications/initialized", params: {} });
  } else if (Object.hasOwn(handlers, data.method)) handlers[data.method](data.params);
  // A request, such as a ping or that the page will be closed: there is nothing to do and nothing to save.
  else if (data.method !== undefined && data.id !== undefined) send({ id: data.id, result: {} });
});
function applyContext({ theme, locale: wanted, styles }) {
  const root = document.documentElement;
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (typeof wanted === "string") locale = isLocale(wanted) ? wanted : "en";
  root.lang = words[locale.slice(0, 2)] ? locale.slice(0, 2) : "en";
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (/^--(color|font)-[a-z0-9-]+$/.test(name) && typeof value === "string") root.style.setProperty(name, value);
}
function isLocale(text) {
  try { return Intl.getCanonicalLocales(text).length === 1; } catch { return false; }
}

// Elements.
function make(tag, { text, ...attributes } = {}, children = []) {
  const inSvg = ["svg", "rect", "line"].includes(tag);
  const element = inSvg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, String(value));
  element.append(...children.filter(Boolean));
  return element;
}

// Names of numbers and times.
const formatDay = (day, options) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(new Date(day));
const nameDay = (day) => formatDay(day, { dateStyle: "medium" });
function nameTime(time, interval) {
  if (interval === "month") return formatDay(time.slice(0, 10), { month: "short", year: "numeric" });
  return nameDay(time.slice(0, 10)) + (time.length > 10 ? ", " + time.slice(11, 16) : "");
}
function nameNumber({ unit }, value) {
  if (value === undefined) return "–";
  if (unit === "percent") return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(value / 100);
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);
}
const nameMetric = ({ name }) => name.replaceAll("_", " ");
const nameGroup = ({ dimensions = {} }) => Object.values(dimensions).map(({ value, label }) => label || value || say("none")).join(" · ");

/** Evenly spaced values from the first that no value exceeds to 0. */
function toTicks(largest) {
  if (largest <= 0) return [1, 0];
  const power = 10 ** Math.floor(Math.log10(largest / 4));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one * 4 >= largest * (1 - 1e-9));
  const whole = Number.isInteger(largest) ? Math.max(1, step) : step;
  const count = Math.ceil(largest / whole - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number(((count - index) * whole).toPrecision(12)));
}

function draw() {
  const main = document.querySelector("main");
  main.replaceChildren();
  const answer = result?.structuredContent;
  if (!result) main.append(make("p", { text: say("waiting"), class: "note" }));
  else if (result.isError || !Array.isArray(answer?.rows)) main.append(make("p", { text: say("failed"), role: "alert" }));
  else drawAnswer(main, answer);
  sendSize();
}

function drawAnswer(main, answer) {
  const { rows, metrics, totals, previous_totals: before = {}, other, range, notice = "" } = answer;
  const days = range.from === range.to ? nameDay(range.from) : nameDay(range.from) + " " + say("to") + " " + nameDay(range.to);
  main.append(make("h1", { text: days }));
  if (notice.startsWith("no_results")) {
    main.append(make("p", { text: say("nothing") }));
    return;
  }
  main.append(make("div", { class: "numbers" }, metrics.filter(({ name }) => name in totals).map((metric) => drawTotal(metric, totals, before))));
  const charts = metrics.map((metric) => ({ metric, chart: chooseChart(metric, answer) })).filter(({ chart }) => chart);
  const left = Math.max(0, rows.length - barsMax(answer)) + (other?.groups ?? 0);
  for (const { metric, chart } of charts) {
    const hasPrevious = rows.some(({ previous = {} }) => metric.name in previous);
    const note = say("unit") + ": " + metric.unit + " · " + say("zone") + ": " + range.time_zone.replaceAll("_", " ") +
      (hasPrevious ? " · " + say("line") : "") + (left > 0 ? " · " + say("others") + ": " + nameNumber({}, left) : "");
    main.append(make("section", {}, [make("h2", { text: nameMetric(metric) }), make("p", { text: note, class: "note" }), chart]));
  }
  main.append(drawTable(answer, charts.length === 0));
}

function drawTotal(metric, totals, before) {
  const { name, better } = metric;
  const [value, previous] = [totals[name], before[name]];
  const isRate = metric.unit === "percent";
  const hasChange = previous !== undefined && value !== previous && (isRate || previous !== 0);
  const isBetter = value > previous === (better === "more");
  return make("div", {}, [
    make("span", { text: nameMetric(metric), class: "note" }),
    make("strong", { text: nameNumber(metric, value) }),
    previous !== undefined && make("span", { text: say("before") + ": " + nameNumber(metric, previous), class: "note" }),
    // The colour repeats what the word says.
    hasChange && make("p", { text: nameChange(metric, value, previous, isBetter), class: isBetter ? "good" : "bad" }),
  ]);
}
function nameChange({ unit }, value, previous, isBetter) {
  const signed = { signDisplay: "exceptZero", maximumFractionDigits: 1 };
  const word = say(isBetter ? "better" : "worse");
  if (unit === "percent") return word;
  return new Intl.NumberFormat(locale, { style: "percent", ...signed }).format(value / previous - 1) + " (" + word + ")";
}

/** All intervals, and as many groups as one can compare at a glance. */
const barsMax = ({ interval }) => (interval === "none" ? 12 : Infinity);

/** Bars over time, or a bar per group; groups over time are only a table, because there is one number per bar. */
function chooseChart(metric, answer) {
  const { rows, interval } = answer;
  if (rows.length < 2) return undefined;
  const hasGroups = Object.keys(rows[0].dimensions ?? {}).length > 0;
  if (interval !== "none") return hasGroups ? undefined : drawTimes(metric, rows, interval);
  return hasGroups ? drawGroups(metric, rows.slice(0, barsMax(answer))) : undefined;
}
const findLargest = ({ name }, rows) =>
  Math.max(0, ...rows.flatMap(({ metrics = {}, previous = {} }) => [metrics[name] ?? 0, previous[name] ?? 0]));

function drawTimes(metric, rows, interval) {
  const ticks = toTicks(findLargest(metric, rows));
  const toY = (value) => 40 - (value / ticks[0]) * 40;
  const describe = ({ time, metrics = {} }) => nameTime(time, interval) + ": " + nameNumber(metric, metrics[metric.name]);
  const bars = rows.flatMap(({ metrics = {}, previous = {} }, index) => {
    const [value, was] = [metrics[metric.name], previous[metric.name]];
    return [
      value > 0 && make("rect", { x: index * 4 + 0.5, width: 3, y: toY(value), height: 40 - toY(value) }),
      was > 0 && make("line", { class: "previous", x1: index * 4 + 0.25, x2: index * 4 + 3.75, y1: toY(was), y2: toY(was) }),
    ];
  });
  const lines = ticks.slice(0, -1).map((tick) => make("line", { x1: 0, x2: rows.length * 4, y1: toY(tick), y2: toY(tick) }));
  const svg = { viewBox: "0 0 " + rows.length * 4 + " 40", preserveAspectRatio: "none", role: "img" };
  const ends = [rows[0], rows.at(-1)].map(({ time }) => make("span", { text: nameTime(time, interval) }));
  return make("div", { class: "plot" }, [
    make("div", { class: "ticks note", "aria-hidden": "true" }, ticks.map((tick) => make("span", { text: nameNumber(metric, tick) }))),
    make("svg", { ...svg, "aria-label": nameMetric(metric) + ". " + rows.map(describe).join("; ") }, [...lines, ...bars]),
    make("div", { class: "axis note", "aria-hidden": "true" }, ends),
  ]);
}

function drawGroups(metric, rows) {
  const [largest] = toTicks(findLargest(metric, rows));
  const bars = rows.map((row) => {
    const { metrics = {}, previous = {} } = row;
    const [value, was] = [metrics[metric.name], previous[metric.name]].map((one) => one && (one / largest) * 100);
    return make("li", {}, [
      make("span", { text: nameGroup(row) }),
      make("span", { text: nameNumber(metric, metrics[metric.name]), class: "end" }),
      make("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, [
        value > 0 && make("rect", { width: value, height: 10 }),
        was > 0 && make("line", { class: "previous", x1: was, x2: was, y1: 0, y2: 10 }),
      ]),
    ]);
  });
  return make("ul", { class: "ranked" }, bars);
}

function drawTable({ rows, metrics, totals, other, interval }, isAlone) {
  const hasTimes = interval !== "none";
  const hasGroups = rows.some(({ dimensions = {} }) => Object.keys(dimensions).length > 0);
  const toNumbers = (values = {}) => metrics.map((metric) => make("td", { text: nameNumber(metric, values[metric.name]), class: "end" }));
  const nameRow = (row) =>
    [hasTimes && nameTime(row.time, interval), hasGroups && nameGroup(row), row.partial && hasTimes && say("partial"), row.maturing && say("maturing")]
      .filter(Boolean).join(" · ");
  const toRow = (name, values) => make("tr", {}, [make("th", { text: name, scope: "row" }), ...toNumbers(values)]);
  const heads = [
    make("th", { text: hasTimes ? say("time") : "", scope: "col" }),
    ...metrics.map((metric) => make("th", { text: nameMetric(metric), scope: "col", class: "end" })),
  ];
  const body = [
    ...(hasTimes || hasGroups ? rows.map((row) => toRow(nameRow(row), row.metrics)) : []),
    other?.groups > 0 && toRow(say("others") + " (" + other.groups + ")", other.metrics),
    toRow(say("total"), totals),
  ];
  const table = make("table", {}, [make("thead", {}, [make("tr", {}, heads)]), make("tbody", {}, body)]);
  const details = make("details", { open: isAlone || rows.length <= 12 ? "" : undefined }, [
    make("summary", { text: say("table") }),
    make("div", { class: "table", tabindex: 0, role: "region", "aria-label": say("table") }, [table]),
  ]);
  details.addEventListener("toggle", sendSize);
  return make("section", {}, [details]);
}

let sent = "";
function sendSize() {
  const { scrollWidth: width } = document.documentElement;
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  const size = width + " " + height;
  if (size !== sent) send({ method: "ui/notifications/size-changed", params: { width, height } });
  sent = size;
}
new ResizeObserver(sendSize).observe(document.body);
draw();
const appInfo = { name: "tenant-ops-chart", version: "1" };
send({ id: 1, method: "ui/initialize", params: { protocolVersion: "2026-01-26", appInfo, appCapabilities: { availableDisplayModes: ["inline"] } } });
`;
