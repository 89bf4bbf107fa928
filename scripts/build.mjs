// Builds every package into its `dist`: JavaScript and maps file by file; the command line is bundled, because a
// short command spends its time opening files. `--whole` adds what only a release has: declarations, which tsc makes
// in the order of the manifests, and pages that are compressed as far as they go. The code is the same in both.
// A package whose inputs have not changed since its last build is left alone, and a whole one does for a quick one.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { transformSync } from 'rolldown/utils'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache/build')
const shared = [
  'tsconfig.json',
  'package-lock.json',
  'scripts/build.mjs',
  'packages/console/notice.mjs',
  'packages/console/pages.mjs',
].map((name) => join(root, name))

/** The files of a program besides code, by their place in the repository and in `dist`. */
const extras = [
  ['fixtures/chain', 'chain'],
  ['fixtures/calls/local-eth-supply.json', 'chain/calls/local-eth-supply.json'],
  ['fixtures/definitions/local-eth.yaml', 'chain/definitions/local-eth.yaml'],
  ['fixtures/definitions/local-usd.yaml', 'chain/definitions/local-usd.yaml'],
  ['fixtures/definitions/vaultwright.lock.json', 'chain/definitions/vaultwright.lock.json'],
]

/**
 * Packages of the workspace that stay outside a bundle: few commands load them, and databases, queues, native
 * bindings and the documentation's assets are found from where these packages are installed.
 */
const apart = new Set(
  ['store', 'api', 'client', 'console', 'indexer'].map((name) => `@vaultwright/${name}`),
)

/**
 * Packages of npm that a bundle holds: the parser of the command line, which most lines load and which takes twice
 * as long from its 30 files.
 */
const within =
  /^(?:yargs|yargs-parser|cliui|escalade|get-caller-file|string-width|strip-ansi|ansi-regex|wrap-ansi|ansi-styles|emoji-regex|get-east-asian-width|y18n)(?:\/|$)/

const isWhole = process.argv.includes('--whole')
/** The tests check types of everything at once, before they build. */
const checked = process.env.TYPES_CHECKED === '1' ? ['--noCheck'] : []

const started = performance.now()
const stamps = new Map()
const building = new Map()
const packages = new Map(
  ['packages', 'workers']
    .flatMap((group) => foldersOf(join(root, group)))
    .filter(
      (folder) =>
        existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'src/index.ts')),
    )
    .map((folder) => [JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), folder])
    .map(([manifest, folder]) => [
      manifest.name,
      { ...manifest, folder, needs: needsOf(manifest) },
    ]),
)

const built = (await Promise.all([...packages.keys()].map(build))).filter(Boolean)
const spent = ((performance.now() - started) / 1000).toFixed(1)
const failed = built.filter((result) => result.failed)
for (const result of failed)
  process.stderr.write(`${result.name} does not compile:\n${result.log}\n`)
if (failed.length > 0) process.exit(1)
for (const pack of packages.values()) linkPrograms(pack)
await buildSolanaNode()
if (built.length > 0)
  process.stderr.write(`built ${built.map((result) => result.name).join(', ')} in ${spent} s\n`)

/** Builds a package after the packages that it needs; undefined when there was nothing to do. */
function build(name) {
  if (!building.has(name)) building.set(name, buildAlone(name))
  return building.get(name)
}

