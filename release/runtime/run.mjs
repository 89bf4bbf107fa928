// Runs the packs on every runtime that the registry serves: the examples of the packages, which must print what they
// print here, and the program's offline commands. `node release/runtime/run.mjs [runtime…]`, after `npm run build -- --whole`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installFresh, programOf, programTrials } from '../fresh.mjs'
import { codeIdentity } from '../identity.mjs'
import { installOnce } from '../install.mjs'
import { packAll, packagesOf } from '../pack.mjs'

const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')
const home = join(root, 'release/runtime')
const modules = join(home, 'node_modules')

/** The start of each runtime, and the line of Node whose engines it stands for. */
const runtimes = {
  'node-18': { start: [join(modules, 'node-18/bin/node')], line: 18 },
  'node-20': { start: [join(modules, 'node-20/bin/node')], line: 20 },
  'node-22.12': { start: [join(modules, 'node-22.12/bin/node')], line: 22.12 },
  'node-22': { start: [join(modules, 'node-22/bin/node')], line: 22.14 },
  'node-24': { start: [join(modules, 'node-24/bin/node')], line: 24 },
  bun: { start: [join(modules, 'bun/bin/bun')], line: 24 },
  deno: {
    start: [join(modules, 'deno/deno'), 'run', '--allow-all', '--quiet', '--no-prompt'],
    line: 24,
  },
}

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => runtimes[name] === undefined)
if (unknown !== undefined) {
  console.error(`"${unknown}" is not a runtime. Choose among ${Object.keys(runtimes).join(', ')}.`)
  process.exit(2)
}
if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.log('skipped: the runtimes are packaged for Linux x64 only')
  process.exit(0)
}
installOnce(home)
const folder = mkdtempSync(join(tmpdir(), 'vaultwright-runtime-'))
try {
  process.exitCode = main() ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

function main() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  mkdirSync(join(folder, 'packed'))
  const packed = { version, identity: codeIdentity, folder: join(folder, 'packed') }
  const packs = packAll(root, packed)
  const install = installFresh(packs, join(folder, 'install'))
  symlinkSync(join(root, 'fixtures'), join(install, 'fixtures'))
  const examples = { 20: examplesFor(20, install), 22.14: examplesFor(22.14, install) }
  const results = (chosen.length > 0 ? chosen : Object.keys(runtimes)).map((name) => {
    const problems =
      name === 'node-18' ? refusal(name, install) : trial(name, { install, examples, version })
    console.log(
      `${problems.length === 0 ? 'ok    ' : 'failed'}  ${name.padEnd(10)}  ${versionOf(name)}`,
    )
    for (const problem of problems) console.log(`        ${problem}`)
    return problems.length === 0
  })
  return results.every(Boolean)
}

/** Examples whose packages run on a line of Node, and what they print here. */
function examplesFor(line, install) {
  const place = join(install, `example-${line}`)
  mkdirSync(place)
  for (const { name, dir, manifest } of packagesOf(root)) {
    if (line < 22.14 && manifest.engines.node.startsWith('^22.14')) continue
    const text = readFileSync(join(root, dir, 'README.md'), 'utf8')
    for (const [at, [, code]] of [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].entries()) {
      // A server answers those; the end-to-end tests start one.
      if (code.includes('http://127.0.0.1')) continue
      const file = join(place, `${name.split('/')[1]}-${at}.example.mjs`)
      writeFileSync(file, stripTypeScriptTypes(code))
    }
  }
  return { place, expected: run([process.execPath], [join(home, 'example.mjs'), place], install) }
}

function trial(name, { install, examples, version }) {
  const { start, line } = runtimes[name]
  const { place, expected } = examples[line < 22.14 ? 20 : 22.14]
  const problems = []
  const printed = run(start, [join(home, 'example.mjs'), place], install)
  if (printed.status !== 0)
    problems.push(`examples ended with ${printed.status}: ${printed.stderr}`)
  else {
    const [wanted, got] = [expected, printed].map(({ stdout }) => JSON.parse(stdout))
    const files = Object.keys(wanted)
    if (files.length < 15) problems.push(`only ${files.length} examples ran`)
    for (const file of files) {
      const [one, other] = [wanted, got].map((list) => JSON.stringify(list[file]))
      if (one.includes('failed: ')) problems.push(`${file} fails here: ${one.slice(0, 300)}`)
      else if (one !== other) problems.push(`${file} prints ${String(other).slice(0, 300)}`)
    }
  }
  const program = join(install, programOf(codeIdentity))
  for (const { words, prints } of programTrials(root, version)) {
    const { stdout, stderr } = run(start, [program, ...words], install)
    if (!prints.test(stdout))
      problems.push(`vaultwright ${words.join(' ')}: ${(stdout + stderr).slice(0, 300)}`)
  }
  return problems
}

/** An older Node is told which one is needed, in one line. */
function refusal(name, install) {
  const program = join(install, programOf(codeIdentity))
  const { status, stdout, stderr } = run(runtimes[name].start, [program, '--version'], install)
  const isLine = /^vaultwright needs Node 20\.19 or newer[^\n]*\n$/.test(stderr)
  return status === 4 && stdout === '' && isLine ? [] : [`ended with ${status}: ${stderr}${stdout}`]
}

function versionOf(name) {
  const { start } = runtimes[name]
  return spawnSync(start[0], ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0]
}

function run([command, ...options], words, cwd) {
  const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1' }
  return spawnSync(command, [...options, ...words], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
}
