// Writes the JSON Schema of vault definitions, and the types of `defineVault`, from the protocols.
// Run after a protocol's actions change; `--check` only tells whether it was.
import { readFileSync, writeFileSync } from 'node:fs'
import { definitionSchema } from '@vaultwright/definition'

const schema = definitionSchema()
const outputs = [
  ['packages/definition/schema/vaultwright.schema.json', `${JSON.stringify(schema, null, 2)}\n`],
  ['packages/definition/src/schema/permission-draft.generated.ts', typesOf(schema)],
]
const isCheck = process.argv.includes('--check')
for (const [path, text] of outputs) {
  const url = new URL(`../${path}`, import.meta.url)
  if (!isCheck) writeFileSync(url, text)
  else if (readFileSync(url, 'utf8') !== text) {
    console.error(`${path} is out of date. Run scripts/make-definition-schema.mjs.`)
    process.exitCode = 1
  }
}

function typesOf({ $defs }) {
  const entries = Object.entries($defs).filter(([name]) => name !== 'value' && name !== 'leaf')
  const types = entries.map(([name, { properties }]) => {
    const names = properties.actions.anyOf[1].items.enum
    const parameters = Object.keys(properties.each.items.properties)
    const lists = [names, parameters].map((list) => unionOf(list))
    return `  ${name}: readonly [${lists.join(', ')}]`
  })
  return `// Written by scripts/make-definition-schema.mjs: do not edit.

/** The actions of each protocol, and the parameters that their leaves take. */
export type ProtocolNames = {
${types.join('\n')}
}
`
}

function unionOf(names) {
  return names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ')
}
