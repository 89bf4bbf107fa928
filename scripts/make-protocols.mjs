// Lists what describes a protocol in packages/protocols/src: one file, or a folder with a protocol.ts. Writes
// protocol-list.generated.ts, the list of all decoders, and the figures of the pages that count them. With `--entries` it makes the entrance of each protocol
// instead, for bundles that take only the protocols that they name; the build does, and the repository holds none. An
// entrance has the protocol's rules whole, those of the approvals that its actions need too: what its decoders inherit,
// and every decoder of another protocol that packs one of its functions differently, for a rule book without it would
// say yes too often.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openRuleBook, rulesFor, rulesOfDecoder } from '@vaultwright/manager'
import { writeIfStarted } from './generated.mjs'

const folder = 'packages/protocols/src'
const source = resolve(import.meta.dirname, '..', folder)

/** The lists: path → text. */
export async function make() {
  const { homes, protocols, decoders, origins } = await readProtocols(source)
  return new Map([
    [`${folder}/catalogue/protocol-list.generated.ts`, protocolListOf(homes)],
    [`${folder}/catalogue/decoder-list.generated.ts`, decoderListOf(decoders, origins)],
    [`${folder}/catalogue/protocol-title.generated.ts`, titleListOf(protocols)],
    ...(await figuresOf(protocols, decoders)),
  ])
}

/** The pages that count actions, signatures and protocols, with today's figures. */
async function figuresOf(protocols, decoders) {
  const { patternsOf } = await importFrom(source, 'action/pattern.ts')
  const book = openRuleBook(decoders)
  const actions = protocols.flatMap((protocol) => protocol.actions)
  const described = protocols.filter((protocol) => protocol.decoders.length > 0).length
  const vectors = JSON.parse(readFileSync(join(source, '../../../fixtures/vectors/decoder.json')))
  const packed = new Set(
    vectors.decoders.filter(({ isComposite }) => !isComposite).flatMap(({ rules }) => rules),
  )
  const tried = actions.filter((action) =>
    patternsOf(action, book).some((pattern) => pattern.decoders.some((name) => packed.has(name))),
  ).length
  const { evidenceOf } = await importFrom(source, 'catalogue/evidence.ts')
  const kinds = actions.map((action) => evidenceOf(action).kind)
  const [real, double, rule] = ['real', 'double', 'rule'].map(
    (kind) => kinds.filter((other) => other === kind).length,
  )
  return [
    pageOf('README.md', [
      [
        /of \d+ actions, \d+ on real contracts, \d+ on stand-ins, \d+ by rule alone/,
        `of ${actions.length} actions, ${real} on real contracts, ${double} on stand-ins, ${rule} by rule alone`,
      ],
    ]),
    pageOf('docs/package.md', [
      [
        /\d+ actions, \d+ signatures of \d+ protocols/,
        `${actions.length} actions, ${book.groups.size} signatures of ${described} protocols`,
      ],
    ]),
    pageOf('docs/safety.md', [
      [/\d+ of the \d+ actions are/, `${tried} of the ${actions.length} actions are`],
      [/The other \d+ are not executed/, `The other ${actions.length - tried} are not executed`],
    ]),
  ]
}

function pageOf(path, figures) {
  let text = readFileSync(join(source, '../../..', path), 'utf8')
  for (const [pattern, words] of figures) {
    if (!pattern.test(text)) throw new Error(`${path} has no words like ${pattern}.`)
    text = text.replace(pattern, words)
  }
  return [path, text]
}

/** Writes the entrances into the sources, and removes those of protocols that are gone. */
async function writeEntries(modules) {
  const { homes, protocols, decoders, origins } = await readProtocols(modules)
  const book = openRuleBook(decoders)
  const out = join(source, 'entry')
  const names = homes.map(({ name }) => `${name}.generated.ts`)
  mkdirSync(out, { recursive: true })
  for (const name of readdirSync(out)) if (!names.includes(name)) rmSync(join(out, name))
  for (const [index, { path }] of homes.entries()) {
    const text = entryOf(path, { rules: rulesIn(protocols[index], { book, decoders }), origins })
    const file = join(out, names[index])
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  }
}

