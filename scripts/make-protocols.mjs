// Lists what describes a protocol in packages/protocols/src: one file, or a folder with a protocol.ts.
// Writes protocol-list.generated.ts.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeIfStarted } from './generated.mjs'

const source = resolve(import.meta.dirname, '../packages/protocols/src')

/** The list: path → text. */
export function make() {
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
  return new Map([['packages/protocols/src/catalogue/protocol-list.generated.ts', text]])
}

function isProtocol(path) {
  return readFileSync(join(source, path), 'utf8').includes('\nexport const protocol = ')
}

await writeIfStarted(import.meta.url, make)