async function buildAlone(name) {
  const pack = packages.get(name)
  const needs = pack.needs.filter((need) => packages.has(need))
  const isBundled = pack.bin !== undefined
  const isLinked = isBundled || hasPages(pack) || hasEntries(pack)
  const results = await Promise.all(needs.map(build))
  if (results.some((result) => result?.failed))
    return { name, failed: true, log: 'a package that it needs failed' }
  const stamp = stampOf(pack, needs)
  // Who imports a package with pages sees its door: other pages are no reason to build it again.
  stamps.set(name, hasPages(pack) ? doorStampOf(pack) : stamp)
  // Without its declarations, a package that is not linked with others depends on none of them.
  const quickStamp = isLinked ? stamp : stampOf(pack, [])
  const mark = join(cache, `${name.replace('/', '-')}.stamp`)
  const dist = join(pack.folder, 'dist')
  const isComplete = !hasEntries(pack) || existsSync(join(pack.folder, 'src/entry'))
  if (isComplete && existsSync(dist) && existsSync(mark)) {
    const [made, whole] = readFileSync(mark, 'utf8').split(' ')
    if (isWhole ? whole === stamp : made === quickStamp) return undefined
  }
  const next = join(pack.folder, '.cache') // beside dist, so that the maps' paths stay true
  rmSync(next, { recursive: true, force: true })
  rmSync(mark, { force: true })
  if (hasEntries(pack)) {
    const log = transpile(pack, next) || (await makeEntries(next))
    if (log !== '') return { name, failed: true, log }
  }
  if (isWhole) {
    const log = await declare(pack.folder, next)
    if (log !== '') rmSync(next, { recursive: true, force: true })
    if (log !== '') return { name, failed: true, log }
  }
  if (isBundled) await bundle(pack, next)
  else {
    const log = transpile(pack, next)
    if (log !== '') return { name, failed: true, log }
  }
  if (hasPages(pack)) await buildPages(next)
  if (isBundled)
    for (const [from, to] of extras) cpSync(join(root, from), join(next, to), { recursive: true })
  mkdirSync(cache, { recursive: true })
  rmSync(dist, { recursive: true, force: true })
  renameSync(next, dist)
  writeFileSync(mark, isWhole ? `${quickStamp} ${stamp}` : quickStamp)
  return { name }
}

/** Writes the JavaScript and the map of each source file; returns what does not parse, or nothing. */
function transpile(pack, out) {
  const src = join(pack.folder, 'src')
  const sources = filesOf(src).filter(
    (file) => /\.ts$/.test(file) && !file.endsWith('.d.ts') && !isOfPages(pack, file),
  )
  let log = ''
  for (const file of sources) {
    const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), {
      target: 'es2022',
      sourcemap: true,
      typescript: { rewriteImportExtensions: 'rewrite' },
    })
    for (const { message } of errors) log += `${relative(root, file)}: ${message}\n`
    const to = join(out, relative(src, file)).replace(/\.ts$/, '.js')
    mkdirSync(dirname(to), { recursive: true })
    map.sources = [relative(dirname(to), file)]
    writeFileSync(to, `${code}//# sourceMappingURL=${basename(to)}.map\n`)
    writeFileSync(`${to}.map`, JSON.stringify(map))
  }
  return log
}

/**
 * The entrance of each protocol, made of the protocols as they were just built: they are sources that nobody reads,
 * so the repository holds none.
 */
function makeEntries(out) {
  return runNode([join(root, 'scripts/make-protocols.mjs'), '--entries', out])
}

/** A package with entrances beside its door. */
function hasEntries({ exports }) {
  return exports?.['./*'] !== undefined
}

/** The declarations, by the only compiler that makes them. */
function declare(folder, out) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const flags = ['--emitDeclarationOnly', '--sourceMap', 'false', ...checked]
  return runNode([tsc, '-p', folder, '--outDir', out, '--pretty', 'false', ...flags])
}

/** Runs a script; returns what it says when it fails, or nothing. */
function runNode(command) {
  const child = spawn(process.execPath, command, { cwd: root })
  const chunks = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) =>
      resolve(status === 0 ? '' : Buffer.concat(chunks).toString() || `exit ${status}`),
    )
  })
}

/**
 * The workspace's packages go into the bundle, what npm installs stays outside. It is cut along the
 * imports on demand, but what every start of the program loads lies in one file: each file more costs
 * a start half a millisecond.
 */
async function bundle(pack, out) {
  const [index, bin, main] = ['index', 'bin', 'main'].map((file) =>
    join(pack.folder, `src/${file}.ts`),
  )
  const core = await modulesOf(main)
  const build = await bundlerOf({ index, bin, main }, isOutside)
  // A call of a Safe is made offline too: in the file of the room of nodes, it would load all of that.
  const safeCall = join(root, 'packages/safe/src/call.ts')
  const name = (id) => (id === safeCall ? 'safe-call' : id !== main && core.has(id) ? 'core' : null)
  await build.write({
    dir: out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'part-[name].js',
    codeSplitting: { groups: [{ name, debugName: 'core' }] },
    comments: { jsdoc: false },
    sourcemap: true,
  })
  await build.close()
  for (const bin of Object.values(pack.bin)) chmodSync(join(out, relative('dist', bin)), 0o755)
}

