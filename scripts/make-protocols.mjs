// Lists the folders of packages/protocols/src that describe a protocol: protocol-list.generated.ts.
// With --check it writes nothing and tells whether the list is what the folders give.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const source = resolve(import.meta.dirname, '../packages/protocols/src')
const list = join(source, 'protocol-list.generated.ts')

const folders = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(source, entry.name, 'protocol.ts')))
  .map((entry) => entry.name)
  .sort()
const nameOf = (folder) => folder.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
const imports = [...folders]
  .map((folder) => `import { protocol as ${nameOf(folder)} } from './${folder}/protocol.ts'`)
  .join('\n')
const text = `// Made by scripts/make-protocols.mjs of the folders beside it.
${imports}
import type { Protocol } from './protocol-entry.ts'

/** Every protocol this package describes, by the name of its folder. */
export const protocols: readonly Protocol[] = [
${folders.map((folder) => `  ${nameOf(folder)},`).join('\n')}
]
`

if (!process.argv.includes('--check')) writeFileSync(list, text)
else if (readFileSync(list, 'utf8') !== text) {
  console.error(
    'protocol-list.generated.ts is not what the folders give. Run node scripts/make-protocols.mjs.',
  )
  process.exitCode = 1
}