/** Reads every protocol from its module: of the sources, or of a build of them. */
async function readProtocols(modules) {
  const homes = readdirSync(source, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `${entry.name}/protocol.ts` : entry.name))
    .filter((path) => existsSync(join(source, path)) && isProtocol(path))
    .map((path) => ({ name: path.replace(/(\/protocol)?\.ts$/, ''), path }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  const protocols = await Promise.all(
    homes.map(async ({ path }) => (await importFrom(modules, path)).protocol),
  )
  const decoders = protocols.flatMap((protocol) => protocol.decoders)
  return { homes, protocols, decoders, origins: await originsOf(decoders, modules) }
}

function importFrom(modules, path) {
  const file = join(modules, modules === source ? path : path.replace(/\.ts$/, '.js'))
  return import(pathToFileURL(file).href)
}

function isProtocol(path) {
  return readFileSync(join(source, path), 'utf8').includes('\nexport const protocol = ')
}

function titleListOf(protocols) {
  const lines = protocols.map(({ name, title }) => `  ${name}: '${title.replaceAll("'", "\\'")}',`)
  return `// Made by scripts/make-protocols.mjs of the protocols beside its folder.

/** Titles of protocols for people, by name: apart from the protocols, for pages that only name them. */
export const protocolTitles: Readonly<Record<string, string>> = {
${lines.join('\n')}
}
`
}

function protocolListOf(homes) {
  const nameOf = ({ name }) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
  const imports = homes
    .map((home) => `import { protocol as ${nameOf(home)} } from '../${home.path}'`)
    .join('\n')
  return `// Made by scripts/make-protocols.mjs of the protocols beside its folder.
${imports}
import type { Protocol } from '../action/protocol-entry.ts'

/** Every protocol this package describes, by name. */
export const protocols: readonly Protocol[] = [
${homes.map((home) => `  ${nameOf(home)},`).join('\n')}
]
`
}

/** Finds the file and the name under which each decoder is exported. */
async function originsOf(decoders, modules) {
  const wanted = new Set(decoders)
  const origins = new Map()
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|bench|generated)\.ts$/.test(file))
    .filter((file) => /DecoderRules/.test(readFileSync(join(source, file), 'utf8')))
  for (const file of files.sort()) {
    for (const [name, value] of Object.entries(await importFrom(modules, file))) {
      if (wanted.has(value) && !origins.has(value)) origins.set(value, { file, name })
    }
  }
  for (const decoder of decoders) {
    if (!origins.has(decoder))
      throw new Error(`No file of ${folder} exports the decoder ${nameOf(decoder)}. Export it.`)
  }
  return origins
}

function nameOf({ decoder, version }) {
  return version === undefined ? decoder : `${decoder} (${version})`
}

/** The names whose functions are whole, and the decoders that this takes. */
function rulesIn(protocol, { book, decoders }) {
  const byName = new Map(decoders.map((decoder) => [nameOf(decoder), decoder]))
  const own = [...protocol.decoders, ...protocol.actions.flatMap(({ rules }) => rules)]
  const approvals = protocol.actions.flatMap((action) => action.approvals)
  const complete = new Set([...own.map(nameOf), ...approvals.flatMap(decodersOfApproval)])
  const needed = new Set()
  for (const name of complete) addWithParents(name)
  const selectors = new Set([...complete].flatMap((name) => book.decoders.get(name) ?? []))
  for (const selector of selectors) {
    for (const rule of rulesFor(book, selector)) {
      if (!rule.decoders.some((name) => needed.has(name))) addWithParents(rule.decoders[0])
    }
  }
  return {
    complete: [...complete].sort(),
    decoders: decoders.filter((decoder) => needed.has(nameOf(decoder))),
  }

  function addWithParents(name) {
    if (needed.has(name)) return
    if (rulesOfDecoder(book, name).length === 0) throw new Error(`${name} describes no function.`)
    needed.add(name)
    for (const parent of byName.get(name).inherits ?? []) addWithParents(parent)
  }
}

function decodersOfApproval({ through }) {
  return through === 'permit2' ? ['Base', 'Permit2'] : ['Base']
}

function entryOf(home, { rules, origins }) {
  const { imports, names } = importsOf(rules.decoders, origins)
  return `// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
${imports}

export { protocol } from '../${home}'

/** The rules of its functions, whole: give them to \`openRuleSets\`. */
export const rules: RuleSet = {
  complete: [${rules.complete.map((name) => `'${name}'`).join(', ')}],
  decoders: [${names.join(', ')}],
}
`
}

function decoderListOf(decoders, origins) {
  const { imports, names } = importsOf(decoders, origins)
  return `// Written by scripts/make-protocols.mjs: do not edit.
import type { DecoderRules } from '@vaultwright/manager'
${imports}

/** Every decoder of every protocol, in the order of the protocols. */
export const decoders: readonly DecoderRules[] = [
${names.map((name) => `  ${name},`).join('\n')}
]
`
}

function importsOf(decoders, origins) {
  const byFile = new Map()
  for (const decoder of decoders) {
    const { file, name } = origins.get(decoder)
    byFile.set(file, [...(byFile.get(file) ?? []), name])
  }
  const imports = [...byFile]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, names]) => `import { ${names.sort().join(', ')} } from '../${file}'`)
    .join('\n')
  return { imports, names: decoders.map((decoder) => origins.get(decoder).name) }
}

if (process.argv[2] === '--entries') await writeEntries(process.argv[3] ?? source)
else await writeIfStarted(import.meta.url, make)
