// Compiles every package into its `dist`: tsc for JavaScript, types and maps, in the order of the
// manifests; the command line is bundled, because a short command spends its time opening files.
// A package whose inputs have not changed since its last build is left alone.
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
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache/build')
const shared = [
  'tsconfig.json',
  'package-lock.json',
  'scripts/build.mjs',
  'packages/console/notice.mjs',
  'packages/console/pages.mjs',
].map((name) => join(root, name))

/** What a program carries besides code, by where it lies in the repository and in `dist`. */
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
  const results = await Promise.all(needs.map(build))
  if (results.some((result) => result?.failed))
    return { name, failed: true, log: 'a package that it needs failed' }
  const stamp = stampOf(pack, needs)
  // Who imports a package with pages sees its door: other pages are no reason to build it again.
  stamps.set(name, hasPages(pack) ? doorStampOf(pack) : stamp)
  const mark = join(cache, `${name.replace('/', '-')}.stamp`)
  const dist = join(pack.folder, 'dist')
  if (existsSync(dist) && existsSync(mark) && readFileSync(mark, 'utf8') === stamp) return undefined
  const next = join(pack.folder, '.cache') // beside dist, so that the maps' paths stay true
  rmSync(next, { recursive: true, force: true })
  rmSync(mark, { force: true })
  const bundled = pack.bin !== undefined
  const tsc = await compile(
    pack.folder,
    next,
    bundled ? ['--emitDeclarationOnly', '--sourceMap', 'false'] : ['--inlineSources'],
  )
  if (tsc.status !== 0) rmSync(next, { recursive: true, force: true })
  if (tsc.status !== 0) return { name, failed: true, log: tsc.log }
  if (bundled) await bundle(pack, next)
  if (hasPages(pack)) await buildPages(next)
  if (bundled)
    for (const [from, to] of extras) cpSync(join(root, from), join(next, to), { recursive: true })
  mkdirSync(cache, { recursive: true })
  rmSync(dist, { recursive: true, force: true })
  renameSync(next, dist)
  writeFileSync(mark, stamp)
  return { name }
}

function compile(folder, out, flags) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const child = spawn(
    process.execPath,
    [tsc, '-p', folder, '--outDir', out, '--pretty', 'false', ...checked, ...flags],
    { cwd: root },
  )
  const chunks = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, log: Buffer.concat(chunks).toString() }))
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
  const name = (id) => (id !== main && core.has(id) ? 'core' : null)
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

/** What a browser gets: the pages of the console, from the sources of every room that they use. */
async function buildPages(out) {
  const { buildConsole } = await import('../packages/console/pages.mjs')
  await buildConsole(join(out, 'app'), false)
  await buildConsole(join(out, 'offline'), true)
}

function hasPages({ folder }) {
  return existsSync(join(folder, 'src/app/index.html'))
}

async function bundlerOf(input, external, plugins = []) {
  const { rolldown } = await import('rolldown')
  const resolve = { conditionNames: ['source', 'import', 'default'] }
  return rolldown({ input, external, plugins, platform: 'node', resolve, logLevel: 'warn' })
}

function isOutside(id) {
  return !id.startsWith('.') && !id.startsWith('/') && (!packages.has(id) || apart.has(id))
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

/** What a build depends on, as one hash: the sources, the settings, and the packages below. */
function stampOf(pack, needs) {
  const hash = createHash('sha256')
  const own = [
    join(pack.folder, 'package.json'),
    join(pack.folder, 'tsconfig.json'),
    ...filesOf(join(pack.folder, 'src')),
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

function doorStampOf({ folder }) {
  const hash = createHash('sha256')
  const files = readdirSync(join(folder, 'src')).filter((file) => file.endsWith('.ts'))
  for (const file of files.sort()) hash.update(readFileSync(join(folder, 'src', file)))
  return hash.digest('hex')
}

/** What pages use is built into them: the build alone needs it. */
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
