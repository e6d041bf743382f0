// Opens the catalogues that `run` wrote in headless Chromium, and checks the rendered pages.
//
//   node browser.mjs CHROMIUM FOLDER
//
// FOLDER contains playbook.html and hostile.html; the screenshots are written beside them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const START_MS = 60_000;
// After this time, a page has finished everything that it does on its own.
const SETTLE_MS = 500;

const [chromium, folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: browser.mjs CHROMIUM FOLDER");
  process.exit(2);
}
const profile = mkdtempSync(join(tmpdir(), "prompt-browser-"));
const browser = spawn(
  chromium,
  [
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    `--user-data-dir=${profile}`,
    "about:blank",
  ],
  { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"] },
);
let said = "";
browser.stderr.setEncoding("utf8").on("data", (text) => (said = (said + text).slice(-10_000)));
const [toBrowser, fromBrowser] = [browser.stdio[3], browser.stdio[4]];
toBrowser.on("error", () => {});

let id = 0;
let buffered = "";
const waiting = new Map();
const listeners = new Set();
fromBrowser.setEncoding("utf8").on("data", (text) => {
  const messages = (buffered + text).split("\0");
  buffered = messages.pop();
  for (const message of messages.map((text) => JSON.parse(text))) {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (!asked) for (const listen of listeners) listen(message);
    else if (message.error) asked.reject(new Error(`${asked.method}: ${message.error.message}`));
    else asked.resolve(message.result);
  }
});
const gone = once(browser, "exit").then(([code]) => {
  for (const { reject } of waiting.values()) reject(new Error(`Chromium ended with ${code}:\n${said}`));
});

function call(method, params = {}, sessionId = undefined) {
  id += 1;
  toBrowser.write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject, method }));
}

// A tab with the page, and all of its network requests.
async function open(name) {
  const { targetId } = await call("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true });
  const tab = (method, params) => call(method, params, sessionId);
  const requests = [];
  const events = [];
  const loaded = new Promise((resolve) =>
    listeners.add((event) => {
      if (event.sessionId !== sessionId) return;
      if (event.method === "Network.requestWillBeSent") requests.push(event.params.request.url);
      if (event.method === "Log.entryAdded") events.push(event.params.entry.text);
      if (event.method === "Page.javascriptDialogOpening") events.push(`dialog: ${event.params.message}`);
      if (event.method === "Page.loadEventFired") resolve();
    }),
  );
  for (const domain of ["Network", "Page", "Runtime", "Log"]) await tab(`${domain}.enable`);
  const url = pathToFileURL(resolve(folder, name)).href;
  await tab("Page.navigate", { url });
  await loaded;
  await sleep(SETTLE_MS);
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await tab("Runtime.evaluate", { expression, returnByValue: true });
    assert.equal(exceptionDetails, undefined, expression);
    return result.value;
  };
  const screenshot = async (file, { dark = false, media = "", width = 1280, height = 0 } = {}) => {
    await tab("Emulation.setEmulatedMedia", {
      media,
      features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }],
    });
    await tab("Emulation.setDeviceMetricsOverride", { width, height: height || 900, deviceScaleFactor: 1, mobile: false });
    const all = !height;
    const { data } = await tab("Page.captureScreenshot", { captureBeyondViewport: all });
    writeFileSync(join(folder, file), Buffer.from(data, "base64"));
    // Nothing is cut off or needs horizontal scrolling.
    const overflow = await evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert.equal(overflow, 0, `${file}: the page is ${overflow} pixels too wide`);
  };
  return { url, requests, events, tab, evaluate, screenshot };
}

async function judge(page) {
  assert.deepEqual(page.requests.filter((url) => !url.startsWith("data:")), [page.url], "the page asks for nothing but itself");
  assert.deepEqual(page.events, [], "nothing had to be blocked");
  assert.equal(await page.evaluate("document.querySelectorAll('img, iframe, object, video, form, svg, base').length"), 0);
  assert.equal(await page.evaluate("document.querySelectorAll('script').length"), 1, "the page has its own script alone");
  assert.deepEqual(await page.evaluate("[...document.querySelectorAll('input')].map((it) => it.id)"), ["filter"]);
  assert.equal(await page.evaluate("document.querySelectorAll('style').length"), 1);
  const attributes = await page.evaluate(
    "[...new Set([...document.querySelectorAll('*')].flatMap((it) => it.getAttributeNames()))].filter((name) => name.startsWith('on') || name === 'style')",
  );
  assert.deepEqual(attributes, []);
  const links = await page.evaluate("[...document.querySelectorAll('a')].filter((a) => !document.getElementById(decodeURIComponent(a.hash.slice(1)))).map((a) => a.outerHTML)");
  assert.deepEqual(links, [], "every link leads to a place on the page");
  // Accessibility: one first-level heading, no skipped level, and a name for every landmark and list.
  const levels = await page.evaluate("[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((it) => Number(it.tagName[1]))");
  assert.equal(levels.filter((level) => level === 1).length, 1);
  levels.reduce((before, level) => (assert.ok(level <= before + 1, `h${level} after h${before}`), level), 0);
  const { nodes } = await page.tab("Accessibility.getFullAXTree");
  const named = (role) => nodes.filter((node) => node.role?.value === role && !node.ignored).map((node) => node.name?.value);
  assert.deepEqual(named("navigation"), ["Contents"]);
  assert.equal(named("main").length, 1);
  const names = await page.evaluate("[...document.querySelectorAll('article > h2')].map((it) => it.textContent)");
  assert.deepEqual(named("article"), names);
  return names;
}

