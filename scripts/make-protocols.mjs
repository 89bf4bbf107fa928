// Lists what describes a protocol in packages/protocols/src: one file, or a folder with a protocol.ts.
// Writes protocol-list.generated.ts; with --check it only compares.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const source = resolve(import.meta.dirname, '../packages/protocols/src')
const list = join(source, 'catalogue/protocol-list.generated.ts')

const homes = readdirSync(source, { withFileTypes: true })
  .map((entry) => (entry.isDirectory() ? `${entry.name}/protocol.ts` : entry.name))
  .filter((path) => existsSync(join(source, path)) && isProtocol(path))
  .map((path) => ({ name: path.replace(/(\/protocol)?\.ts$/, ''), path }))
  .sort((one, other) => (one.name < other.name ? -1 : 1))
const nameOf = ({ name }) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
const imports = homes
  .map((home) => `import { protocol as ${nameOf(home)} } from '../${home.path}'`)
  .join('\n')
const text = `// Made by scripts/make-protocols.mjs of the protocols beside its folder.
${imports}
import type { Protocol } from '../action/protocol-entry.ts'

/** Every protocol this package describes, by name. */
export const protocols: readonly Protocol[] = [
${homes.map((home) => `  ${nameOf(home)},`).join('\n')}
]
`

if (!process.argv.includes('--check')) writeFileSync(list, text)
else if (readFileSync(list, 'utf8') !== text) {
  console.error(
    'protocol-list.generated.ts is not what the protocols give. Run node scripts/make-protocols.mjs.',
  )
  process.exitCode = 1
}

function isProtocol(path) {
  return readFileSync(join(source, path), 'utf8').includes('\nexport const protocol = ')
}
