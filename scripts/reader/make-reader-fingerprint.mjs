// Makes the fingerprint of the code that reads kept readings: of every module that parsing one can reach, so that
// what older code made of a reading is told from what this code makes. Writes reader-fingerprint.generated.ts.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { writeIfStarted } from '../generated.mjs'

const root = resolve(import.meta.dirname, '../..')
const target = 'workers/indexer/src/reading/reader-fingerprint.generated.ts'

/** The modules that parse a reading, and that spell the result as it is kept. */
export const entries = [
  'workers/indexer/src/reading/parsed-reading.ts',
  'workers/indexer/src/reading/state-pack.ts',
]

/** The file: path → text. */
export function make() {
  const text = `// Made by scripts/reader/make-reader-fingerprint.mjs of all code that reading a kept reading can reach.

/** Tells what this code makes of a reading from what other code does. */
export const readerFingerprint = '${fingerprintOf(readModules())}'
`
  return new Map([[target, text]])
}

/**
 * Reads every module that the entries reach when they run; of a room's door only what is asked for.
 *
 * @returns path → text, in the order of the paths; of other packages their versions.
 */
export function readModules() {
  const modules = new Map()
  const followed = new Set()
  const open = entries.map((path) => ({ path, names: null }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const key = `${next.path} ${next.names ?? '*'}`
    if (next.path === target || followed.has(key)) continue
    followed.add(key)
    if (next.path.startsWith('npm:')) {
      modules.set(next.path, '')
      continue
    }
    const text = readFileSync(join(root, next.path), 'utf8')
    const { imports, isPart } = importsOf(next.path, text, next.names)
    if (isPart) modules.set(next.path, text)
    open.push(...imports)
  }
  return new Map([...modules].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Computes the fingerprint of modules.
 *
 * @param modules - path → text. Comments and layout do not count.
 */
export function fingerprintOf(modules) {
  const digest = createHash('sha256')
  for (const [path, text] of modules) {
    digest.update(JSON.stringify([path, path.endsWith('.ts') ? printCode(path, text) : text]))
  }
  return digest.digest('hex').slice(0, 16)
}

/** By text: a test compares many sets of modules that differ in one. */
const printed = new Map()

/** Prints the code of a program without its place and layout. */
function printCode(path, text) {
  const known = printed.get(text)
  if (known !== undefined) return known
  const code = printProgram(path, text)
  printed.set(text, code)
  return code
}

function printProgram(path, text) {
  return JSON.stringify(parse(path, text).body, (key, value) => {
    if (key === 'start' || key === 'end' || key === 'range' || key === 'loc') return undefined
    return typeof value === 'bigint' ? `${value}n` : value
  })
}

function parse(path, text) {
  const { program, errors } = parseSync(path, text, { lang: 'ts', sourceType: 'module' })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  return program
}

/** A door is no part itself: it only passes on what is asked for. */
function importsOf(path, text, names) {
  if (!path.endsWith('.ts')) return { imports: [], isPart: true }
  const { body } = parse(path, text)
  const imports = []
  const asked = names === null ? null : new Set(names.split(','))
  let isPart = asked === null
  for (const node of body) {
    const source = node.source?.value
    if (source === undefined || node.importKind === 'type' || node.exportKind === 'type') {
      if (asked !== null && source === undefined) isPart = true
      continue
    }
    const isDoorLine = asked !== null && node.type === 'ExportNamedDeclaration'
    const passed = node.specifiers?.filter(
      (one) =>
        one.importKind !== 'type' &&
        one.exportKind !== 'type' &&
        (!isDoorLine || asked.has(nameOf(one.exported))),
    )
    if (passed !== undefined && passed.length === 0 && node.specifiers.length > 0) continue
    const isWhole = passed === undefined || passed.some(isNamespace) || passed.length === 0
    const wanted = isWhole
      ? null
      : passed.map((one) => nameOf(isDoorLine ? one.local : (one.imported ?? one.local)))
    imports.push(...targetsOf(path, source, wanted))
  }
  for (const source of dynamicImportsOf(body)) imports.push(...targetsOf(path, source, null))
  return { imports, isPart }
}

function isNamespace({ type }) {
  return type === 'ImportNamespaceSpecifier' || type === 'ImportDefaultSpecifier'
}

function nameOf(node) {
  return node.name ?? node.value
}

function dynamicImportsOf(node) {
  if (Array.isArray(node)) return node.flatMap(dynamicImportsOf)
  if (node === null || typeof node !== 'object') return []
  const own = node.type === 'ImportExpression' ? [node.source.value] : []
  return [...own, ...Object.values(node).flatMap(dynamicImportsOf)]
}

/** Of a room's door only what is asked for is followed; a file is followed whole. */
function targetsOf(path, source, wanted) {
  if (source === undefined) throw new Error(`${path} imports what is known only when it runs.`)
  if (source.startsWith('node:')) return []
  if (source.startsWith('.')) {
    return [{ path: relative(root, resolve(root, dirname(path), source)), names: null }]
  }
  const [, scope, name] = /^(?:(@[^/]+)\/)?([^/]+)/.exec(source)
  if (scope !== '@vaultwright') {
    const full = scope === undefined ? name : `${scope}/${name}`
    const manifest = join(root, 'node_modules', full, 'package.json')
    return [{ path: `npm:${full}@${JSON.parse(readFileSync(manifest, 'utf8')).version}` }]
  }
  const home = ['packages', 'workers'].find((one) => existsSync(join(root, one, name)))
  const { exports } = JSON.parse(readFileSync(join(root, home, name, 'package.json'), 'utf8'))
  const door = exports[`.${source.slice(`${scope}/${name}`.length)}`].source
  const names = wanted === null ? null : wanted.toSorted().join(',')
  return [{ path: join(home, name, door), names }]
}

await writeIfStarted(import.meta.url, make)
