// Starts servers over Streamable HTTP, runs the conformance scenarios of scenarios.json against each and stops it.
//
//   node conformance.mjs MODULES -- GROUP[,GROUP…] COMMAND [ARGUMENT…] [-- GROUP[,GROUP…] COMMAND [ARGUMENT…]]…
//
// MODULES is the node_modules folder with the suites. In an argument of the server, {port} is replaced with a free port.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const START_MS = 60_000;
const SCENARIO_MS = 120_000;
const STOP_MS = 5_000;

const here = dirname(fileURLToPath(import.meta.url));
const lists = JSON.parse(readFileSync(join(here, "scenarios.json"), "utf8"));
const foreign = lists["rows that are not about prompts"];
const unchecked = lists["scenarios whose malformed messages are not checked against the schema"];
const [[modules], ...servers] = split(process.argv.slice(2));
if (servers.length === 0 || servers.some((words) => words.length < 2)) {
  console.error("usage: conformance.mjs MODULES -- GROUP[,GROUP…] COMMAND [ARGUMENT…] [-- …]");
  process.exit(2);
}

function split(words) {
  const end = words.indexOf("--");
  return end < 0 ? [words] : [words.slice(0, end), ...split(words.slice(end + 1))];
}

const scratch = mkdtempSync(join(tmpdir(), "prompt-conformance-"));
const started = new Set();

// Each child has its own process group, so that its child processes end with it.
function start(program, args) {
  const child = spawn(program, args, { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  child.said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (child.said = (child.said + text).slice(-20_000)));
  }
  child.gone = once(child, "close").finally(() => {
    child.isGone = true;
    started.delete(child);
  });
  started.add(child);
  return child;
}

function signal(child, name) {
  try {
    if (child.pid) process.kill(-child.pid, name);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

async function stop(child) {
  signal(child, "SIGTERM");
  await Promise.race([child.gone, sleep(STOP_MS, undefined, { ref: false })]);
  signal(child, "SIGKILL");
}

process.on("exit", () => {
  for (const child of started) signal(child, "SIGKILL");
  rmSync(scratch, { recursive: true, force: true });
});
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => process.exit(130));

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  await new Promise((closed) => probe.close(closed));
  return port;
}

async function listening(port) {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

// Another program can take the port before the server binds it; then the server exits and we try the next port.
async function serve(command) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const [program, ...args] = command.map((word) => word.replaceAll("{port}", port));
    const server = start(program, args);
    const deadline = Date.now() + START_MS;
    while (!server.isGone && Date.now() < deadline) {
      if (await listening(port)) return { server, url: `http://127.0.0.1:${port}/mcp` };
      await sleep(50);
    }
    await stop(server);
    if (attempt === 3) throw new Error(`the server did not listen on 127.0.0.1:${port}\n${server.said}`);
  }
}

function rowsIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith("checks.json"))
    .flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
}

// The mistakes in a scenario's outcome, one on each line; empty if it passed.
function complaints(suite, scenario, rows, inapplicable) {
  const counted = rows
    .filter((row) => !foreign[scenario]?.includes(row.id))
    .filter((row) => row.status !== "SKIPPED" || !inapplicable.includes(row.id));
  const wrong = counted
    .filter((row) => row.status !== "SUCCESS" && row.status !== "INFO")
    .map((row) => `${row.status} ${row.id}: ${row.errorMessage ?? row.details?.note ?? row.description}`);
  if (!counted.some((row) => row.status === "SUCCESS")) wrong.push("no row succeeded");
  if (suite === "0.2" && !unchecked.includes(scenario) && !counted.some((row) => row.id === "wire-schema-valid")) {
    wrong.push("no row wire-schema-valid: the messages were not checked against the revision's schema");
  }
  return wrong;
}

async function run(url, suite, scenario, revision, inapplicable) {
  const folder = mkdtempSync(join(scratch, "run-"));
  const entry = join(modules, `conformance-${suite}`, "dist", "index.js");
  const args = [entry, "server", "--url", url, "--scenario", scenario, "--output-dir", folder];
  if (revision) args.push("--spec-version", revision);
  const suiteRun = start(process.execPath, args);
  const timer = setTimeout(() => signal(suiteRun, "SIGKILL"), SCENARIO_MS);
  await suiteRun.gone;
  clearTimeout(timer);
  const rows = rowsIn(folder);
  const wrong = rows.length === 0 ? [`no rows\n${suiteRun.said}`] : complaints(suite, scenario, rows, inapplicable);
  return { rows: rows.length, wrong };
}

const versionOf = (suite) =>
  JSON.parse(readFileSync(join(modules, `conformance-${suite}`, "package.json"), "utf8")).version;

let passed = 0;
let failed = 0;

async function judge(url, group) {
  if (!lists[group]) throw new Error(`scenarios.json has no group "${group}"`);
  for (const { suite, revisions = [undefined], scenarios, "not applicable": inapplicable = [] } of lists[group]) {
    for (const revision of revisions) {
      for (const scenario of scenarios) {
        const { rows, wrong } = await run(url, suite, scenario, revision, inapplicable);
        const title = [versionOf(suite), revision, scenario].filter(Boolean).join(" ");
        console.log(`${wrong.length === 0 ? "ok  " : "FAIL"} ${title} (${rows} rows)`);
        for (const line of wrong) console.log(`       ${line}`);
        if (wrong.length === 0) passed += 1;
        else failed += 1;
      }
    }
  }
}

for (const [groups, ...command] of servers) {
  const before = failed;
  console.log(`-- ${basename(command[0])}: ${groups}`);
  const { server, url } = await serve(command);
  for (const group of groups.split(",")) await judge(url, group);
  if (failed > before && server.said) console.log(`what the server wrote:\n${server.said}`);
  await stop(server);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