/** The modules that a program uses before it imports anything on demand. */
async function modulesOf(main) {
  const isLater = (id, _importer, isResolved) => isOutside(id) || (!isResolved && later.has(id))
  const later = new Set()
  const plugin = {
    name: 'later',
    resolveDynamicImport: (id) => {
      if (typeof id === 'string') later.add(id)
      return typeof id === 'string' ? { id, external: true } : null
    },
  }
  const build = await bundlerOf({ main }, isLater, [plugin])
  const { output } = await build.generate({ format: 'esm' })
  await build.close()
  return new Set(output.flatMap((chunk) => Object.keys(chunk.modules ?? {})))
}

/**
 * The node of Solana of the demo, from the tests' sources: it needs what only developers of the repository
 * install, so it lies beside the packages and in none of them.
 */
async function buildSolanaNode() {
  const folder = join(root, 'test/solana')
  const rooms = ['base', 'document', 'svm', 'svm-builder'].map((name) => `@vaultwright/${name}`)
  const hash = createHash('sha256').update(rooms.map((name) => stamps.get(name)).join())
  for (const file of filesOf(folder)) hash.update(readFileSync(file))
  const stamp = hash.digest('hex')
  const out = join(root, '.cache/solana-node')
  const mark = join(out, 'stamp')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === stamp) return
  const build = await bundlerOf({ serve: join(folder, 'serve.ts') }, isInstalled)
  await build.write({ dir: out, format: 'esm', sourcemap: true })
  await build.close()
  writeFileSync(mark, stamp)
}

/** Tells what npm installs from the workspace's own. */
function isInstalled(id) {
  return !id.startsWith('.') && !id.startsWith('/') && !packages.has(id)
}

/**
 * Builds the pages of the console for a browser, from the sources of every room that they use. the
 * pages of the console, from the sources of every room that they use.
 */
async function buildPages(out) {
  const { buildConsole } = await import('../packages/console/pages.mjs')
  const quality = isWhole ? 11 : 5
  await buildConsole(join(out, 'app'), { isOffline: false, quality })
  await buildConsole(join(out, 'offline'), { isOffline: true, quality })
}

/** The pages are a bundle of their own. */
function isOfPages(pack, file) {
  return hasPages(pack) && file.startsWith(join(pack.folder, 'src/app/'))
}

function hasPages({ folder }) {
  return existsSync(join(folder, 'src/app/index.html'))
}

async function bundlerOf(input, external, plugins = []) {
  const resolve = { conditionNames: ['source', 'import', 'default'] }
  return rolldown({ input, external, plugins, platform: 'node', resolve, logLevel: 'warn' })
}

function isOutside(id) {
  if (id.startsWith('.') || id.startsWith('/') || within.test(id)) return false
  return !packages.has(id) || apart.has(id)
}

/** npm links a program at installation only when it is built already; so the build does it for a clone. */
function linkPrograms({ bin = {}, folder }) {
  const folderOfLinks = join(root, 'node_modules/.bin')
  for (const [name, path] of Object.entries(bin)) {
    const link = join(folderOfLinks, name)
    if (existsSync(link) || process.platform === 'win32') continue
    rmSync(link, { force: true })
    symlinkSync(relative(folderOfLinks, join(folder, path)), link)
  }
}

/** The inputs of a build, as one hash: the sources, the settings, and the packages below. */
function stampOf(pack, needs) {
  const hash = createHash('sha256')
  const own = [
    join(pack.folder, 'package.json'),
    join(pack.folder, 'tsconfig.json'),
    ...filesOf(join(pack.folder, 'src')).filter((file) => !isEntry(pack, file)),
    ...(hasEntries(pack) ? [join(root, 'scripts/make-protocols.mjs')] : []),
    ...(pack.bin === undefined ? [] : extras.flatMap(([from]) => filesOf(join(root, from)))),
  ]
  for (const file of [...shared, ...own])
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  for (const need of needs.sort()) hash.update(stamps.get(need))
  return hash.digest('hex')
}

/** An entrance follows from the other sources. */
function isEntry(pack, file) {
  return hasEntries(pack) && file.startsWith(join(pack.folder, 'src/entry/'))
}

function doorStampOf({ folder }) {
  const hash = createHash('sha256')
  const files = readdirSync(join(folder, 'src')).filter((file) => file.endsWith('.ts'))
  for (const file of files.sort()) hash.update(readFileSync(join(folder, 'src', file)))
  return hash.digest('hex')
}

/** The needs of a package; those of pages are built into them: the build alone needs them. */
function needsOf({ dependencies = {}, devDependencies = {} }) {
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)]
}

function filesOf(folder) {
  if (!statSync(folder).isDirectory()) return [folder]
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.(test|bench)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function foldersOf(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
}
