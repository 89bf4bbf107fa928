// Writes the JSON Schema of vault definitions, and the types of `defineVault`, from the protocols.
// Run after a protocol's actions change.
import { definitionSchema } from '@vaultwright/definition'
import { writeIfStarted } from './generated.mjs'

/** The schema and the types: path → text. */
export function make() {
  const schema = definitionSchema()
  return new Map([
    ['packages/definition/schema/vaultwright.schema.json', `${JSON.stringify(schema, null, 2)}\n`],
    ['packages/definition/src/schema/permission-draft.generated.ts', typesOf(schema)],
  ])
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

await writeIfStarted(import.meta.url, make)
