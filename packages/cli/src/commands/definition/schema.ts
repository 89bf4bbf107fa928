import { definitionSchema, definitionSchemaFor } from '@vaultwright/definition'
import { defineCommand, text } from '../../command/command.ts'
import { parseText } from '../../failure/file-problem.ts'
import { readInput, textOf } from '../../input/input.ts'
import { type Context, type Json, yes } from '../../terminal/context.ts'
import { printJson } from '../../terminal/json.ts'

export const command = defineCommand({
  name: 'definition schema',
  summary: 'Print the JSON Schema of definitions, for editors',
  describe:
    'Prints the JSON Schema of vault definitions, for editors: every protocol, its actions and their parameters. With --for, the schema of one file also knows the names that the file may use: its own, and the tokens and contracts on record of its chains; another name is an error in the editor. Print it again after new names.',
  positionals: {},
  options: {
    for: text('The definition whose names the schema must know, or -', 'file'),
  },
  examples: [
    [
      'definition schema --out vaultwright.schema.json',
      'Beside a definition that begins with # yaml-language-server: $schema=vaultwright.schema.json',
    ],
    [
      'definition schema --for vault.yaml --out vaultwright.schema.json',
      'Complete the tokens, contracts, decoders and drones of vault.yaml, too',
    ],
  ],
  run: async ({ for: path }, context) => {
    const schema = (
      path === undefined ? definitionSchema() : await schemaFor(path, context)
    ) as Json
    return { json: () => schema, text: () => [printJson(schema)], exit: yes }
  },
})

async function schemaFor(path: string, context: Context) {
  const text = textOf(await readInput(path, context), path)
  return parseText({ path, text }, definitionSchemaFor)
}