async function hostile() {
  const page = await open("hostile.html");
  assert.deepEqual(await judge(page), ["mean_harm", "mean_more_harm", "pick_colour"]);
  assert.equal(await page.evaluate("document.title"), "Prompts of catalog-server");
  const text = (selector) => page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((it) => it.textContent)`);
  assert.deepEqual(await text(".title"), [`</h2><svg onload="document.title = 'harmed by a title'">`]);
  assert.deepEqual(await text("#prompt-mean_harm > .text"), [
    `</p></article><script>document.title = "harmed by a description"</script><img src="http://192.0.2.1/a.png" onerror="document.title = 'harmed'">`,
    `<style>@import "http://192.0.2.1/a.css"; body { display: none }</style><base href="http://192.0.2.1/"><meta http-equiv="refresh" content="0; url=http://192.0.2.1/">`,
  ]);
  assert.deepEqual(await text("#prompt-mean_harm .form .text"), [
    `" onmouseover="document.title = 'harmed'" x="`,
    "<!-- <![CDATA[ &lt;b&gt; </textarea></title>",
  ]);
  assert.deepEqual(await text(".form dt"), ["</code><script src=//192.0.2.1/a.js></script>", "quiet"]);
  assert.deepEqual(await text(".form dd"), [
    `</dd></dl><script>document.title = "harmed by a value"</script>`,
    `<iframe src="http://192.0.2.1/"></iframe>`,
  ]);
  assert.deepEqual(await text("pre"), [
    `</pre></figure><form action=//192.0.2.1/><input autofocus onfocus="document.title = 'harmed by a sample'"></form>\nSample text\n\`\`\`\n\`\`\`\``,
    `<script>document.title = "harmed by a prefill"</script>`,
    `<a href="javascript:document.title = 'harmed'">here</a>`,
    "Paint in <Sample colour> of Sample palette.",
  ]);
  assert.deepEqual(await text(".notice"), ["\nDeprecated since 1.0.0: </div><video src=http://192.0.2.1/ autoplay>\nUse mean_harm instead.\n"]);
  await page.screenshot("hostile.png");
}

// The field hides prompts without the typed words, and shows every prompt again when it is empty.
async function filters(page) {
  const visible = (selector) => page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((it) => it.offsetParent).length`);
  const type = (text) =>
    page.evaluate(`{ const filter = document.getElementById("filter"); filter.value = ${JSON.stringify(text)}; filter.dispatchEvent(new Event("input")); }`);
  assert.equal(await visible(".filter"), 1, "the field is there");
  await type("STRICTNESS  diff");
  const found = await visible("article");
  assert.ok(found >= 1 && found < 10, `${found} prompts have both words`);
  assert.equal(await visible("nav li"), found);
  assert.equal(await page.evaluate("document.getElementById('found').textContent"), `${found} of 10`);
  await page.screenshot("playbook-filtered.png", { height: 800, width: 390 });
  await type("xyzzy");
  assert.equal(await visible("article"), 0);
  await type("");
  assert.equal(await visible("article"), 10);
  assert.equal(await page.evaluate("document.getElementById('found').textContent"), "");
  await page.evaluate("location.hash = document.querySelector('article h2 a').hash");
  assert.equal(await page.evaluate("document.querySelector('article:target') !== null"), true, "a heading leads to itself");
  await page.evaluate("location.hash = '', scrollTo(0, 0)");
}

async function playbook() {
  const page = await open("playbook.html");
  assert.equal((await judge(page)).length, 10);
  assert.equal(await page.evaluate("document.querySelectorAll('.conversation').length"), 10, "every prompt has a sample");
  await filters(page);
  await page.screenshot("playbook.png", { height: 900 });
  await page.screenshot("playbook-dark.png", { height: 900, dark: true });
  await page.screenshot("playbook-narrow.png", { height: 800, width: 390 });
  await page.screenshot("playbook-print.png", { height: 1100, width: 780, media: "print" });
  const colour = (dark) =>
    page
      .tab("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] })
      .then(() => page.evaluate("getComputedStyle(document.body).backgroundColor"));
  assert.notEqual(await colour(true), await colour(false));
  const { data } = await page.tab("Page.printToPDF", {});
  writeFileSync(join(folder, "playbook.pdf"), Buffer.from(data, "base64"));
}

const late = setTimeout(() => {
  console.error(`Chromium takes longer than ${START_MS} ms:\n${said}`);
  browser.kill("SIGKILL");
}, START_MS);
try {
  await hostile();
  await playbook();
  console.log(`two pages are as they should be; screenshots in ${folder}`);
} finally {
  clearTimeout(late);
  await Promise.race([call("Browser.close").catch(() => {}), gone, sleep(5_000)]);
  browser.kill("SIGKILL");
  await gone;
  rmSync(profile, { recursive: true, force: true });
}
